import { makeIds, type MapId, parseClientId, parseMapId, parsePeerId, parsePersonId, type Result } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { type Appended, docstoreRoutes } from '@bough/contracts';
import { newItemId, parseOps } from '@bough/map';
import { createMetrics, createPlatform, type Fleet, platformIds, ServiceFailure, silentLog } from '@bough/service';
import type { DocumentFailure } from '@bough/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Neighbours } from '../../testing/running/neighbours.ts';
import { DocstoreClient, type MapDocument } from './docstore-client.ts';

// What leaves at a tick for several maps, and a docstore as the process that it is.

const ids = makeIds(new VirtualClock(), seededRandom(1));
function must<T>(value: T | null): T {
  if (value === null) throw new Error('ids of this kind are made so');
  return value;
}
const author = must(parsePersonId(ids.long()));

let neighbours: Neighbours;
let docstore: Fleet;
let openContext: ReturnType<typeof createPlatform>['context'];
beforeAll(async () => {
  neighbours = await Neighbours.start(['docstore']);
  const settings = { BOUGH_HOST: '127.0.0.1', PORT: 0, BOUGH_TOKEN_KEYS: neighbours.keys };
  const platform = createPlatform('gateway', settings, silentLog, createMetrics('gateway'), []);
  docstore = platform.fleet('docstore', [neighbours.urls.docstore]);
  openContext = platform.context.bind(platform);
});
afterAll(async () => {
  await docstore.stop?.();
  await neighbours.stop();
});

const addItem = (text: string) => {
  const op = { kind: 'add', id: newItemId(platformIds), parent: null, order: 'a0', fields: { text } };
  const ops = parseOps([op]);
  if (!ops.ok) throw new Error(ops.error);
  return ops.value;
};

async function newMap(): Promise<MapId> {
  const map = must(parseMapId(platformIds.long()));
  const open = openContext({ deadlineMs: 10_000 });
  const body = { map, by: author, ops: addItem('root') };
  await docstore.call(docstoreRoutes.createDocument, { params: {}, body }, open.context);
  open.close();
  return map;
}

/** The documents of a gateway that calls like this, and what two people of each map were answered, in turn. */
async function world(fleet: Pick<Fleet, 'call' | 'split'>) {
  const clock = new VirtualClock();
  const documents = new DocstoreClient({
    docstore: fleet,
    clock,
    openContext,
    onKept: () => undefined,
  });
  const lineages = new Map<MapId, string>();
  const answers: (readonly [MapId, string])[] = [];
  const say = (map: MapId, { document, batch }: MapDocument): void => {
    const [peer, client] = [must(parsePeerId(ids.short())), must(parseClientId(ids.short()))];
    const base = { lineage: lineages.get(map) ?? 'lineage00001', seq: 1 };
    batch.take(peer, '{"kind":"submit","base":1}', () => {
      const changes = [{ client, counter: 1, author, at: 1, ops: addItem('x') }];
      const answer = (result: Result<Appended, DocumentFailure>): void => {
        answers.push([map, result.ok ? (result.value.outcomes[0]?.kind ?? 'none') : result.error.kind]);
      };
      document.append({ client, person: author, formerly: null, mayEdit: true }, base, changes, answer);
    });
  };
  /** Opens it as a room does. */
  const open = async (map: MapId): Promise<MapDocument> => {
    const made = documents.of(map);
    await new Promise<void>((resolve) =>
      made.document.state(null, (result) => {
        if (result.ok) lineages.set(map, result.value.lineages.at(-1)?.id ?? '');
        resolve();
      }),
    );
    return made;
  };
  const tick = async (): Promise<void> => {
    clock.advance(200);
    await documents.idle();
  };
  return { documents, answers, say, open, tick };
}

async function calls(route: string): Promise<number> {
  return (await neighbours.docstores[0]?.metric('bough_request_seconds_count', `route="${route}"`)) ?? Number.NaN;
}

test('[GW-433] what leaves at a tick for several maps goes in one call; each learns what it would alone', async () => {
  const { documents, answers, say, open, tick } = await world(docstore);
  const [one, two, gone] = [await newMap(), await newMap(), must(parseMapId(platformIds.long()))];
  const rooms = new Map([one, two, gone].map((map) => [map, documents.of(map)]));
  for (const map of [one, two]) rooms.set(map, await open(map));
  // Alone: nobody knows yet how soon they are answered.
  for (const [map, room] of rooms) say(map, room);
  await documents.idle();
  expect(answers.map(([, what]) => what).toSorted()).toEqual(['absent', 'kept', 'kept']);
  const before = [await calls('appendToMaps'), await calls('appendSubmits')];
  answers.length = 0;
  for (const [map, room] of rooms) for (let n = 0; n < 2; n++) say(map, room);
  await tick();
  const told = [one, two, gone].map((map) => answers.filter(([of]) => of === map).map(([, what]) => what));
  expect(told).toEqual([
    ['kept', 'kept'],
    ['kept', 'kept'],
    ['absent', 'absent'],
  ]);
  const after = [await calls('appendToMaps'), await calls('appendSubmits')];
  // The map that is not there is asked about again, alone.
  expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual([1, 1]);
});

test.each([
  ['does not know the call', { kind: 'absent', code: 'service/no-route' }],
  ['is down', { kind: 'unavailable', code: 'service/unreachable' }],
  ['is closing', { kind: 'unavailable', code: 'docstore/closing' }],
  ['calls that malformed', { kind: 'invalid', code: 'service/malformed' }],
] as const)('[GW-433] each map is asked about alone where docstore %s', async (_, failure) => {
  const refuse = { call: () => Promise.reject(new ServiceFailure('no', failure)) };
  const { answers, say, open, tick, documents } = await world({
    call: docstore.call,
    split: (maps) => [{ caller: refuse, maps }],
  });
  await saidInTwo({ answers, say, open, tick, documents });
  expect(answers.map(([, what]) => what)).toEqual(['kept', 'kept', 'kept', 'kept']);
});

test('[GW-433] each map is asked about alone where no docstore is up', async () => {
  const { answers, say, open, tick, documents } = await world({ call: docstore.call, split: () => [] });
  await saidInTwo({ answers, say, open, tick, documents });
  expect(answers.map(([, what]) => what)).toEqual(['kept', 'kept', 'kept', 'kept']);
});

test('[GW-433] a call that docstore may still be working on is not made again', async () => {
  const late = new ServiceFailure('late', { kind: 'unavailable', code: 'service/deadline' });
  const { answers, say, open, tick, documents } = await world({
    call: docstore.call,
    split: (maps) => [{ caller: { call: () => Promise.reject(late) }, maps }],
  });
  const before = await calls('appendSubmits');
  await saidInTwo({ answers, say, open, tick, documents });
  expect(answers.map(([, what]) => what)).toEqual(Array.from({ length: 4 }, () => 'unavailable'));
  expect((await calls('appendSubmits')) - before).toBe(2);
});

/** Two maps, which docstore answers soon; then two people of each write until the next tick. */
async function saidInTwo({ answers, say, open, tick, documents }: Awaited<ReturnType<typeof world>>): Promise<void> {
  const maps = [await newMap(), await newMap()];
  const rooms = await Promise.all(maps.map(open));
  for (const [i, map] of maps.entries()) say(map, must(rooms[i] ?? null));
  await documents.idle();
  answers.length = 0;
  for (const [i, map] of maps.entries()) for (let n = 0; n < 2; n++) say(map, must(rooms[i] ?? null));
  await tick();
}
