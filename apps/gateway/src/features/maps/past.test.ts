import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { told, toldMap } from '../../testing/visitors/told-map.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// What people who may only look, or only comment, get to know of what is not there any more.

/** The exporter's first drawings may take their time on a busy machine. */
const LONG_MS = 120_000;

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'exporter']);
  gateway = await world.start({ limitsFactor: 100 });
});
afterAll(() => world.end());

/** Everything that the page, and whoever writes their own, can ask of a map's words. */
async function everythingOf(browser: Browser, map: string, seq: number): Promise<ReadonlyMap<string, string>> {
  const said = new Map<string, string>();
  const ask = async (path: string): Promise<void> => {
    const { status, text } = await browser.ask('GET', `/api/maps/${map}${path}`);
    said.set(path, status < 300 ? text : '');
  };
  await ask('/document');
  await ask('/changes?from=1&to=100');
  await ask('/versions');
  for (const format of ['bough', 'markdown', 'opml', 'svg', 'csv', 'xmind']) await ask(`/export/${format}`);
  for (let at = 1; at <= seq; at++) {
    await ask(`/document?at=${at}`);
    await ask(`/export/bough?at=${at}`);
    await ask(`/export/markdown?at=${at}`);
  }
  return said;
}

async function copyOf(browser: Browser, map: string, query = ''): Promise<string> {
  const { status, json } = await browser.ask('POST', `/api/maps/${map}/copies${query}`, {});
  if (status !== 200) return '';
  const socketsSeeIt = await browser.must('GET', `/api/maps/${json.id}/document`);
  const changes = await browser.must('GET', `/api/maps/${json.id}/changes?from=1&to=100`);
  return socketsSeeIt.text + changes.text;
}

function allTold(said: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...said.values()].flatMap(told))].sort();
}

test(
  '[GW-229] a view link gives what stands there, and nothing of what stood there or was said about it',
  async () => {
    const owner = await Browser.guest(gateway);
    const { map, seq } = await toldMap(owner);
    const looking = await owner.guestAt(map, 'view');
    const said = await everythingOf(looking, map, seq);
    expect(allTold(said)).toEqual(['shown']);
    // Whoever wrote it is nobody's business either.
    const { id } = await owner.person();
    expect([...said.values()].some((text) => text.includes(id))).toBe(false);
    expect(told(await copyOf(looking, map))).toEqual(['shown']);
    for (let at = 1; at <= seq; at++) expect(told(await copyOf(looking, map, `?at=${at}`))).toEqual([]);
  },
  LONG_MS,
);

test(
  '[GW-229] whoever may comment reads the comments too, and nothing of the past',
  async () => {
    const owner = await Browser.guest(gateway);
    const { map, seq } = await toldMap(owner);
    const talking = await owner.guestAt(map, 'comment');
    expect(allTold(await everythingOf(talking, map, seq))).toEqual(['comment', 'shown']);
    expect(told(await copyOf(talking, map))).toEqual(['comment', 'shown']);
    for (let at = 1; at <= seq; at++) expect(told(await copyOf(talking, map, `?at=${at}`))).toEqual([]);
  },
  LONG_MS,
);

test(
  '[GW-229] a public page has neither, whether it may be copied or not',
  async () => {
    const owner = await Browser.guest(gateway);
    const { map, seq } = await toldMap(owner);
    await owner.must('PUT', `/api/maps/${map}/public`, { isPublic: true, mayCopy: true });
    const nobody = new Browser(gateway);
    await nobody.open();
    expect(allTold(await everythingOf(nobody, map, seq))).toEqual(['shown']);
    expect(told(await copyOf(await Browser.guest(gateway), map))).toEqual(['shown']);
  },
  LONG_MS,
);

test(
  '[GW-229] whoever may edit reads all of it, as before',
  async () => {
    const owner = await Browser.guest(gateway);
    const { map, seq } = await toldMap(owner);
    const editing = await owner.guestAt(map, 'edit');
    const said = await everythingOf(editing, map, seq);
    expect(allTold(said)).toEqual(['comment', 'removedComment', 'removedItem', 'removedWords', 'shown']);
    expect(told(said.get('/document?at=2') ?? '')).toEqual(['removedWords']);
  },
  LONG_MS,
);

test(
  '[GW-232] a link that is given with the history opens the past to whoever looks, and no comments',
  async () => {
    const owner = await Browser.guest(gateway);
    const { map, seq } = await toldMap(owner);
    const looking = await owner.guestAt(map, 'view', true);
    const said = await everythingOf(looking, map, seq);
    expect(allTold(said)).toEqual(['removedItem', 'removedWords', 'shown']);
    expect(told(said.get('/document') ?? '')).toEqual(['shown']);
    expect((await looking.must('GET', `/api/maps/${map}`)).json).toMatchObject({ role: 'view', mayReadPast: true });
    const talking = await owner.guestAt(map, 'comment', true);
    expect(allTold(await everythingOf(talking, map, seq))).toEqual(
      [...allTold(said), 'comment', 'removedComment'].sort(),
    );
  },
  LONG_MS,
);

test(
  '[GW-229] an account takes along of maps of others what its person may see of them',
  async () => {
    const owner = await Browser.guest(gateway);
    const { map } = await toldMap(owner);
    const looking = await owner.guestAt(map, 'view');
    const { status, bytes } = await looking.ask('GET', '/api/account/export');
    expect(status).toBe(200);
    const file = await unzipped(bytes);
    expect(told(file)).toEqual(['shown']);
  },
  LONG_MS,
);

/** All words of the files in a ZIP, by its central directory. */
async function unzipped(zip: Buffer): Promise<string> {
  const { inflateRawSync } = await import('node:zlib');
  let text = '';
  let at = zip.readUInt32LE(zip.length - 6);
  while (zip.readUInt32LE(at) === 0x0201_4b50) {
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    text += inflateRawSync(zip.subarray(from, from + zip.readUInt32LE(at + 20))).toString('utf8');
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return text;
}
