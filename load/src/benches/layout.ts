import { createLayout, type Layout } from '@bough/layout';
import type { ItemId, MindMap } from '@bough/map';
import { createInterMeasurer } from '@bough/text';
import { type Benchmark, median, percentile, type Report, type RunSettings } from '../benchmark.ts';
import { flextreeBounds } from './layout/flextree.ts';
import { randomEdits } from './layout/edits.ts';
import { editLinked, type LinkedEdit, linkedMap, lookAtNear } from './layout/linked.ts';
import { type Branch, makeTree, mapOf } from './editor/trees.ts';

// The layout alone, in this process. Compactness is compared on trees that grow to one side, with the very boxes, gaps and air
// that Bough gives them, so that what differs is how they are packed. First layouts are timed by the main
// thread's processor, since others may use the machine.

const SIZES = [500, 2_000, 10_000];
const BIG = 10_000;
const HUGE = 100_000;
const ROUNDS = 3;

export const benchmark: Benchmark = {
  name: 'layout',
  what:
    'the area of the bounds of one-sided trees of 10,000 items: d3-flextree (a) against Bough (b); first layout; one edit and ' +
    'the layout that follows it, at 10,000 items, alone and with 5,000 links and 5,000 threads of comments on them',
  run,
};

interface Row {
  readonly items: number;
  readonly flextree: number;
  readonly bough: number;
  readonly twoSided: number;
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const measurer = createInterMeasurer();
  const compactness: Row[] = [];
  for (const items of SIZES) {
    say(`${items} items beside d3-flextree`);
    const tree = makeTree(items);
    const map = mapOf(tree, true);
    const layout = createLayout(map, measurer);
    compactness.push({
      items,
      flextree: areaOf(flextreeBounds(tree, layout)),
      bough: areaOf(boxesOf(tree, layout)),
      twoSided: areaOf(boxesOf(tree, createLayout(mapOf(tree), measurer))),
    });
  }
  say('first layouts');
  const first = firstLayouts(makeTree(BIG), quick ? 5 : 15);
  const huge = quick ? null : firstLayouts(makeTree(HUGE), 3);
  say('edits');
  const edits = measureEdits(makeTree(BIG), quick ? 1_000 : 5_000);
  say('edits among 5,000 links and 5,000 threads');
  const linked = measureLinked(makeTree(BIG), quick ? 300 : 2_000);
  say('looks at 5,000 links between neighbours');
  const near = Array.from({ length: ROUNDS }, () => lookAtNear(makeTree(BIG)));
  const big = compactness.find((row) => row.items === BIG) ?? compactness[0];
  if (big === undefined) throw new Error('there are sizes');
  return {
    table: [
      ['items', 'flextree: area', 'Bough: area', 'ratio', 'Bough, two-sided: ratio'],
      ...compactness.map((row) => [
        String(row.items),
        (row.flextree / 1e6).toFixed(2),
        (row.bough / 1e6).toFixed(2),
        (row.bough / row.flextree).toFixed(3),
        (row.twoSided / row.flextree).toFixed(3),
      ]),
    ],
    a: big.flextree,
    b: big.bough,
    ratio: big.bough / big.flextree,
    figures: [
      ...compactness.map((row) => ({
        name: `area${row.items}`,
        value: row.bough / row.flextree,
        unit: 'of d3-flextree',
        bar: { atMost: 1 },
      })),
      { name: 'firstLayout', value: first.cold, unit: 'ms at 10,000, cold', bar: { atMost: 300 } },
      { name: 'layoutAgain', value: first.warm, unit: 'ms at 10,000, warm', bar: { atMost: 100 } },
      ...(huge === null ? [] : [{ name: 'firstLayoutHuge', value: huge.warm, unit: 'ms at 100,000' }]),
      { name: 'editMedian', value: median(edits.small), unit: 'ms', bar: { atMost: 1 } },
      { name: 'editP99', value: percentile(edits.small, 0.99), unit: 'ms', bar: { atMost: 8 } },
      { name: 'editWorst', value: percentile(edits.small, 1), unit: 'ms' },
      { name: 'branchEditMedian', value: median(edits.large), unit: 'ms' },
      { name: 'branchEditP99', value: percentile(edits.large, 0.99), unit: 'ms' },
      ...linkedFigures(linked),
      { name: 'nearLook', value: median(near.map(({ windowMs }) => windowMs)), unit: 'ms', bar: { atMost: 40 } },
      { name: 'nearLookAtAll', value: median(near.map(({ allMs }) => allMs)), unit: 'ms' },
    ],
  };
}

function linkedFigures(edits: readonly LinkedEdit[]): Report['figures'] {
  const small = edits.filter(({ isSmall }) => isSmall);
  const large = edits.filter(({ isSmall }) => !isSmall);
  return [
    {
      name: 'linkedEditMedian',
      value: median(small.map(({ ms }) => ms)),
      unit: 'ms',
      bar: { atMost: 0.1 },
    },
    {
      name: 'linkedEditP99',
      value: percentile(
        small.map(({ ms }) => ms),
        0.99,
      ),
      unit: 'ms',
      bar: { atMost: 1 },
    },
    { name: 'linkedBranchEditMedian', value: median(large.map(({ ms }) => ms)), unit: 'ms' },
    {
      name: 'linkedBranchEditP99',
      value: percentile(
        large.map(({ ms }) => ms),
        0.99,
      ),
      unit: 'ms',
    },
    { name: 'linkedLookMedian', value: median(edits.map(({ lookMs }) => lookMs)), unit: 'ms' },
    {
      name: 'linkedLookP99',
      value: percentile(
        edits.map(({ lookMs }) => lookMs),
        0.99,
      ),
      unit: 'ms',
    },
  ];
}

interface Bounds {
  readonly width: number;
  readonly height: number;
}

function areaOf({ width, height }: Bounds): number {
  return width * height;
}

/** Around all boxes, branch lines not counted: those of the other layout are not drawn. */
function boxesOf(tree: Branch, layout: Layout): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const open = [tree];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    const box = layout.box(branch.id);
    if (box !== null) {
      left = Math.min(left, box.x);
      top = Math.min(top, box.y);
      right = Math.max(right, box.x + box.width);
      bottom = Math.max(bottom, box.y + box.height);
    }
    open.push(...branch.children);
  }
  return { width: right - left, height: bottom - top };
}

function cpuMs(act: () => void): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function firstLayouts(tree: Branch, rounds: number): { readonly cold: number; readonly warm: number } {
  const map = mapOf(tree);
  const measurer = createInterMeasurer();
  const times = Array.from({ length: rounds }, () =>
    cpuMs(() => {
      createLayout(map, measurer).bounds();
    }),
  );
  return { cold: times[0] ?? Number.NaN, warm: median(times) };
}

interface EditTimes {
  readonly small: readonly number[];
  readonly large: readonly number[];
}

/**
 * Milliseconds of each layout that follows an edit, those of whole branches apart. The same edits are made on copies of the map,
 * and each counts with its least time: what interrupted it once did not interrupt it each time.
 */
function measureEdits(tree: Branch, count: number): EditTimes {
  const rounds = Array.from({ length: ROUNDS }, () => editOnce(mapOf(tree), count));
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < count; i++) {
    const ms = Math.min(...rounds.map((round) => round[i]?.ms ?? Infinity));
    (rounds[0]?.[i]?.isSmall === true ? small : large).push(ms);
  }
  return { small, large };
}

/** As `measureEdits`, with links and threads on the map. */
function measureLinked(tree: Branch, count: number): LinkedEdit[] {
  const rounds = Array.from({ length: ROUNDS }, () => editLinked(linkedMap(tree), count));
  return Array.from({ length: count }, (_, i) => ({
    ms: Math.min(...rounds.map((round) => round[i]?.ms ?? Infinity)),
    lookMs: Math.min(...rounds.map((round) => round[i]?.lookMs ?? Infinity)),
    isSmall: rounds[0]?.[i]?.isSmall === true,
  }));
}

function editOnce(map: MindMap, count: number): { readonly ms: number; readonly isSmall: boolean }[] {
  const layout = createLayout(map, createInterMeasurer());
  layout.bounds();
  layout.scene.takeDamage();
  const edit = randomEdits(map);
  const times = Array.from({ length: count }, () => {
    const { applied, isSmall } = edit();
    const started = performance.now();
    layout.update(map, applied.touched);
    layout.scene.takeDamage();
    return { ms: performance.now() - started, isSmall };
  });
  const fresh = createLayout(map, createInterMeasurer());
  for (const id of map.items.keys()) assertSame(id, layout, fresh);
  return times;
}

function assertSame(id: ItemId, layout: Layout, fresh: Layout): void {
  if (JSON.stringify(layout.box(id)) !== JSON.stringify(fresh.box(id))) throw new Error(`${id} stands elsewhere`);
}
