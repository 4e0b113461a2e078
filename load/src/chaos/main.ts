import { writeFile } from 'node:fs/promises';
import { bringFullStack } from '../bough/full-stack.ts';
import { bringPage } from '../bough/page.ts';
import { type Asked, readAsked } from './given.ts';
import { reportOf } from './report.ts';
import { chaos, type ChaosReport } from './run.ts';

// npm run chaos -- SEED [--minutes N] [--report FILE]
// npm run chaos -- 1..20
// npm run chaos -- mutants (see mutants.ts)
//
// The whole stack as processes, people who go on working, and what a seed does to it; three minutes each when nothing is said. At the end
// every oracle that can be asked from outside, and, where nothing was wrong, a drill of what chance hardly meets (see drill.ts). Exit code 1 when
// one finds something, 2 when nothing could be tried. FILE is written as Markdown, or as JSON where its name ends so.

async function main(args: readonly string[]): Promise<number> {
  const asked = readAsked(args);
  if (asked === null) {
    console.error(
      'Say which seed, or which: npm run chaos -- SEED [--minutes N] [--report FILE], npm run chaos -- 1..20',
    );
    return 2;
  }
  const say = (line: string): void => console.log(line);
  const missing = (await bringFullStack(say)) ?? (await bringPage());
  if (missing !== null) {
    console.error(missing);
    return 2;
  }
  const reports: ChaosReport[] = [];
  for (const seed of asked.seeds) {
    const report = await chaos(seed, asked.minutes * 60_000, say);
    reports.push(report);
    tell(report, asked.minutes);
    if (asked.report !== null) await writeFile(asked.report, textOf(reports, asked));
  }
  const failed = reports.filter(({ problems }) => problems.length > 0).map(({ seed }) => seed);
  if (asked.seeds.length > 1) console.log(JSON.stringify({ seeds: asked.seeds.length, failed }));
  return failed.length === 0 ? 0 : 1;
}

function textOf(reports: readonly ChaosReport[], { report, minutes }: Asked): string {
  return report?.endsWith('.json') === true
    ? `${JSON.stringify(reports, null, 2)}\n`
    : `${reportOf(reports, minutes)}\n`;
}

function tell(
  { seed, injected, seen, never, logs, files, convergedMs, problems, ...facts }: ChaosReport,
  minutes: number,
): void {
  for (const { atMs, what } of seen) console.log(`  ${(atMs / 1000).toFixed(1).padStart(7)} s  ${what}`);
  for (const what of never) console.log(`Not tried here: ${what}`);
  for (const { atMs, format, tookMs, said, because } of files.missed)
    console.log(
      `  ${(atMs / 1000).toFixed(1).padStart(7)} s  no ${format} after ${tookMs} ms [${because.join('; ')}]: ${said}`,
    );
  for (const { name, said } of logs) console.log(`--- ${name}\n${said}`);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  const line = {
    chaos: seed,
    minutes,
    faults: injected.length,
    ...facts,
    files: files.asked,
    filesMissed: files.missed.length,
  };
  console.log(JSON.stringify({ ...line, convergedMs: Math.round(convergedMs), problems: problems.length }));
}

const [first, ...more] = process.argv.slice(2);
try {
  process.exitCode =
    first === 'mutants' ? await (await import('./mutants.ts')).tellMutants(more) : await main(process.argv.slice(2));
} catch (failure) {
  console.error(failure);
  process.exitCode = 2;
}
