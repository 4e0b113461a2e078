import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { JUDGE_LIST } from './judges.ts';
import { aspectsOf, type Judge } from './judge.ts';
import { orderSubjects } from './made-maps.ts';
import { type Verdict, verdictOf, WrittenSubjects } from './judging.ts';
import { roundTripOf } from './round-trips.ts';
import { filesBelow, type Subject, subjectsBelow } from './subjects.ts';

// npm run interop -- FOLDER [JUDGE...]: every mind map below the folder as the exporter writes it, opened by programs that nobody here wrote.
// One more is made here: its words are orders to some of them. Prints, for each program, in how many files it sees the same tree, texts, images and links, and the first difference of each file that
// it sees otherwise. Before that, what of files of .mm, OPML and XMind comes back when Bough has read and written them, by parsers that nobody
// here wrote. Exit code 1 when something differs. Programs that the machine has not are named with the way to get them.

const ROUND_TRIPS = 'round-trips';
const MOST_LINES = 5;

async function main(folder: string | undefined, only: readonly string[]): Promise<number> {
  if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    process.stderr.write('Usage: npm run interop -- FOLDER [JUDGE...]\nOpens what Bough writes in other programs.\n');
    return 2;
  }
  const { subjects: found, refused } = subjectsBelow(resolve(folder));
  const subjects = [...found, ...orderSubjects()];
  for (const line of refused) say(`no map in ${line}`);
  const written = new WrittenSubjects(subjects);
  let differing = 0;
  if (only.length === 0 || only.includes(ROUND_TRIPS)) differing += tellRoundTrips(resolve(folder));
  try {
    for (const judge of JUDGE_LIST.filter(({ name }) => only.length === 0 || only.includes(name))) {
      const there = await judge.find();
      if ('missing' in there) say(`skipped ${judge.name}: ${there.missing}`);
      else {
        const verdict = await verdictOf(judge, subjects, await written.in(judge.format));
        tell(judge, there.version, subjects, verdict);
        differing += verdict.differing;
      }
    }
  } finally {
    written.remove();
  }
  say(`\n${subjects.length} maps, ${differing} seen otherwise than they are, without a reason that is known.`);
  return differing === 0 ? 0 : 1;
}

/** How many files come back with less than they had. */
function tellRoundTrips(root: string): number {
  const trips = filesBelow(root).flatMap(({ name, bytes }) => {
    const trip = roundTripOf(name, bytes);
    return trip === null ? [] : [{ name, ...trip }];
  });
  const listed = new Map<string, number>();
  for (const [why, count] of trips.flatMap((trip) => [...trip.listed])) listed.set(why, (listed.get(why) ?? 0) + count);
  const whole = trips.filter(({ lost }) => lost.length === 0).length;
  const facts = trips.reduce((sum, trip) => sum + trip.facts, 0);
  say(`${ROUND_TRIPS.padEnd(28)} ${'.mm .opml .xmind'.padEnd(11)} whole ${whole}/${trips.length}, ${facts} facts`);
  for (const [why, count] of listed) say(`    ${count} listed: ${why}`);
  for (const { name, lost } of trips) for (const line of lost.slice(0, MOST_LINES)) say(`    ${name}: ${line}`);
  return trips.length - whole;
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
