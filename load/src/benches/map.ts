import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { must } from '@bough/base';
import { apply, type Change, emptyMap } from '@bough/map';
import { type Benchmark, median, type Report, type RunSettings } from '../benchmark.ts';
import {
  type CandidateName,
  CANDIDATES,
  LoroWriter,
  packBough,
  replaySegments,
  sealedBytes,
  segmentsOf,
  YjsWriter,
} from './map/candidates.ts';
import { measureOperations } from './map/operations.ts';
import { makeWorkload } from './map/workload.ts';

// A large map after a long history: 100,000 items, 100,000 edits, the same for all three candidates. Each reads its stored bytes
// in a process of its own, in turn, several times over.

// As `npm test` runs it the map is smaller: ratios show there as well that something has become slow.
const ITEMS = 100_000;
const ITEMS_OF_GUARD = 30_000;
/** So many changes are not in the snapshot yet when a map is opened. */
const TAIL = 1_000;
const MB = 1_000_000;

interface Reading {
  readonly ms: number;
  readonly memory: number;
  readonly resident: number;
  readonly items: number;
  readonly units: number;
}
type Readings = Readonly<Record<CandidateName, Reading[]>>;

interface Stored {
  readonly edits: readonly Change[];
  readonly all: readonly Change[];
  readonly bytes: Readonly<Record<CandidateName, Uint8Array>>;
  /** What the edits added to the candidate's bytes, per edit. */
  readonly perEdit: Readonly<Record<CandidateName, number>>;
}

const runFile = promisify(execFile);

export const benchmark: Benchmark = {
  name: 'map',
  what:
    'opening a map of 100,000 items after 100,000 edits, from stored bytes until every item was reached from the roots, ' +
    'siblings in order, and its text looked at: Bough (a) against the better of Yjs and Loro (b); cost of one op',
  run,
};

async function run(settings: RunSettings): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-bench-map-'));
  try {
    const stored = store(settings);
    for (const name of CANDIDATES) await writeFile(join(folder, name), stored.bytes[name]);
    const readings = await readAll(folder, settings);
    settings.say('measuring single operations and a replay');
    return report(stored, readings, measureOperations(settings.quick ? 4_000 : 20_000), measureReplay(stored.all));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function store(settings: RunSettings): Stored {
  const size = settings.guard ? ITEMS_OF_GUARD : ITEMS;
  settings.say(`making ${size} items and as many edits for three candidates`);
  const yjs = new YjsWriter();
  const loro = new LoroWriter();
  const before = { bough: 0, yjs: 0, loro: 0 };
  let taken = 0;
  const { building, edits } = makeWorkload(size, size, (change, applied, map) => {
    yjs.take(change, applied);
    loro.take(change, map);
    taken++;
    if (taken % 50_000 === 0) settings.say(`${taken} changes`);
    if (taken !== size) return;
    before.yjs = yjs.bytes().length;
    before.loro = loro.bytes().length;
  });
  const all = [...building, ...edits];
  const snapshot = emptyMap();
  for (const change of all.slice(0, -TAIL)) must(apply(snapshot, change));
  const bytes = { bough: packBough(snapshot, all.slice(-TAIL)), yjs: yjs.bytes(), loro: loro.bytes() };
  const perEdit = {
    bough: sealedBytes(edits) / size,
    yjs: (bytes.yjs.length - before.yjs) / size,
    loro: (bytes.loro.length - before.loro) / size,
  };
  return { edits, all, bytes, perEdit };
}

async function readAll(folder: string, settings: RunSettings): Promise<Readings> {
  const readings: Record<CandidateName, Reading[]> = { bough: [], yjs: [], loro: [] };
  const rounds = settings.quick ? 3 : 10;
  for (let round = 0; round < rounds; round++) {
    settings.say(`reading, round ${round + 1} of ${rounds}`);
    const order = round % 2 === 0 ? CANDIDATES : CANDIDATES.toReversed();
    for (const name of order) {
      // The slowest by far is read once in a quick run: it is never the better one.
      if (settings.quick && name === 'loro' && round > 0) continue;
      readings[name].push(await readOnce(name, join(folder, name)));
    }
  }
  const found = new Set(Object.values(readings).flatMap((list) => list.map(({ items, units }) => `${items} ${units}`)));
  if (found.size !== 1) throw new Error(`the candidates read different maps: ${[...found].join('; ')}`);
  return readings;
}

async function readOnce(name: CandidateName, file: string): Promise<Reading> {
  const reader = fileURLToPath(new URL('map/reader.ts', import.meta.url));
  const { stdout } = await runFile(process.execPath, ['--expose-gc', reader, name, file], { timeout: 300_000 });
  return JSON.parse(stdout) as Reading;
}

function measureReplay(changes: readonly Change[]): { readonly applyMs: number; readonly wholeMs: number } {
  const edits = changes.length / 2;
  const some = changes.slice(-edits - edits / 2, -edits / 2);
  const base = changes.slice(0, -edits - edits / 2);
  const segments = segmentsOf(some);
  const rounds = Array.from({ length: 3 }, () => {
    const map = emptyMap();
    for (const change of base) must(apply(map, change));
    return replaySegments(map, segments);
  });
  return { applyMs: median(rounds.map((r) => r.applyMs)), wholeMs: median(rounds.map((r) => r.wholeMs)) };
}

function report(
  stored: Stored,
  readings: Readings,
  operations: ReturnType<typeof measureOperations>,
  replay: ReturnType<typeof measureReplay>,
): Report {
  const of = (name: CandidateName, field: 'ms' | 'memory' | 'resident'): number =>
    median(readings[name].map((r) => r[field]));
  const better = of('yjs', 'ms') <= of('loro', 'ms') ? 'yjs' : 'loro';
  const row = (name: CandidateName): string[] => [
    name,
    of(name, 'ms').toFixed(0),
    (of(name, 'memory') / MB).toFixed(1),
    (of(name, 'resident') / MB).toFixed(1),
    (stored.bytes[name].length / MB).toFixed(2),
    stored.perEdit[name].toFixed(1),
  ];
  const [a, b] = [of('bough', 'ms'), of(better, 'ms')];
  return {
    table: [['', 'open ms', 'heap MB', 'resident MB', 'stored MB', 'bytes per edit'], ...CANDIDATES.map(row)],
    a,
    b,
    ratio: b / a,
    figures: [
      { name: 'open: the better peer / Bough', value: b / a, unit: 'x', bar: { atLeast: 5 }, guard: { atLeast: 2 } },
      { name: 'open', value: a, unit: 'ms (aim 250)' },
      { name: 'memory', value: of('bough', 'memory') / MB, unit: 'MB', bar: { atMost: 120 }, guard: { atMost: 120 } },
      {
        name: 'memory: Bough / the better peer (resident)',
        value: of('bough', 'resident') / of(better, 'resident'),
        unit: 'x',
        bar: { atMost: 1 },
        guard: { atMost: 1 },
      },
      { name: 'one op at 100,000 items, median', value: operations.large, unit: 'us', bar: { atMost: 20 } },
      {
        name: 'one op: 100,000 items / 1,000',
        value: operations.large / operations.small,
        unit: 'x',
        bar: { atMost: 1.5 },
        guard: { atMost: 5 },
      },
      { name: 'one op among 100,000 siblings, median', value: operations.wide, unit: 'us', bar: { atMost: 20 } },
      { name: 'one op anywhere at 100,000, median', value: operations.everywhere, unit: 'us', bar: { atMost: 20 } },
      { name: 'one op, 99th percentile at 100,000', value: operations.largeP99, unit: 'us' },
      {
        name: 'replaying 100,000 changes from sealed segments, unpacked and parsed',
        value: replay.wholeMs,
        unit: 'ms',
        bar: { atMost: 1500 },
      },
      { name: 'of that, applying them', value: replay.applyMs, unit: 'ms' },
      { name: 'sealed change', value: stored.perEdit.bough, unit: 'bytes', bar: { atMost: 20 }, guard: { atMost: 22 } },
    ],
    facts: { better },
  };
}
