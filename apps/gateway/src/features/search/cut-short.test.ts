import type { MapId } from '@bough/base';
import { expect, test } from 'vitest';
import type { SearchIndexPorts } from '../search-index/feature.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { newAccount, Program } from '../../testing/visitors/program.ts';
import { openWorld } from '../../testing/world.ts';
import { type Shelf, type ShelfEdges, wordShelf } from '../../testing/word-shelf.ts';
import { doSearchTask } from '../search-index/search-task.ts';

// Searches that end before every map that may fit was looked through, and say so.

const MIB = 1024 * 1024;

/** Maps whose words begin alike, the oldest of which is the one that fits. */
async function fill(shelf: Shelf): Promise<MapId> {
  const fitting = await shelf.add('First of all', 'internationalisation');
  for (let n = 1; n < 60; n++) await shelf.add(`Map ${n}`, `internet${n % 2}`);
  return fitting;
}
async function titlesOf(found: ReturnType<Shelf['find']>): Promise<readonly unknown[]> {
  const { results, isComplete } = await found;
  return [results.map(({ map }) => map.title), isComplete];
}

const BOUNDS: readonly (readonly [what: string, edges: ShelfEdges])[] = [
  ['time', { onRead: (clock) => clock.advance(2_500) }],
  // As large as twenty maps with more than three megabytes each.
  ['text', { searchElsewhere: async (task) => ({ ...(await doSearchTask(task)), bytes: 65 * MIB }) }],
];
test.each(BOUNDS)(
  '[GW-395] a search that has used up what it may cost in %s says that it is not complete; one that has not says that it is',
  async (_what, edges) => {
    const cut = wordShelf(edges);
    await fill(cut);
    // The newest are read first: the one that fits is not reached.
    expect(await titlesOf(cut.find('interna'))).toEqual([[], false]);
    expect(cut.reads()).toBeLessThan(60);
    const whole = wordShelf();
    await fill(whole);
    expect(await titlesOf(whole.find('interna'))).toEqual([['First of all'], true]);
    // What ends exactly with the last map is complete.
    const few = wordShelf(edges);
    await few.add('Only one', 'internationalisation');
    expect(await titlesOf(few.find('interna'))).toEqual([['Only one'], true]);
  },
);

test('[GW-395] it says so where a map that was just changed cannot be read, and where more than it reads were', async () => {
  const lines = new TextEncoder().encode(JSON.stringify([null, 'Just changed']));
  const whole = { kind: 'bytes', bytes: lines, type: 'application/x-ndjson', encoding: null, etag: null } as const;
  const call = (async () => ({ ...whole, lineage: 'abcdefghijkl', seq: 2, fileName: null })) as unknown;
  const there = { call: call as SearchIndexPorts['docstore']['call'] };
  for (const [edges, behind, isComplete] of [
    [{}, 1, false],
    [{ docstore: there }, 200, true],
    [{ docstore: there }, 201, false],
  ] as const) {
    const shelf = wordShelf(edges);
    await shelf.add('Well known', 'changed long ago');
    for (let n = 0; n < behind; n++) await shelf.kept.setBehind(await shelf.add(`Map ${n}`, 'something'), true);
    const found = await shelf.find('changed');
    expect([behind, found.isComplete]).toEqual([behind, isComplete]);
    expect(found.results.length).toBeGreaterThan(0);
  }
});

test('[GW-395] the page and programs are told with the answer, and the API’s description has it', async () => {
  const world = await openWorld(['docstore', 'mailer']);
  try {
    const gateway = await world.start({ limitsFactor: 1_000 });
    const guest = await Browser.guest(gateway);
    const { id } = await guest.makeMap('Garden');
    const found = (await guest.must('GET', '/api/search?q=garden')).json;
    expect([found.results[0].map.id, found.isComplete]).toEqual([id, true]);
    expect((await guest.must('GET', '/api/search?q=%21')).json).toEqual({ results: [], isComplete: true });
    const program = await Program.of(await newAccount(world, gateway));
    expect((await program.ask('GET', '/search?q=garden')).json).toEqual({ results: [], isComplete: true });
    const { paths } = (await new Browser(gateway).must('GET', '/api/v1/openapi.json')).json;
    const { schema } = paths['/api/v1/search'].get.responses['200'].content['application/json'];
    expect(schema).toMatchObject({
      required: ['results', 'isComplete'],
      properties: { isComplete: { type: 'boolean' } },
    });
  } finally {
    await world.end();
  }
});
