import { type Benchmark, type Figure, median, percentile, type Report, type RunSettings } from '../benchmark.ts';
import { type BenchPage, servePage } from './editor/page.ts';
import { measureBough, measurePeer, PEERS, type PeerName, type Sample, type Session } from './editor/session.ts';
import { makeTree, textsOf } from './editor/trees.ts';

// Everybody draws the same trees in the same Chromium, one after another, each in a browser of its own. Peers that needed much
// longer than the fastest of them, or longer than the limit, are not asked for the next size: the comparison is with the best.

const FRAME_MS = 1000 / 60;
const FULL = { sizes: [500, 2_000, 10_000, 50_000], huge: 100_000, rounds: 3, panMs: 3_000, limitMs: 60_000 } as const;
const QUICK = { sizes: [2_000, 10_000], huge: null, rounds: 1, panMs: 1_000, limitMs: 30_000 } as const;
const JUDGED = 10_000;
/** Times the fastest peer, and no more is heard of one that is slower. */
const FAR_BEHIND = 3;
const MB = 1_000_000;

export const benchmark: Benchmark = {
  name: 'editor',
  what:
    'from the data of 10,000 items to their picture in Chromium: the best of mind-elixir, markmap, jsMind and simple-mind-map (a) ' +
    'against Bough (b); frames while panning, zooming, typing and dragging, adding a child, memory',
  run,
};

interface Row {
  readonly who: string;
  readonly items: number;
  readonly sample: Sample | null;
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const plan = quick ? QUICK : FULL;
  const page = await servePage();
  const rows: Row[] = [];
  let peers: readonly PeerName[] = PEERS;
  try {
    for (const items of plan.sizes) {
      const data = serveTree(page, items);
      const samples = new Map<PeerName, Sample | null>();
      for (const peer of peers) {
        say(`${peer}, ${items} items`);
        samples.set(peer, await measurePeer({ page, data: data.nested, ...plan }, peer));
        rows.push({ who: peer, items, sample: samples.get(peer) ?? null });
      }
      peers = inTheRunning(samples);
      for (let round = 0; round < (items === JUDGED ? plan.rounds : 1); round++) {
        say(`Bough, ${items} items`);
        rows.push({ who: 'Bough', items, sample: await measureBough({ page, data: data.bough, ...plan }) });
      }
    }
    if (plan.huge !== null) {
      say(`Bough, ${plan.huge} items`);
      const session: Session = { page, data: serveTree(page, plan.huge).bough, ...plan };
      rows.push({ who: 'Bough', items: plan.huge, sample: await measureBough(session) });
    }
  } finally {
    await page.close();
  }
  return reportOf(rows, plan.huge, plan.limitMs);
}

/** Those whom a larger tree is worth asking of. */
function inTheRunning(samples: ReadonlyMap<PeerName, Sample | null>): readonly PeerName[] {
  const times = [...samples].map(([peer, sample]) => ({ peer, ms: sample?.pictureMs ?? Infinity }));
  const best = Math.min(...times.map(({ ms }) => ms));
  return times.flatMap(({ peer, ms }) => (ms < Infinity && ms <= best * FAR_BEHIND ? [peer] : []));
}

function serveTree(page: BenchPage, items: number): { readonly bough: string; readonly nested: string } {
  const { bough, nested } = textsOf(makeTree(items));
  return { bough: page.serve(`bough-${items}`, bough), nested: page.serve(`nested-${items}`, nested) };
}

function reportOf(rows: readonly Row[], huge: number | null, limitMs: number): Report {
  const at = (items: number): Sample[] =>
    rows.flatMap((row) => (row.who === 'Bough' && row.items === items && row.sample !== null ? [row.sample] : []));
  const judged = at(JUDGED);
  const peers = rows.flatMap((row) =>
    row.who !== 'Bough' && row.items === JUDGED && row.sample !== null ? [row.sample.pictureMs] : [],
  );
  // When nobody came in time, the best of them needed at least that.
  const a = peers.length === 0 ? limitMs : Math.min(...peers);
  const b = median(judged.map((sample) => sample.pictureMs));
  const figures: Figure[] = [
    { name: 'timesFaster', value: a / b, unit: 'times the best peer at 10,000', bar: { atLeast: 10 } },
    { name: 'picture', value: b, unit: 'ms at 10,000', bar: { atMost: 300 } },
    ...frameFigures(judged),
    { name: 'add', value: middle(judged, 'addMs'), unit: 'ms (median)', bar: { atMost: 16.7 } },
    {
      name: 'key',
      value: middle(judged, 'keyMs'),
      unit: 'ms to the painted frame (median)',
      bar: { atMost: 16.7 },
    },
    { name: 'longestTask', value: middle(judged, 'longestTaskMs'), unit: 'ms', bar: { atMost: 50 } },
  ];
  const large = huge === null ? [] : at(huge);
  if (large.length > 0) {
    figures.push(
      { name: 'hugePicture', value: middle(large, 'pictureMs'), unit: 'ms at 100,000', bar: { atMost: 1_000 } },
      { name: 'hugePan', value: inFrames(large, 'pan'), unit: 'ms (p95)', bar: { atMost: 16.7 } },
      { name: 'hugeMemory', value: middle(large, 'processBytes') / MB, unit: 'MB', bar: { atMost: 400 } },
    );
  }
  return { table: tableOf(rows), a, b, ratio: b / a, figures };
}

function frameFigures(samples: readonly Sample[]): Figure[] {
  return (['pan', 'zoom', 'typing', 'drag'] as const).map((what) => ({
    name: `${what}Frame`,
    value: inFrames(samples, what),
    unit: 'ms (p95)',
    bar: { atMost: 16.7 },
  }));
}

/** The 95th percentile in whole frames: the browser's clock is a tenth of a millisecond coarse. */
function inFrames(samples: readonly Sample[], what: 'pan' | 'zoom' | 'typing' | 'drag'): number {
  const gaps = samples.flatMap((sample) => sample[what]);
  return gaps.length === 0 ? Number.NaN : Math.round(percentile(gaps, 0.95) / FRAME_MS) * FRAME_MS;
}

function middle(
  samples: readonly Sample[],
  what: 'pictureMs' | 'addMs' | 'keyMs' | 'longestTaskMs' | 'processBytes',
): number {
  return samples.length === 0 ? Number.NaN : median(samples.map((sample) => sample[what]));
}

function tableOf(rows: readonly Row[]): string[][] {
  const ms = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 100 ? 1 : 0) : '-');
  const p95 = (gaps: readonly number[]): string => (gaps.length === 0 ? '-' : percentile(gaps, 0.95).toFixed(1));
  const head = [
    '',
    'items',
    'picture ms',
    'pan p95',
    'zoom p95',
    'typing p95',
    'drag p95',
    'add ms',
    'heap MB',
    'nodes',
  ];
  return [
    head,
    ...rows.map(({ who, items, sample }) =>
      sample === null
        ? [who, String(items), 'over its limit']
        : [
            who,
            String(items),
            ms(sample.pictureMs),
            ...[sample.pan, sample.zoom, sample.typing, sample.drag].map(p95),
            ms(sample.addMs),
            ms(sample.heapBytes / MB),
            Number.isFinite(sample.nodes) ? String(sample.nodes) : '-',
          ],
    ),
  ];
}
