import type { Figure } from '../benchmark.ts';
import { rounded } from '../verdicts.ts';
import type { Acts } from './crowd.ts';
import { HIDDEN, judge, type Judged, type Point } from './growth.ts';
import type { Kept, Sample } from './sample.ts';

const HOUR_MS = 3_600_000;
/** The second half of a run is judged, if it lasts this long: a process that has just started still warms up. */
const LEAST_MS = HOUR_MS / 3;
/** In a second half of this length noise is no excuse: what could hide a leak falls short. In a shorter one it is left unjudged, and named. */
const LONG_MS = HOUR_MS;
const MEGA = 1e6;

/**
 * What may grow by how much an hour. Everything is held to what is left of its slope when the noise of the run has been taken away.
 *
 * - Memory in use: 2 % of what the process has, which is at most 100 MB. This crowd makes 40,000 changes an hour: a process that keeps 100 bytes of
 *   each loses 4 MB. What grows by design is far below: some hundred bytes for each segment that a head names.
 * - Resident memory: 4 %. It is what remains of the largest moment, in pages that the allocator has torn, so it says less.
 * - Descriptors, and objects and rows of what people make and remove again: nothing. Fewer than one an hour is none: each errand is done seventy times an
 *   hour and more.
 * - Turns of the event loop: 5 ms for their 99th percentile. People feel 50.
 */
const MOST = { liveShare: 0.02, residentShare: 0.04, whole: 1, loopMs: 5 } as const;

/** What objects and rows are kept by design, each held to what people did; all else that is kept must not grow. */
interface ByDesign {
  readonly per: keyof Acts;
  readonly most: number;
}

/**
 * Objects. History is kept forever: segments and keyframes. A segment grows until it outweighs the next keyframe, and takes the place of the
 * one before: two objects for some thousand changes of these maps. If the ones before were left, it would be one for each sealing, which is about 130
 * changes. Files are kept for a week, so that nobody waits for them twice, in pieces. What was removed forever leaves its id (`purged`), so
 * that no backup brings it back.
 */
const OBJECTS: Readonly<Record<string, ByDesign>> = {
  segments: { per: 'changes', most: 1 / 250 },
  snapshots: { per: 'changes', most: 1 / 250 },
  exports: { per: 'pieces', most: 1.1 },
  purged: { per: 'purges', most: 1.1 },
};

/** Bytes of the history for each change: its line, sealed, is about 300, and its part of keyframes weighs about as much again. */
const BYTES_OF_CHANGE = 1_200;

/**
 * Rows. The audit log tells of what people did to who may open what, and is kept for as long as an operator says; a comment rings at the others in its
 * thread, for 90 days, and no bell is rung twice (`rung`); emails are kept for 30 days after they were sent, and what they lead to until it is used or
 * too late.
 */
const ROWS: Readonly<Record<string, ByDesign>> = {
  audit: { per: 'asks', most: 1.1 },
  rings: { per: 'comments', most: 2 },
  rung: { per: 'comments', most: 2 },
  mails: { per: 'emails', most: 1.1 },
  sign_ins: { per: 'emails', most: 1.1 },
};

/** What the second half of the run came to. */
export interface Verdicts {
  readonly figures: readonly Figure[];
  /** The names of those that so short a run says nothing of. */
  readonly notJudged: readonly string[];
}

/** Judges the second half, all kinds of objects and rows of which there are any; `samples` are of the whole run, which took `lengthMs`. */
export function judgeRun(samples: readonly Sample[], lengthMs: number): Verdicts {
  const half = samples.filter(({ atMs }) => atMs >= lengthMs / 2);
  const kept = half.flatMap((one) => (one.kept === null ? [] : [{ atMs: one.atMs, kept: one.kept }]));
  const all = [...ofProcesses(half, kept), ...ofObjects(kept), ...ofRows(kept)];
  const figures: Figure[] = [];
  const notJudged: string[] = [];
  for (const judged of all) {
    const { kind, growth } = judge(judged);
    const isTooShort = lengthMs / 2 < LEAST_MS || (kind === 'noise' && lengthMs / 2 < LONG_MS);
    if (isTooShort) {
      notJudged.push(judged.name);
      figures.push({ name: `not judged in so short a run: ${judged.name}`, value: growth.slope, unit: judged.unit });
    } else figures.push(...figuresOf(judged));
  }
  return { figures, notJudged };
}

/** One figure; a second where noise could hide so much that nobody can call it flat. */
function figuresOf(judged: Judged): readonly Figure[] {
  const { name, unit, most } = judged;
  const { kind, growth } = judge(judged);
  const grown = { name: `${name}, beyond noise`, value: Math.max(0, growth.low), unit, bar: { atMost: rounded(most) } };
  if (kind !== 'noise') return [grown];
  return [grown, { name: `${name}, in noise`, value: growth.high, unit, bar: { atMost: rounded(most * HIDDEN) } }];
}

interface KeptAt {
  readonly atMs: number;
  readonly kept: Kept;
}

function ofProcesses(half: readonly Sample[], kept: readonly KeptAt[]): readonly Judged[] {
  const names = Object.keys(half[0]?.processes ?? {});
  return names.flatMap((name): Judged[] => {
    const facts = half.map(({ atMs, processes }) => ({ at: atMs / HOUR_MS, facts: processes[name] }));
    const points = (of: 'residentBytes' | 'descriptors' | 'loopMs', unit = 1): readonly Point[] =>
      facts.map((one) => ({ at: one.at, value: (one.facts?.[of] ?? Number.NaN) / unit }));
    const resident = points('residentBytes', MEGA);
    const live = kept.map((one) => ({
      at: one.atMs / HOUR_MS,
      value: (one.kept.liveBytes[name] ?? Number.NaN) / MEGA,
    }));
    return [
      { name: `${name} memory in use`, points: live, unit: 'MB an hour', most: levelOf(live) * MOST.liveShare },
      {
        name: `${name} memory resident`,
        points: resident,
        unit: 'MB an hour',
        most: levelOf(resident) * MOST.residentShare,
      },
      { name: `${name} descriptors`, points: points('descriptors'), unit: 'an hour', most: MOST.whole },
      { name: `${name} event loop p99`, points: points('loopMs'), unit: 'ms an hour', most: MOST.loopMs },
    ];
  });
}

function ofObjects(kept: readonly KeptAt[]): readonly Judged[] {
  const kinds = namesOf(kept, ({ objects }) => objects);
  const counts = kinds.map((kind) => {
    const [, folder = ''] = kind.split(' ');
    return keptAs(`objects: ${kind}`, kept, OBJECTS[folder], (one) => one.objects[kind]?.count ?? 0);
  });
  const bytes = ['first', 'second'].map((store) =>
    keptAs(`bytes of the history: ${store}`, kept, { per: 'changes', most: BYTES_OF_CHANGE }, ({ objects }) =>
      ['segments', 'snapshots'].reduce((sum, folder) => sum + (objects[`${store} ${folder}`]?.bytes ?? 0), 0),
    ),
  );
  return [...counts, ...bytes];
}

function ofRows(kept: readonly KeptAt[]): readonly Judged[] {
  return namesOf(kept, ({ rows }) => rows).map((name) =>
    keptAs(`rows: ${name}`, kept, ROWS[name], (one) => one.rows[name] ?? 0),
  );
}

/** By the hour; what is kept by design by what people did. */
function keptAs(
  name: string,
  kept: readonly KeptAt[],
  design: ByDesign | undefined,
  valueOf: (kept: Kept) => number,
): Judged {
  const value = ({ kept: one }: KeptAt): number => valueOf(one);
  if (design === undefined) {
    const points = kept.map((one) => ({ at: one.atMs / HOUR_MS, value: value(one) }));
    return { name, points, unit: 'an hour', most: MOST.whole };
  }
  const { per, most } = design;
  const points = kept.map((one) => ({ at: one.kept.acts[per], value: value(one) }));
  return { name, points, unit: `for each of the ${per}`, most };
}

function namesOf(kept: readonly KeptAt[], of: (kept: Kept) => Readonly<Record<string, unknown>>): readonly string[] {
  const found = kept.flatMap((one) => Object.entries(of(one.kept)).filter(([, count]) => count !== 0));
  return [...new Set(found.map(([name]) => name))].toSorted();
}

/** What the values are about. */
function levelOf(points: readonly Point[]): number {
  return points.length === 0 ? 0 : points.reduce((sum, { value }) => sum + value, 0) / points.length;
}
