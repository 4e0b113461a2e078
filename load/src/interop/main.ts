import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { JUDGE_LIST } from './judges.ts';
import { aspectsOf, type Judge } from './judge.ts';
import { type Verdict, verdictOf, WrittenSubjects } from './judging.ts';
import { type Subject, subjectsBelow } from './subjects.ts';

// npm run interop -- FOLDER [JUDGE...]: every mind map below the folder as the exporter writes it, opened by programs that nobody here wrote.
// Prints, for each program, in how many files it sees the same tree, texts, images and links, and the first difference of each file that
// it sees otherwise. Exit code 1 when there is one. Programs that the machine has not are named with the way to get them.

async function main(folder: string | undefined, only: readonly string[]): Promise<number> {
  if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    process.stderr.write('Usage: npm run interop -- FOLDER [JUDGE...]\nOpens what Bough writes in other programs.\n');
    return 2;
  }
  const { subjects, refused } = subjectsBelow(resolve(folder));
  for (const line of refused) say(`no map in ${line}`);
  const written = new WrittenSubjects(subjects);
  let differing = 0;
  try {
    for (const judge of JUDGE_LIST.filter(({ name }) => only.length === 0 || only.includes(name))) {
      const found = await judge.find();
      if ('missing' in found) say(`skipped ${judge.name}: ${found.missing}`);
      else {
        const verdict = await verdictOf(judge, subjects, await written.in(judge.format));
        tell(judge, found.version, subjects, verdict);
        differing += verdict.differing;
      }
    }
  } finally {
    written.remove();
  }
  say(`\n${subjects.length} maps, ${differing} seen otherwise than they are, without a reason that is known.`);
  return differing === 0 ? 0 : 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tell(judge: Judge, version: string, subjects: readonly Subject[], verdict: Verdict): void {
  const [sample] = subjects;
  const aspects = sample === undefined ? [] : aspectsOf(judge.expect(sample.draft));
  const cells = aspects.map((aspect) => `${aspect} ${verdict.same.get(aspect) ?? 0}/${subjects.length}`.padEnd(16));
  say(`${`${judge.name} ${version}`.padEnd(28)} .${judge.format.padEnd(10)} ${cells.join(' ')}`);
  for (const line of [...verdict.explained, ...verdict.unexplained]) say(`    ${line}`);
}

process.exitCode = await main(process.argv[2], process.argv.slice(3));
