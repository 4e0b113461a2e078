import { type MapId, must } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { newItemId, parseOps } from '@bough/map';
import { platformIds } from '@bough/service';
import { type Benchmark, median, type Report, type RunSettings } from '../benchmark.ts';
import { Docstore } from './docstore/running.ts';
import { folderPlace, type Place, versityPlace } from './docstore/stores.ts';
import { addItem, AUTHOR, newMap } from './docstore/typists.ts';

// Fifty people open one map at the same time, five times, while storage answers as S3 does. A: each opens it for himself. That is
// had from docstore as it is by giving each his own copy of the map, so that nobody can share, and no memory for open maps, so
// that nothing stays. B: they share one map, and still nothing stays between two bursts: single flight alone. C: as docstore is
// run, with the map's compressed form kept while there is memory for it.

const BURSTS = 5;
const PEOPLE = 50;
const ITEMS = 2_000;
const ADDED_MS = 45;

interface Cost {
  readonly reads: number;
  readonly processorMs: number;
}

/** A map of that many items which one read opens. */
async function makeMap(docstore: Docstore): Promise<MapId> {
  const map = newMap();
  const root = newItemId(platformIds);
  const ops = [addItem(root, null, 'Root')];
  for (let i = 1; i < ITEMS; i++) ops.push(addItem(newItemId(platformIds), root, `thought number ${i}`));
  await docstore.call(docstoreRoutes.createDocument, {
    params: {},
    body: { map, by: AUTHOR, ops: must(parseOps(ops)) },
  });
  return map;
}

/** Five bursts; each person of a burst opens the map that stands at his place in the list. */
async function bursts(docstore: Docstore, maps: readonly MapId[]): Promise<Cost> {
  const [reads, processor] = [await docstore.requests('get'), await docstore.processorMs()];
  for (let burst = 0; burst < BURSTS; burst++) {
    await Promise.all(
      Array.from({ length: PEOPLE }, async (_, person) => {
        const map = maps[person % maps.length];
        if (map === undefined) throw new Error('there is a map');
        const params = { map, known: null, at: null, encoding: 'zstd' } as const;
        const answer = await docstore.call(docstoreRoutes.readDocument, { params });
        if (answer.kind !== 'bytes' || answer.encoding !== 'zstd') throw new Error('no map came');
      }),
    );
  }
  return {
    reads: (await docstore.requests('get')) - reads,
    processorMs: (await docstore.processorMs()) - processor,
  };
}

async function measure(
  place: Place,
  rounds: number,
  say: RunSettings['say'],
): Promise<Record<'a' | 'b' | 'c', Cost[]>> {
  const forgetful = await Docstore.start({ ...place.environment, BOUGH_OPEN_MB: '0' });
  const keeping = await Docstore.start(place.environment);
  const costs: Record<'a' | 'b' | 'c', Cost[]> = { a: [], b: [], c: [] };
  try {
    say(`${PEOPLE} copies of a map of ${ITEMS} items on ${place.name}`);
    const copies: MapId[] = [];
    for (let i = 0; i < PEOPLE; i++) copies.push(await makeMap(forgetful));
    for (let round = -1; round < rounds; round++) {
      say(round < 0 ? 'warming' : `round ${round + 1} of ${rounds}`);
      // One that the keeping docstore has not had open.
      const cold = await makeMap(forgetful);
      const sides = {
        a: () => bursts(forgetful, copies),
        b: () => bursts(forgetful, copies.slice(0, 1)),
        c: () => bursts(keeping, [cold]),
      };
      for (const side of round % 2 === 0 ? (['a', 'b', 'c'] as const) : (['c', 'b', 'a'] as const)) {
        const cost = await sides[side]();
        if (round >= 0) costs[side].push(cost);
      }
    }
  } finally {
    await Promise.all([forgetful.stop(), keeping.stop()]);
  }
  return costs;
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const place = (await versityPlace(ADDED_MS)) ?? (await folderPlace());
  const costs = await measure(place, quick ? 3 : 10, say).finally(() => place.close());
  const reads = (side: 'a' | 'b' | 'c'): number => median(costs[side].map((cost) => cost.reads));
  const ms = (side: 'a' | 'b' | 'c'): number => median(costs[side].map((cost) => cost.processorMs));
  const row = (name: string, side: 'a' | 'b' | 'c'): string[] => [name, reads(side).toFixed(0), ms(side).toFixed(0)];
  return {
    table: [
      [`${BURSTS} bursts of ${PEOPLE} opens`, 'reads', 'processor ms'],
      row('each for himself', 'a'),
      row('single flight', 'b'),
      row('single flight and the compressed map kept', 'c'),
    ],
    a: ms('a'),
    b: ms('c'),
    ratio: ms('c') / ms('a'),
    figures: [
      { name: 'reads, each for himself', value: reads('a'), unit: 'reads', bar: { atLeast: BURSTS * PEOPLE } },
      { name: 'reads with single flight', value: reads('b'), unit: 'reads', bar: { atMost: BURSTS } },
      { name: 'reads with the map kept', value: reads('c'), unit: 'read', bar: { atMost: 1 } },
      { name: 'processor saved by single flight', value: (1 - ms('b') / ms('a')) * 100, unit: '%' },
      { name: 'processor saved by both', value: (1 - ms('c') / ms('a')) * 100, unit: '%', bar: { atLeast: 95 } },
    ],
    facts: { store: place.name, items: ITEMS },
  };
}

export const benchmark: Benchmark = {
  name: 'opens',
  what: 'A: 5 bursts of 50 cold opens, each for himself, B: single flight and the compressed map kept; processor (ratio b / a)',
  run,
};
