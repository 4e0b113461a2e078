import { noCounts, type SimCounts } from './sim-settings.ts';
import { SimWorld } from './sim-world.ts';

/** The command behind `simulate.ts`: runs seeds and says what came of them; answers the exit code. */
export function runSeeds(args: readonly string[], say: (line: string) => void): number {
  const traced = valueOf(args, '--trace');
  if (traced !== null) return traceOne(traced, say);
  const seeds = Number(args.find((arg, at) => /^\d+$/.test(arg) && !(args[at - 1] ?? '').startsWith('--')) ?? 500);
  const from = valueOf(args, '--from') ?? 1;
  const sum = noCounts();
  const failed: number[] = [];
  let changes = 0;
  for (let seed = from; seed < from + seeds; seed++) {
    try {
      const outcome = new SimWorld(seed).run();
      changes += outcome.changes;
      addCounts(sum, outcome.counts);
    } catch (error) {
      failed.push(seed);
      say(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
      if (args.includes('--stop')) break;
    }
  }
  say(`${seeds} seeds from ${from}: ${changes} changes in the logs, ${failed.length} failed`);
  say(JSON.stringify(sum));
  return failed.length === 0 ? 0 : 1;
}

/** Adds one run's numbers to those of others. */
export function addCounts(sum: SimCounts, counts: SimCounts): void {
  for (const name of Object.keys(sum) as (keyof SimCounts)[]) sum[name] += counts[name];
}

function traceOne(seed: number, say: (line: string) => void): number {
  const world = new SimWorld(seed, { keepTrace: 4000 });
  try {
    const outcome = world.run();
    say(`seed ${seed} holds, trace ${outcome.trace}, ${JSON.stringify(outcome.counts)}`);
    return 0;
  } catch (error) {
    for (const line of world.trace.lines) say(line);
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
}

function valueOf(args: readonly string[], name: string): number | null {
  const at = args.indexOf(name);
  return at < 0 ? null : Number(args[at + 1]);
}
