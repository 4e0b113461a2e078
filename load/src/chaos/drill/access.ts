import { platformIds } from '@bough/service';
import { personOf } from '../../bough/record.ts';
import { type MailsTo, signIn } from '../../bough/sign-in.ts';
import { Visitor } from '../../bough/visitor.ts';
import { isAnswer, Line } from '../line.ts';
import { letInByLink } from '../sharing.ts';

/** Everything runs, and a machine may be slow. */
const PATIENCE_MS = 30_000;

/** A map, and its owner, who lets people in and decides what they may do. */
export interface AccessDrillParts {
  readonly owner: Visitor;
  readonly map: string;
}

/**
 * S1: somebody counts as a guest, signs in as somebody who was here before, and goes on in the same page: the server knows what they had
 * counted, so that nothing of it is kept twice. Answers what is wrong; throws where it did not come about.
 */
export async function signInProblems(
  { owner, map }: AccessDrillParts,
  { email, mailsTo }: { readonly email: string; readonly mailsTo: MailsTo },
): Promise<readonly string[]> {
  // Who has no account yet keeps the guest's name.
  await signIn(await Visitor.guest(owner.origin), email, mailsTo);
  const { visitor, id: guest } = await letInByLink(owner, map);
  const client = platformIds.short();
  const before = await Line.open(visitor, map, { client });
  const counter = await said(before);
  before.close();
  await signIn(visitor, email, mailsTo);
  const { cookie, csrf } = visitor;
  const person = await personOf(owner.origin, { cookie, csrf, map });
  if (person === guest) throw new Error('a guest signed in as nobody else');
  const after = await Line.open(visitor, map, { client, formerly: guest });
  const welcome = await after.welcome();
  after.close();
  if (welcome === null) throw new Error('nobody was welcomed who had signed in');
  return countedProblems(counter, welcome.counter);
}

/** What was counted is known, under whatever name. */
export function countedProblems(counted: number, known: number): readonly string[] {
  if (known >= counted) return [];
  return [`S1: a guest counted to ${counted}, and is known to have come to ${known} after signing in`];
}

/**
 * S22: somebody else greets under a client id that is not theirs, at the gateway where its page is, and both say something: both stay, and what
 * each says is their own. Answers what is wrong; throws where it did not come about.
 */
export async function sameClientProblems(
  { owner, map }: AccessDrillParts,
  gateway: string,
): Promise<readonly string[]> {
  const client = platformIds.short();
  const { visitor } = await letInByLink(owner, map);
  const theirs = await Line.open(owner, map, { client, gateway });
  let others: Line | null = null;
  try {
    await said(theirs);
    others = await Line.open(visitor, map, { client, gateway });
    await said(others);
    return sentAwayProblems([theirs.bye, others.bye]);
  } finally {
    theirs.close();
    others?.close();
  }
}

/** Nobody was told to go. */
export function sentAwayProblems(byes: readonly (string | null)[]): readonly string[] {
  const [told] = byes.filter((one) => one !== null);
  return told === undefined ? [] : [`S22: of two people who greet under one client id one is sent away: ${told}`];
}

/**
 * S13: somebody edits while nobody can keep it, may only comment by the time that it can be kept, and knows that: then it is not kept. `whileDown`
 * ends all docstores, does the work, and starts them again. Answers what is wrong; throws where it did not come about.
 */
export async function loweredProblems(
  { owner, map }: AccessDrillParts,
  whileDown: (work: () => Promise<void>) => Promise<void>,
): Promise<readonly string[]> {
  const { visitor, id: person } = await letInByLink(owner, map);
  const line = await Line.open(visitor, map, { client: platformIds.short() });
  try {
    let counter = await said(line);
    const id = platformIds.short();
    await whileDown(async () => {
      const edit = { kind: 'add', id, parent: null, order: 'a0', fields: { text: 'Not kept' } };
      counter = line.submit(counter + 1, [edit]);
      // Frames of one line are taken one after the other.
      line.send({ kind: 'ping', nonce: counter });
      await mustHear(line, 'pong');
      await owner.giveRole(map, person, 'comment');
      await mustHear(line, 'role');
    });
    const answer = await line.heard((frame) => isAnswer(frame, { person, counter }), PATIENCE_MS);
    const found = keptProblems((await owner.document(map)).text, id, person);
    if (found.length === 0 && answer === null)
      throw new Error(`what somebody edited was not answered: ${line.bye ?? 'they wait still'}`);
    return found;
  } finally {
    line.close();
  }
}

/** What somebody added who may only comment is not in the map. */
export function keptProblems(document: string, id: string, person: string): readonly string[] {
  if (!document.includes(`"${id}"`)) return [];
  return [`S13: ${person} may only comment, and an edit of theirs was kept that had waited for docstore`];
}

/** Says something that is kept; answers its counter. */
async function said(line: Line): Promise<number> {
  const welcome = await line.welcome();
  if (welcome === null) throw new Error('nobody was welcomed');
  const { person } = welcome;
  const counter = line.submit(welcome.counter + 1, [{ kind: 'message', id: platformIds.short(), text: 'Here I am' }]);
  const answer = await line.heard((frame) => isAnswer(frame, { person, counter }), PATIENCE_MS);
  if (answer?.kind !== 'changes') throw new Error('a message was not kept');
  return counter;
}

async function mustHear(line: Line, kind: 'pong' | 'role'): Promise<void> {
  const frame = await line.heard((one) => one.kind === kind, PATIENCE_MS);
  if (frame === null) throw new Error(`no ${kind} came: ${line.bye ?? 'nothing was said'}`);
}
