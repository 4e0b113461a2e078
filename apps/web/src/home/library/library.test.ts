import { parseMapId, parsePersonId } from '@bough/base';
import type { MapFacts } from '@bough/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetLibrary, keepLibrary } from './kept-library.ts';
import { Library } from './library.ts';

const ada = parsePersonId('AZNq0J9XcAC_gV0T3bYw1g') ?? expect.unreachable('a person’s id');
const ben = parsePersonId('AZNq0J9XcAC_gV0T3bYw1w') ?? expect.unreachable('a person’s id');
const id = parseMapId('AZNq0J9XcAC_gV0T3bYw1g') ?? expect.unreachable('a map’s id');
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
  await keepLibrary({ person: ada, maps: [garden], folders: [] });
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
