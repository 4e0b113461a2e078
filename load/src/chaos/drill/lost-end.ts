import { setTimeout as sleep } from 'node:timers/promises';
import { platformIds } from '@bough/service';
import type { Visitor } from '../../bough/visitor.ts';
import { readEnded } from '../ended.ts';
import { isAnswer, Line } from '../line.ts';
import { fateProblems, mapProblems, orderProblems, shownProblems } from '../oracles.ts';
import { Person } from '../person.ts';
import { letInByLink } from '../sharing.ts';
import { comeAbout } from './come-about.ts';
import { draw } from './drawing.ts';
import { addition, insist } from './writer.ts';

/** Whose maps they are, and what is done to the stack. */
export interface LostEndParts {
  readonly owner: Visitor;
  readonly seed: number;
  readonly gateways: readonly string[];
  /** Says something to all gateways about the map, as one of them does. */
  readonly say: (map: string, message: object) => Promise<void>;
  /** Nothing comes to the second location from now on. */
  readonly holdSecond: () => Promise<void>;
  /** The first location is lost, with what the second one has not; the work is done while no docstore runs. Then Bough runs from the second. */
  readonly failOver: (meanwhile: () => Promise<void>) => Promise<void>;
  readonly goHome: () => Promise<void>;
}

const PATIENCE_MS = 60_000;
/** A browser has written down what was just drawn. */
const WRITTEN_MS = 500;
/** A gateway has heard what was said. */
const HEARD_MS = 500;
const LATE = 'a late word';
const WORDS = { before: 'what both locations have', lost: 'what the second has not', own: 'mine: ' };

/** Somebody in a map of their own with its owner. */
interface Shared {
  readonly map: string;
  readonly who: Person;
  /** An item that both locations have. */
  readonly item: string;
}

/**
 * S3, S12, S17, S18: an order loses its end in a failover. Somebody had written into words that are lost with it, and did something else beside
 * that, and more while nothing could be kept. Somebody's page had gone by then, and comes back when the map has gone on without it. Somebody
 * did nothing at all until others come to the same map, and something of the lost end is told once more. Each change is kept in their order, or
 * told as refused, and everybody has the same map. Answers what is wrong; throws where it did not come about.
 */
export async function lostEndProblems(parts: LostEndParts): Promise<readonly string[]> {
  const { owner, holdSecond, failOver, goHome } = parts;
  const [busy, away, idle] = await Promise.all(['Busy', 'Away', 'Idle'].map((title, n) => share(parts, title, n + 1)));
  const all = [busy, away, idle].filter((one) => one !== undefined);
  if (busy === undefined || away === undefined || idle === undefined) throw new Error('three were let in');
  let isHome = true;
  try {
    await holdSecond();
    for (const one of all) await loseWords(owner, one);
    await loseOwn(busy.who, busy.item);
    await loseOwn(away.who, away.item);
    isHome = false;
    await failOver(async () => {
      for (const { who } of [busy, away]) draw(who.artist, addition('Meanwhile'));
      await sleep(WRITTEN_MS);
      away.who.goAway();
    });
    await comeBackTwice(owner, away);
    const late = await othersCome(parts, idle);
    return [...late, ...(await Promise.all(all.map((one) => judged(owner, one)))).flat()];
  } finally {
    if (!isHome) await goHome();
    for (const { who } of all) who.artist.stop();
  }
}

async function share({ owner, seed }: LostEndParts, title: string, n: number): Promise<Shared> {
  const map = await owner.makeMap(title);
  const add = addition(WORDS.before);
  await insist(owner, map, add);
  const { visitor } = await letInByLink(owner, map);
  const who = await Person.come(owner.origin, { cookie: visitor.cookie, csrf: visitor.csrf, map }, seed + n);
  const shared = { map, who, item: add.id };
  await comeAbout('both locations have a map', PATIENCE_MS, () => who.isDone && who.isTold && textOf(shared) !== null);
  return shared;
}

/** Somebody else sets words as a whole, by HTTP: nobody has a copy who could bring that back. */
async function loseWords(owner: Visitor, shared: Shared): Promise<void> {
  await insist(owner, shared.map, { kind: 'set', id: shared.item, fields: { text: WORDS.lost } });
  await comeAbout('somebody sees what will be lost', PATIENCE_MS, () => textOf(shared) === WORDS.lost);
}

/** Own words in them, and then something that touches no words. */
async function loseOwn(who: Person, item: string): Promise<void> {
  draw(who.artist, { kind: 'splice', id: item, field: 'text', at: 0, remove: 0, insert: WORDS.own });
  draw(who.artist, { kind: 'set', id: item, fields: { isFolded: true } });
  await comeAbout('it is acknowledged', PATIENCE_MS, () => who.isDone);
  if (who.isTold) throw new Error('both locations have what was to be lost');
}

/**
 * The page comes back to a map that has gone on, and goes on, and goes again before anything of its own has come to the server: what its browser
 * has by then goes together.
 */
async function comeBackTwice(owner: Visitor, shared: Shared): Promise<void> {
  const { map, who } = shared;
  const [since, then] = [addition('Without them'), addition('And more')];
  const sees = async (item: string): Promise<void> =>
    await comeAbout('somebody sees what others do', PATIENCE_MS, () => textOf({ who, item }) !== null);
  await insist(owner, map, since);
  who.comeBack();
  who.artist.isHeldBack = true;
  await sees(since.id);
  await insist(owner, map, then);
  await sees(then.id);
  await sleep(WRITTEN_MS);
  who.goAway();
  who.comeBack();
}

/**
 * By every gateway, so that one of them is where somebody was all the time; each adds something. Then a gateway's word comes late that is about
 * the end that was lost: nobody is shown it.
 */
async function othersCome(parts: LostEndParts, { map, who }: Shared): Promise<readonly string[]> {
  const { owner, gateways, say } = parts;
  const lines: Line[] = [];
  try {
    for (const gateway of gateways) {
      // Whoever comes first to a room that has not heard of it is sent away with everybody.
      await comeAbout('others are let in', PATIENCE_MS, async () => {
        const line = await adding(owner, map, gateway).catch(() => null);
        if (line !== null) lines.push(line);
        return line !== null;
      });
    }
    const { seq } = await owner.document(map);
    const late = { client: platformIds.short(), counter: 1, author: who.id, at: Date.now(), ops: [addition(LATE)] };
    await say(map, { kind: 'changes', lineage: formerName(lines), changes: [{ seq: seq + 1, ...late }] });
    await sleep(HEARD_MS);
    return lateProblems([...lines.flatMap(({ frames }) => frames), ...who.heard]);
  } finally {
    for (const line of lines) line.close();
  }
}

/** Somebody at that gateway who has added something; null: they were sent away, or not answered. */
async function adding(owner: Visitor, map: string, gateway: string): Promise<Line | null> {
  const line = await Line.open(owner, map, { client: platformIds.short(), gateway });
  const welcome = await line.welcome();
  if (welcome !== null) {
    const { person } = welcome;
    const counter = line.submit(1, [addition('After it')]);
    if ((await line.heard((frame) => isAnswer(frame, { person, counter }))) !== null) return line;
  }
  line.close();
  return null;
}

/** What the order was called before it lost its end. */
function formerName(lines: readonly Line[]): string {
  for (const frame of lines.flatMap(({ frames }) => frames)) {
    const former = frame.kind === 'welcome' ? frame.lineages.at(-2)?.id : undefined;
    if (former !== undefined) return former;
  }
  throw new Error('an order that has lost its end has a former name');
}

/** S17: nobody was shown that. */
export function lateProblems(heard: readonly object[]): readonly string[] {
  const shown = heard.filter((one) => JSON.stringify(one).includes(LATE));
  return shown.length === 0 ? [] : ['S17: a late word of an order that has lost its end is shown under its new name'];
}

async function judged(owner: Visitor, { map, who }: Shared): Promise<readonly string[]> {
  const seq = async (): Promise<number | null> =>
    await owner.document(map).then(
      (read) => read.seq,
      () => null,
    );
  const isThere = async (): Promise<boolean> => who.isDone && who.artist.seq === (await seq());
  const isLate = await comeAbout('somebody has everything', PATIENCE_MS, isThere).then(
    () => false,
    () => true,
  );
  const ended = await readEnded(owner, map, who.lineages);
  return [
    ...(isLate ? [`L1: ${who.id} does not come to have everything after a failover`] : []),
    ...who.problems,
    ...orderProblems(ended.log),
    ...mapProblems(ended, [who.witness]),
    ...fateProblems(ended, who.witness),
    ...shownProblems(ended, who.witness),
  ];
}

function textOf({ who, item }: Pick<Shared, 'who' | 'item'>): string | null {
  return [...who.artist.map.items.values()].find(({ id }) => id === item)?.text ?? null;
}
