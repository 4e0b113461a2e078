import { noteOwners } from '../note-owner.ts';
import { noCounts, type OwnerKind, type SimCounts } from './sim-types.ts';
import { SimWorld } from './sim-world.ts';

const TOLD_EVERY = 250;

/** Runs seeds, says now and then how far it is and at the end what came of them; answers the exit code. */
export async function runSeeds(
  args: readonly string[],
  say: (line: string) => void,
  kind: OwnerKind = noteOwners,
): Promise<number> {
  const numbers = args.filter((arg, at) => /^\d+$/.test(arg) && !(args[at - 1] ?? '').startsWith('--')).map(Number);
  const seeds = numbers[0] ?? 500;
  const fromAt = args.indexOf('--from');
  const from = fromAt < 0 ? 1 : Number(args[fromAt + 1]);
  const sum = noCounts();
  let failed = 0;
  for (let seed = from; seed < from + seeds; seed++) {
    const world = new SimWorld(seed, kind);
    try {
      await world.run();
    } catch (error) {
      failed++;
      say(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
      if (args.includes('--stack') && error instanceof Error) say(error.stack ?? '');
      if (args.includes('--stop')) break;
    }
    addCounts(sum, world.counts);
    const done = seed - from + 1;
    if (done % TOLD_EVERY === 0 && done < seeds) {
      say(`${done} seeds from ${from}: ${failed} failed so far; the rest: ${seeds - done} --from ${seed + 1}`);
    }
  }
  say(`${seeds} seeds from ${from}: ${failed} failed`);
  say(JSON.stringify(sum));
  return failed === 0 ? 0 : 1;
}

/** Adds one run's numbers to those of others. */
export function addCounts(sum: SimCounts, counts: SimCounts): void {
  for (const name of Object.keys(sum) as (keyof SimCounts)[]) sum[name] += counts[name];
}
