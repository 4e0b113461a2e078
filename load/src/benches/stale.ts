import { runStale, type StaleTally } from '@bough/map/testing';
import type { Benchmark, Figure, Report, RunSettings } from '../benchmark.ts';

// 100,000 ops made by six people who do not see what the others just did. The run itself throws when a law breaks: an exception
// out of apply, a map that check finds something wrong with, two replicas of one log that differ by a byte.

const OPS = 100_000;
const SEEDS = 10;

export const benchmark: Benchmark = {
  name: 'stale',
  what: '100,000 random stale ops (a: handed in, b: applied changes): no throw, check clean, replicas equal to the byte',
  run,
};

function run(settings: RunSettings): Promise<Report> {
  const total = { ops: 0, applied: 0, refused: 0, transformed: 0, recovered: 0 };
  const reasons = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const tally: StaleTally = runStale(seed, OPS / SEEDS);
    settings.say(`seed ${seed}: ${tally.ops} ops, ${tally.refused} refused, ${tally.recovered} recovered`);
    for (const name of ['ops', 'applied', 'refused', 'transformed', 'recovered'] as const) total[name] += tally[name];
    for (const [reason, count] of tally.reasons) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  }
  const counted = (name: keyof typeof total): Figure => ({
    name,
    value: total[name],
    unit: 'changes',
    bar: { atLeast: 1 },
  });
  return Promise.resolve({
    table: [['refused because', 'changes'], ...[...reasons].map(([reason, count]) => [reason, String(count)])],
    a: total.ops,
    b: total.applied,
    ratio: total.applied / total.ops,
    figures: [
      { name: 'ops', value: total.ops, unit: 'ops', bar: { atLeast: OPS } },
      counted('refused'),
      counted('transformed'),
      counted('recovered'),
    ],
  });
}
