import { seededRandom } from '@bough/base/testing';
import { describe, expect, test } from 'vitest';
import { holds } from '../benchmark.ts';
import { judgeRun } from './judge-run.ts';
import type { Kept, Sample } from './sample.ts';

const MINUTE_MS = 60_000;

/** What each process, store and collection has beyond what is flat, by the hour. */
interface Leak {
  readonly live?: number;
  readonly resident?: number;
  readonly descriptors?: number;
  readonly loopMs?: number;
  readonly rows?: number;
  /** Of segments, for each change. */
  readonly segments?: number;
}

/** A run of so many minutes: a sample every ten seconds, what is kept every minute, noise in everything that has some, and this leak. */
function run(minutes: number, leak: Leak = {}, noise = 1): readonly Sample[] {
  const random = seededRandom(7);
  const about = (value: number, scatter: number): number => value + noise * scatter * (2 * random.fraction() - 1);
  return Array.from({ length: minutes * 6 + 1 }, (_, n): Sample => {
    const atMs = n * 10_000;
    const hours = atMs / 3_600_000;
    // Nothing is steady while processes warm up.
    const warm = 1 - Math.exp(-hours / 0.1);
    const facts = {
      residentBytes: about(60e6 + 90e6 * warm + (leak.resident ?? 0) * hours, 4e6),
      descriptors: Math.round(about(40 + 10 * warm + (leak.descriptors ?? 0) * hours, 2)),
      loopMs: about(12 + (leak.loopMs ?? 0) * hours, 5),
    };
    return { atMs, processes: { gateway: facts }, kept: n % 6 === 0 ? kept(hours, warm, about, leak) : null };
  });
}

function kept(hours: number, warm: number, about: (value: number, scatter: number) => number, leak: Leak): Kept {
  const changes = Math.round(40_000 * hours);
  const acts = {
    changes,
    comments: Math.round(changes / 25),
    asks: Math.round(700 * hours),
    files: 0,
    pieces: 0,
    emails: 0,
    purges: 0,
  };
  const segments = Math.round(changes * ((leak.segments ?? 0) + 1 / 3_000));
  return {
    acts,
    liveBytes: { gateway: about(30e6 + 30e6 * warm + (leak.live ?? 0) * hours, 1e6) },
    objects: {
      'first heads': { count: 205, bytes: 1e6 },
      'first segments': { count: segments, bytes: 600 * changes },
      'second segments': { count: segments, bytes: 600 * changes },
    },
    rows: { maps: Math.round(about(205.5 + (leak.rows ?? 0) * hours, 0.6)), audit: acts.asks, rings: acts.comments },
  };
}

/** The names of what falls short. */
function short(samples: readonly Sample[], minutes: number): readonly string[] {
  const { figures } = judgeRun(samples, minutes * MINUTE_MS);
  return figures.filter((one) => !holds(one)).map(({ name }) => name);
}

describe('two hours', () => {
  test('[HOUSE-130] of a Bough that is flat and noisy hold, and all of it is judged', () => {
    expect(short(run(120), 120)).toEqual([]);
    expect(judgeRun(run(120), 120 * MINUTE_MS).notJudged).toEqual([]);
  });

  test.each([
    ['memory in use', { live: 5e6 }, 'gateway memory in use, beyond noise'],
    ['resident memory', { resident: 20e6 }, 'gateway memory resident, beyond noise'],
    ['descriptors, one in fifteen minutes', { descriptors: 4 }, 'gateway descriptors, beyond noise'],
    ['the event loop', { loopMs: 12 }, 'gateway event loop p99, beyond noise'],
    ['rows that nobody needs', { rows: 4 }, 'rows: maps, beyond noise'],
  ])('[HOUSE-130] find a leak of %s', (_, leak, name) => {
    expect(short(run(120, leak), 120)).toEqual([name]);
  });

  test('[HOUSE-130] find objects that history does not need, however much is written', () => {
    const leak = { segments: 1 / 130 };
    const names = ['objects: first segments, beyond noise', 'objects: second segments, beyond noise'];
    expect(short(run(120, leak), 120)).toEqual(names);
  });

  test('[HOUSE-130] with too much noise to say anything do not hold', () => {
    expect(short(run(120, {}, 12), 120).filter((name) => name.endsWith(', in noise'))).toContain(
      'gateway descriptors, in noise',
    );
  });
});

describe('a short run', () => {
  test('[HOUSE-130] judges nothing that needs hours, and names all of it', () => {
    const { figures, notJudged } = judgeRun(run(3, { live: 1e9 }), 3 * MINUTE_MS);
    expect(figures.every(({ bar }) => bar === undefined)).toBe(true);
    expect(notJudged).toHaveLength(figures.length);
    expect(notJudged).toContain('gateway memory in use');
  });

  test('[HOUSE-130] of an hour judges what is clear, and names what hides in its noise', () => {
    const { figures, notJudged } = judgeRun(run(60, { live: 40e6 }, 6), 60 * MINUTE_MS);
    expect(figures.filter((one) => !holds(one)).map(({ name }) => name)).toEqual([
      'gateway memory in use, beyond noise',
    ]);
    expect(notJudged).toContain('gateway descriptors');
  });
});
