import { parseMapId, parsePersonId } from '@bough/base';
import type { MapFacts } from '@bough/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepOpened } from '../../map/keep-opened.ts';
import { openedMaps } from '../../shell/opened-maps.ts';
import { forgetLibrary, keepLibrary } from './kept-library.ts';
import { Library } from './library.ts';

const ada = parsePersonId('AZNq0J9XcAC_gV0T3bYw1g') ?? expect.unreachable('a person’s id');
const ben = parsePersonId('AZNq0J9XcAC_gV0T3bYw1w') ?? expect.unreachable('a person’s id');
const id = parseMapId('AZNq0J9XcAC_gV0T3bYw1g') ?? expect.unreachable('a map’s id');
const other = parseMapId('AZNq0J9XcAC_gV0T3bYw1w') ?? expect.unreachable('a map’s id');
const garden: MapFacts = {
  ...{ id, title: 'Garden', role: 'own', createdAt: 1, openedAt: 1, changedAt: 1, changedBy: null, trashedAt: null },
  ...{ mayCopy: true, mayReadPast: true, isShared: false, isPublic: false, isStarred: false },
  ...{ owner: null, folder: null, tags: [] },
};

/** The browser's database with one store: each answer comes a moment later. */
function fakeDatabase(): unknown {
  const kept = new Map<string, unknown>();
  const answering = (result: unknown): EventTarget => {
    const request = new EventTarget();
    queueMicrotask(() => request.dispatchEvent(new Event('success')));
    return Object.assign(request, { result });
  };
  const store = {
    get: (key: string) => answering(kept.get(key)),
    put: (value: unknown, key: string) => answering(kept.set(key, structuredClone(value))),
    delete: (key: string) => answering(kept.delete(key)),
  };
  const database = { transaction: () => ({ objectStore: () => store }), close: () => undefined };
  return { open: () => answering(database) };
}

function fakeStorage(): unknown {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  };
}

/** Home as it stands once it has asked for everything. */
async function seenBy(person: typeof ada): Promise<unknown> {
  const library = new Library(person);
  await library.refresh();
  const { kind, maps, trouble } = library.getSnapshot();
  return { kind, titles: maps.map(({ title }) => title), trouble };
}

beforeEach(async () => {
  vi.stubGlobal('indexedDB', fakeDatabase());
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  vi.stubGlobal('localStorage', fakeStorage());
  await keepLibrary({ person: ada, maps: [garden], folders: [], trash: null, at: 1 });
});
afterEach(() => vi.unstubAllGlobals());

it('while no server answers home has what this device kept for who was here, and nothing for anybody else', async () => {
  const trouble = { kind: 'unreachable' };
  expect(await seenBy(ada)).toEqual({ kind: 'kept', titles: ['Garden'], trouble });
  expect(await seenBy(ben)).toEqual({ kind: 'loading', titles: [], trouble });
  await forgetLibrary();
  expect(await seenBy(ada)).toEqual({ kind: 'loading', titles: [], trouble });
});

it('what the server says takes the place of what was kept', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('folders') ? { folders: [] } : { maps: [], next: null }),
  );
  expect(await seenBy(ada)).toEqual({ kind: 'there', titles: [], trouble: null });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await seenBy(ada)).toMatchObject({ kind: 'kept', titles: [] });
});

it('[WEB-18] while no server answers a map that was open here since is listed for who had it open, until they sign out', async () => {
  keepOpened(ada, other, 'Orchard', 'own');
  expect(await seenBy(ada)).toMatchObject({ kind: 'kept', titles: ['Orchard', 'Garden'] });
  expect(await seenBy(ben)).toMatchObject({ kind: 'loading', titles: [] });
  await forgetLibrary();
  expect(await seenBy(ada)).toMatchObject({ kind: 'loading', titles: [] });
});

it('[WEB-18] a newcomer without a list has the map that was open here; who asks again, too', async () => {
  keepOpened(ben, other, 'Orchard', 'own');
  const library = new Library(ben);
  await library.refresh();
  await library.refresh();
  const { kind, maps, here } = library.getSnapshot();
  expect([kind, maps.map(({ title }) => title)]).toEqual(['kept', ['Orchard']]);
  expect([...here]).toEqual([[other, { unsent: 0, isNew: true }]]);
});

it('[WEB-18] a server that hangs is not waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  keepOpened(ada, other, 'Orchard', 'own');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const library = new Library(ada);
  void library.refresh();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(library.getSnapshot().maps.map(({ title }) => title)).toEqual(['Orchard', 'Garden']);
  vi.useRealTimers();
});

it('[WEB-18] once the server has listed all, no name stays of what is not there any more, nor of what others had open', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Math.floor(performance.timeOrigin) - 1_000);
  keepOpened(ada, other, 'Orchard', 'own');
  keepOpened(ada, id, 'Garden', 'own');
  keepOpened(ben, other, 'Orchard', 'edit');
  vi.mocked(Date.now).mockRestore();
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('folders') ? { folders: [] } : { maps: [garden], next: null }),
  );
  expect(await seenBy(ada)).toMatchObject({ kind: 'there', titles: ['Garden'] });
  expect(openedMaps(ada).get(other)).toBeNull();
  expect(openedMaps(ada).get(id)).toMatchObject({ title: 'Garden' });
  expect(openedMaps(ben).size).toBe(0);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await seenBy(ada)).toMatchObject({ kind: 'kept', titles: ['Garden'] });
});

it('[WEB-18] while no server answers home has folders and trash as they were seen last, also what was done there since it was listed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const trashed: MapFacts = { ...garden, id: other, title: 'Old orchard', trashedAt: 3 };
  const folder = {
    id,
    name: 'Work',
    parent: null,
    role: 'own',
    owner: { id: ada, name: 'Ada', hue: 0 },
    isShared: false,
    createdAt: 1,
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' } = {}) => {
    const { pathname, searchParams } = new URL(address, 'https://bough.example');
    if (pathname === '/api/session')
      return Response.json({ person: null, csrf: '-', mayMakeMaps: true, awaitsCode: false });
    if (method === 'POST') return Response.json(folder);
    if (pathname.includes('folders')) return Response.json({ folders: [] });
    return Response.json({ maps: searchParams.get('show') === 'trash' ? [trashed] : [garden], next: null });
  });
  const library = new Library(ada);
  await library.refresh();
  await library.loadTrash();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await library.makeFolder('Work', null)).toBe(null);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const seenAway = async () => {
    const away = new Library(ada);
    await away.refresh();
    const { folders, trash } = away.getSnapshot();
    return [folders.map(({ name }) => name), trash?.map(({ title }) => title)];
  };
  expect(await seenAway()).toEqual([['Work'], ['Old orchard']]);
  // Listed again, by a page that has not looked into the trash.
  await keepLibrary({ person: ada, maps: [garden], folders: [], trash: null, at: 5 });
  expect(await seenAway()).toEqual([[], ['Old orchard']]);
});
