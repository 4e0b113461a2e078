import type { MapId } from '@bough/base';
import { type Benchmark, type Figure, median, percentile, type Report, type RunSettings } from '../benchmark.ts';
import { retitle } from './exports/changer.ts';
import { type Edit, Editor } from './exports/editor.ts';
import { Exporting, type Wish } from './exports/running.ts';

// How long a file takes and what it needs, by kind and by the map's size, with a process that has drawn before; and what somebody
// who edits another map notices of twenty files that are made: A: nobody exports, B: twenty files wait and are made, by turns.

const SIZES = [
  { items: 2_000, atMostMs: 1_000 },
  { items: 10_000, atMostMs: 3_000 },
] as const;
const FORMATS = ['pdf', 'png', 'svg'] as const;
const MOST_MB = 500;
/** A frame: less than that nobody can see. */
const FRAME_MS = 16.7;
/** Of one side: long enough for pictures of each kind, and for so many edits that a hundredth of them is some. */
const SIDE_MS = 6_000;

async function run({ quick, say }: RunSettings): Promise<Report> {
  const exporting = await Exporting.start();
  const editor = new Editor();
  try {
    const table: string[][] = [['items', 'format', 'ms', 'MB at most', 'bytes']];
    const figures: Figure[] = [];
    for (const { items, atMostMs } of SIZES) {
      const map = await exporting.makeMap(items);
      for (const format of FORMATS) {
        say(`${items} items as ${format}`);
        const { ms, mb, bytes } = await measured(exporting, map, format, quick ? 2 : 5);
        table.push([String(items), format, ms.toFixed(0), mb.toFixed(0), String(bytes)]);
        const name = `${items} items, ${format}`;
        figures.push(
          { name: `${name}: time`, value: ms, unit: 'ms', bar: { atMost: atMostMs } },
          { name: `${name}: memory`, value: mb, unit: 'MB', bar: { atMost: MOST_MB } },
        );
      }
    }
    say('somebody edits while twenty files are made');
    const { quiet, loud } = await editing(exporting, editor, quick ? 4 : 8);
    const [a, b] = [quiet, loud].map((edits) =>
      percentile(
        edits.map(({ ms }) => ms),
        0.99,
      ),
    );
    if (a === undefined || b === undefined) throw new Error('there are two sides');
    const slowest = loud.filter(({ ms }) => ms >= b);
    const waited = (whose: 'docstore' | 'here'): number => median(slowest.map((edit) => edit[whose]));
    figures.push(
      { name: 'edit p99 without exports', value: a, unit: 'ms' },
      { name: 'edit p99 while twenty exports wait', value: b, unit: 'ms' },
      { name: 'of its slowest hundredth: docstore waited for a core', value: waited('docstore'), unit: 'ms' },
      { name: 'of its slowest hundredth: who edits waited for a core', value: waited('here'), unit: 'ms' },
      { name: 'what exports add to it', value: b - a, unit: 'ms', bar: { atMost: FRAME_MS } },
    );
    return { table, a, b, ratio: b / a, figures, facts: { edits: quiet.length + loud.length } };
  } finally {
    editor.stop();
    await exporting.stop();
  }
}

/** The map is changed before each, so that no file is one that was kept. */
async function measured(
  exporting: Exporting,
  map: MapId,
  format: Wish['format'],
  rounds: number,
): Promise<{ readonly ms: number; readonly mb: number; readonly bytes: number }> {
  await exporting.export({ map, format: 'svg', theme: 'dark' });
  const times: number[] = [];
  const peaks: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    await exporting.change(map, retitle(round));
    exporting.forgetPeaks();
    const fromMs = performance.now();
    bytes = await exporting.export({ map, format });
    times.push(performance.now() - fromMs);
    peaks.push(exporting.peakMb());
  }
  return { ms: median(times), mb: Math.max(...peaks), bytes };
}

/** How long edits of one map take, while nothing is exported and while twenty files of another are, in turn. */
async function editing(
  exporting: Exporting,
  editor: Editor,
  rounds: number,
): Promise<{ readonly quiet: readonly Edit[]; readonly loud: readonly Edit[] }> {
  const [edited, exported] = [await exporting.makeMap(200), await exporting.makeMap(2_000)];
  const times: { quiet: Edit[]; loud: Edit[] } = { quiet: [], loud: [] };
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? (['quiet', 'loud'] as const) : (['loud', 'quiet'] as const)) {
      await exporting.change(exported, retitle(round));
      const leaving = new AbortController();
      const files = side === 'loud' ? twenty(exported) : [];
      const made = files.map((wish) => exporting.export(wish, leaving.signal).catch(() => 0));
      times[side].push(...(await editor.edit(exporting.asked(edited, SIDE_MS))));
      leaving.abort();
      await Promise.all(made);
    }
  }
  return times;
}

/** Twenty different files. */
function twenty(map: MapId): readonly Wish[] {
  const papers = ['one', 'a4', 'a3', 'a2', 'letter', 'legal'] as const;
  const themes = ['light', 'dark'] as const;
  return themes.flatMap((theme) => [
    ...papers.map((paper): Wish => ({ map, format: 'pdf', theme, paper })),
    ...[1, 2, 3].map((scale): Wish => ({ map, format: 'png', theme, scale })),
    { map, format: 'svg', theme },
  ]);
}

export const benchmark: Benchmark = {
  name: 'exports',
  what: 'A: editing while nobody exports, B: while twenty files are made of another map: p99 (ratio b / a); time and memory of each kind of file',
  run,
};
