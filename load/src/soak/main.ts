import { holds } from '../benchmark.ts';
import { bringFullStack } from '../bough/full-stack.ts';
import { takeGiven } from '../chaos/given.ts';
import { printTable } from '../command.ts';
import { printedFigure, rounded } from '../verdicts.ts';
import { type Soaked, soak } from './run.ts';

// npm run soak [-- --minutes N]
//
// Two hours when nothing is said: a few people edit, share, comment, open and close maps and save files on a full stack, at a constant rate. Memory,
// descriptors, event loops, objects and rows have to be flat in the second half, and what is left when all have gone, in a tenth of the time
// more, has to be nothing. A short run tries it out: what it cannot judge it names. Exit code 1 when a figure falls short of its bar, 2 when nothing
// could be tried.

const MINUTES = 120;

async function main(args: readonly string[]): Promise<number> {
  const rest = [...args];
  const minutes = Number(takeGiven(rest, '--minutes') ?? MINUTES);
  if (rest.length > 0 || !(minutes > 0)) {
    console.error('npm run soak [-- --minutes N]');
    return 2;
  }
  if (process.platform !== 'linux') {
    console.error('npm run soak counts what processes have open in /proc: it needs Linux.');
    return 2;
  }
  const say = (line: string): void => console.log(line);
  const missing = await bringFullStack(say);
  if (missing !== null) {
    console.error(missing);
    return 2;
  }
  return tell(await soak(minutes * 60_000, say), minutes);
}

function tell({ figures, notJudged, problems, tables, facts }: Soaked, minutes: number): number {
  for (const table of tables) {
    printTable(table);
    console.log('');
  }
  for (const figure of figures) console.log(printedFigure(figure));
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  const short = figures.filter((one) => !holds(one));
  const judged = figures.filter(({ bar }) => bar !== undefined);
  const all = Object.fromEntries(judged.map(({ name, value }) => [name, rounded(value)]));
  console.log(JSON.stringify({ soak: minutes, ...all, ...facts, notJudged: notJudged.length, short: short.length }));
  console.log(lastLine({ minutes, short: short.length, notJudged: notJudged.length }));
  return short.length === 0 ? 0 : 1;
}

function lastLine(run: { readonly minutes: number; readonly short: number; readonly notJudged: number }): string {
  const { minutes, short, notJudged } = run;
  const left =
    notJudged === 0 ? '' : ` ${notJudged} figures were not judged: ${minutes} minutes are too short for them.`;
  return short === 0 ? `The soak holds.${left}` : `The soak does not hold: ${short} figures fall short.${left}`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (failure) {
  console.error(failure);
  console.log('The soak does not hold: it did not come to its end.');
  process.exitCode = 2;
}
