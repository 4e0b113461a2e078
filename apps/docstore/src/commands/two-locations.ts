import {
  areApart,
  LateMarks,
  LogFailure,
  readHead,
  reconcileLog,
  repairLog,
  settlement,
  unsureLogs,
} from '@bough/bloblog';
import type { Change } from '@bough/map';
import { changeCodec } from '../changes/change-codec.ts';
import { lateness } from '../second/survey.ts';
import { chosen, type Command, type CommandParts, counted, mustHaveSecond } from './command.ts';
import { codeOf, sayEachDocument } from './each-document.ts';
import type { Given } from './given.ts';

// What an operator does with two locations: see how far the second is behind, repair what rotted in the first, settle what went apart,
// and go home after a failover. Nothing that is lost by a command is lost before it was told, and `--yes` was given.

/** What helps a map of which the two locations have other changes. */
export function settleWords(map: string): string {
  return `To end it: npm run bough -- settle ${map} --keep first (or second) says what is lost.`;
}

/** These commands. */
export const secondCommands: readonly Command[] = [
  {
    name: 'lag',
    changes: 'nothing',
    onlyReads: true,
    takes: 'maps',
    does: 'Says how far the second location is behind, in changes and since when; also while it cannot be reached.',
    runsWithoutSecond: true,
    run: sayLag,
  },
  {
    name: 'repair',
    changes: 'always',
    takes: 'maps',
    does: 'Repairs what is damaged or missing in the first location from the second, and reads each object back. `repair --from PLACE`: from a backup.',
    run: repair,
  },
  {
    name: 'settle',
    changes: 'with --yes',
    takes: 'map to keep',
    does: 'Where the locations went apart: says which changes are lost when one is kept; with --yes it makes the other the same.',
    run: settle,
  },
  {
    name: 'fail-back',
    changes: 'always',
    takes: 'yes',
    does: 'After a failover: brings everything home to the location that was lost, which is set as the second one now.',
    run: failBack,
  },
];

async function sayLag(parts: CommandParts, { maps }: Given): Promise<number> {
  const { ports, first, second, say } = parts;
  let [documents, changes, oldestAt, apart] = [0, 0, Infinity, 0];
  const atLeast = second === null ? 'at least ' : '';
  const note = (map: string, { seq, last, sinceAt }: { seq: number; last: number; sinceAt: number }): void => {
    const lacks = Math.max(0, last - seq);
    [documents, changes, oldestAt] = [documents + 1, changes + lacks, Math.min(oldestAt, sinceAt)];
    say(`${map}: has ${atLeast}${seq} of ${counted(last, 'change')}, behind since ${new Date(sinceAt).toISOString()}`);
  };
  if (second === null) {
    if (!parts.secondTrouble) mustHaveSecond(parts);
    say(`${fullStop(parts.secondTrouble?.message ?? '')} This is what is noted of it in the first location:`);
    for await (const [map, mark] of new LateMarks(first.store).all()) {
      const head = await readHead({ ports, store: first.store }, map).catch(() => null);
      note(map, { ...mark, last: head?.head.seq ?? mark.seq });
    }
  }
  const there = second?.store;
  const run =
    there === undefined
      ? { failed: [] }
      : await sayEachDocument(say, chosen(parts, maps), async (map) => {
          if (await areApart({ ports, first: first.store, second: there }, map)) {
            apart++;
            say(`${map}: went apart: each location has changes that the other has not. ${settleWords(map)}`);
            return;
          }
          const late = await lateness({ ports, first: first.store, second: there }, map);
          if (late !== null) note(map, late);
        });
  const since = documents === 0 ? '' : `, the first of them since ${new Date(oldestAt).toISOString()}`;
  say(
    `${atLeast}${counted(documents, 'document')} behind in the second location by ${atLeast}${counted(changes, 'change')}${since}`,
  );
  if (apart > 0) say(`${counted(apart, 'document')} went apart: nothing of them is copied before they are settled`);
  if (second === null) await sayUnsure(parts);
  return documents + apart === 0 && second !== null ? codeOf(run) : 1;
}

/** What nobody knows before the second location can be asked. */
async function sayUnsure({ ports, first, secondPlace = '', say }: CommandParts): Promise<void> {
  let [documents, changes] = [0, 0];
  for (const map of await unsureLogs(first.store, secondPlace)) {
    const head = await readHead({ ports, store: first.store }, map).catch(() => null);
    [documents, changes] = [documents + 1, changes + (head?.head.seq ?? 0)];
  }
  if (documents === 0) return;
  say(
    `${counted(documents, 'more document')} may lack something there, ${counted(changes, 'change')} at most: it was not noted, and is known when the second location is back`,
  );
}

function fullStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

async function repair(parts: CommandParts, { maps }: Given, changed: (map: string) => void): Promise<number> {
  const second = mustHaveSecond(parts);
  let [objects, lostCount, apart] = [0, 0, 0];
  const run = await sayEachDocument(parts.say, chosen(parts, maps), async (map) => {
    const { repaired, lost, headAt } = await repairLog(parts.ports, parts.first.store, second.store, map);
    if (repaired.length > 0 || headAt !== null) changed(map);
    for (const key of repaired) parts.say(`${map}: ${key}: repaired`);
    for (const { key, why } of lost) parts.say(`${map}: ${key}: is whole nowhere: ${why}`);
    if (headAt !== null) {
      parts.say(`${map}: its head was unreadable: it is as of change ${headAt} now. What came after is lost here;`);
      parts.say('browsers that still have such changes of their own send them again.');
    }
    if (await areApart({ ports: parts.ports, first: parts.first.store, second: second.store }, map)) {
      apart++;
      parts.say(`${map}: went apart: each location has changes that the other has not. ${settleWords(map)}`);
    }
    objects += repaired.length;
    lostCount += lost.length;
  });
  parts.say(`${counted(objects, 'object')} repaired, ${lostCount} could not be`);
  if (apart > 0) parts.say(`${counted(apart, 'document')} went apart, which repair does not end`);
  return lostCount + apart === 0 ? codeOf(run) : 1;
}

async function settle(parts: CommandParts, { maps: [map = ''], keep, isSure }: Given): Promise<number> {
  const second = mustHaveSecond(parts);
  if (keep === null) throw new Error('Say --keep first or --keep second.');
  const source = { ports: parts.ports, first: parts.first.store, second: second.store, codec: changeCodec };
  const plan = await settlement(source, map, keep);
  const other = keep === 'first' ? 'second' : 'first';
  parts.say(`${map}: the ${keep} location is kept, with ${counted(plan.kept, 'change')}.`);
  for (const line of lossOf(plan.lost, plan.from, `the ${other} location`)) parts.say(line);
  if (!isSure) {
    parts.say(`Nothing was done yet. To do it: npm run bough -- settle ${map} --keep ${keep} --yes`);
    return 1;
  }
  await plan.settle();
  parts.say(`${map}: both locations are the same now.`);
  return 0;
}

/** What is lost, in sentences; `where` names where it still is. */
export function lossOf(lost: readonly Change[] | null, from: number, where: string): readonly string[] {
  if (lost === null) return [`What ${where} has of it cannot be read: what is lost with it is not known.`];
  const [first, last] = [lost.at(0), lost.at(-1)];
  if (first === undefined || last === undefined) return [`Nothing is lost that ${where} has.`];
  const authors = new Set(lost.map(({ author }) => author));
  const times = `made from ${new Date(first.at).toISOString()} to ${new Date(last.at).toISOString()}`;
  return [
    `LOST: ${counted(lost.length, 'change')} that only ${where} has, from number ${from} on, ${times}`,
    `by ${counted(authors.size, 'person').replace('persons', 'people')}: ${[...authors].join(' ')}`,
  ];
}

async function failBack(parts: CommandParts, { isSure }: Given, changed: (map: string) => void): Promise<number> {
  const home = mustHaveSecond(parts);
  const stores = { ports: parts.ports, first: parts.first.store, second: home.store };
  let [alike, waiting] = [0, 0];
  const run = await sayEachDocument(parts.say, chosen(parts, []), async (map) => {
    const outcome = await broughtHome(parts, stores, map, isSure);
    if (outcome === 'loses') waiting++;
    if (outcome === 'lost') changed(map);
    const [here, there] = await Promise.all(
      [stores.first, stores.second].map((store) => readHead({ ports: parts.ports, store }, map)),
    );
    if (here?.head.writeId === there?.head.writeId) alike++;
  });
  parts.say(`${counted(alike, 'document')} the same at home, ${waiting} would lose changes there.`);
  if (waiting > 0) {
    parts.say('To lose what is said above, and go on: npm run bough -- fail-back --yes');
    return 1;
  }
  parts.say('To go home: stop docstore, run this once more, exchange the values of BOUGH_BLOBS, BOUGH_BLOBS_FOLDER or');
  parts.say('BOUGH_S3_*, and BOUGH_BLOBS_KEYS with those of their BOUGH_SECOND_ namesakes, and start docstore.');
  return codeOf(run);
}

/** Brings one document home; where home has changes that never came here, only when they may be lost, which they are then. */
async function broughtHome(
  parts: CommandParts,
  stores: Parameters<typeof reconcileLog>[0],
  map: string,
  isSure: boolean,
): Promise<'home' | 'loses' | 'lost'> {
  const isApart = await reconcileLog(stores, map).then(
    ({ outcome }) => outcome === 'ahead' || outcome === 'forked',
    (failure: unknown) => {
      if (failure instanceof LogFailure && APART.has(failure.code)) return true;
      throw failure;
    },
  );
  if (!isApart) return 'home';
  const plan = await settlement({ ...stores, codec: changeCodec }, map, 'first');
  parts.say(`${map}: went on here with ${counted(plan.kept, 'change')} while home had others.`);
  for (const line of lossOf(plan.lost, plan.from, 'the second location')) parts.say(`${map}: ${line}`);
  if (!isSure && plan.lost?.length !== 0) return 'loses';
  await plan.settle();
  return plan.lost?.length === 0 ? 'home' : 'lost';
}

const APART: ReadonlySet<string> = new Set(['bloblog/diverged', 'bloblog/forked']);
