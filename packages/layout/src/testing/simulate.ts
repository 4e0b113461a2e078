import { holdFollowing } from './following.ts';

// node packages/layout/src/testing/simulate.ts [seeds] [--from N] [--stop]
//
// Lets layouts follow random changes of so many seeds (100 when nothing is said), every tenth of them a map of several hundred
// items, and ends with exit code 1 when one shows anything else than a layout made afresh. `--stop` ends at the first of these.

declare const process: { readonly argv: readonly string[]; exitCode: number };
declare const console: { log(line: string): void };

const args = process.argv.slice(2);
const fromAt = args.indexOf('--from');
const from = fromAt < 0 ? 1 : Number(args[fromAt + 1]);
const seeds = /^\d+$/.test(args[0] ?? '') ? Number(args[0]) : 100;
let failed = 0;
for (let seed = from; seed < from + seeds; seed++) {
  const size = seed % 10 === 0 ? { items: 600, links: 400, changes: 40 } : { items: 30, links: 20, changes: 80 };
  try {
    holdFollowing(seed, size);
  } catch (error) {
    failed++;
    console.log(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
    if (args.includes('--stop')) break;
  }
}
console.log(`${seeds} seeds from ${from}: ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
