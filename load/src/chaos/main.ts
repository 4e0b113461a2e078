import { bringFullStack } from '../bough/full-stack.ts';
import { chaos } from './run.ts';

// npm run chaos -- SEED [--minutes N]
//
// The whole stack as processes, people who go on working, and what a seed does to it; three minutes when nothing is said. At the end
// every oracle that can be asked from outside. Exit code 1 when one finds something.

const args = process.argv.slice(2);
const seed = Number(args.find((arg) => !arg.startsWith('--')) ?? 'none');
const at = args.indexOf('--minutes');
const minutes = at === -1 ? 3 : Number(args[at + 1]);
if (!Number.isInteger(seed) || !(minutes > 0)) {
  console.error('Say which seed: npm run chaos -- SEED [--minutes N]');
  process.exit(1);
}
const say = (line: string): void => console.log(line);
const missing = await bringFullStack(say);
if (missing !== null) {
  console.error(missing);
  process.exit(1);
}
const report = await chaos(seed, minutes * 60_000, say);
for (const { atMs, what } of report.seen) console.log(`  ${(atMs / 1000).toFixed(1).padStart(7)} s  ${what}`);
for (const problem of report.problems) console.log(`WRONG: ${problem}`);
const { changes, files, convergedMs, standIns, problems } = report;
const facts = { changes, files: files.asked, filesFailed: files.failed, convergedMs: Math.round(convergedMs) };
console.log(
  JSON.stringify({
    chaos: seed,
    minutes,
    faults: report.seen.length - 1,
    ...facts,
    standIns,
    problems: problems.length,
  }),
);
process.exitCode = problems.length === 0 ? 0 : 1;
