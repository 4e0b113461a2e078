import { type ClientId, parsePersonId, type PersonId } from '@bough/base';
import type { DocumentLog } from '@bough/bloblog';
import type { Change, MindMap } from '@bough/map';
import { counterJump } from '../failure.ts';

// Changes are counted by person and client: everybody in a room may know a client's id, and whoever uses another's counts for
// themselves. Until 0.2.0 they were counted by the client alone. What an older table says of a client holds for whoever goes on under
// its id, so that nothing is kept twice over the upgrade; it is never written to again.

/** Who counts. */
export interface Writer {
  readonly client: ClientId;
  readonly author: PersonId;
  /** The guest who has become this person since the client began, proven by the gateway: what either has sent, both have. */
  readonly formerly?: PersonId | undefined;
}

/** Far above what anybody can count to: no counter beyond it is taken, and what an older table says beyond it is passed over. */
const COUNTERS_MOST = 2 ** 40;

/** The name under which a log remembers how far a writer has counted. */
export function writerName({ client, author }: Pick<Writer, 'client' | 'author'>): string {
  return `${client} ${author}`;
}

/**
 * Everybody who has written in the document, who wrote last first; then who only has a comment, a message or a reaction in it, as one that was
 * copied here. Whoever wrote until 0.2.0 and never after it is not known by the table.
 */
export function authorsIn(
  log: Pick<DocumentLog<Change>, 'writers'>,
  { threads, chat }: Pick<MindMap, 'threads' | 'chat'>,
): readonly PersonId[] {
  const last = new Map<PersonId, number>();
  for (const [name, { seq }] of log.writers()) {
    const author = parsePersonId(name.split(' ')[1]);
    // Of whom everything was refused nothing stands there.
    if (author !== null && seq > 0) last.set(author, Math.max(seq, last.get(author) ?? 0));
  }
  const written = [...[...threads.values()].flatMap(({ comments }) => comments), ...chat.values()];
  const commented = written.flatMap(({ author, reactions = [] }) => [
    author,
    ...reactions.flatMap(({ people }) => people),
  ]);
  return [...new Set([...[...last].toSorted((a, b) => b[1] - a[1]).map(([author]) => author), ...commented])];
}

/** Whether the change was counted by this writer. */
export function isOf(writer: Writer, { client, author }: Pick<Change, 'client' | 'author'>): boolean {
  return client === writer.client && (author === writer.author || author === writer.formerly);
}

/** The last counter seen from this writer, under whichever name; 0: none. */
export function lastCounter(log: Pick<DocumentLog<Change>, 'lastSeen'>, writer: Writer): number {
  const { client, author, formerly } = writer;
  const own = log.lastSeen(writerName({ client, author })).counter;
  const before = formerly === undefined ? 0 : log.lastSeen(writerName({ client, author: formerly })).counter;
  const old = log.lastSeen(client).counter;
  return Math.max(own, before, old > COUNTERS_MOST ? 0 : old);
}

/**
 * Throws unless the counters of each writer advance by one from the last that was seen of them; repeats are fine. A change without ops may lie
 * further: it says that nothing will come under the counters before it that nobody has seen.
 */
export function mustAdvance(
  log: Pick<DocumentLog<Change>, 'lastSeen'>,
  changes: readonly Change[],
  formerly: Writer['formerly'],
): void {
  const reached = new Map<string, number>();
  for (const change of changes) {
    const { client, author, counter, ops } = change;
    const name = writerName(change);
    const last = reached.get(name) ?? lastCounter(log, { client, author, formerly });
    if ((counter > last + 1 && ops.length > 0) || counter > COUNTERS_MOST) throw counterJump(client, counter, last);
    reached.set(name, Math.max(last, counter));
  }
}

/** What somebody sends is sent by the guest, too, who has become them: a call of the guest's that is late is a repeat. */
export function spendFormer(log: Spending, { client, formerly }: Writer, counter: number): void {
  if (formerly === undefined) return;
  const name = writerName({ client, author: formerly });
  if (log.lastSeen(name).counter < counter) log.spend(name, counter);
}

/** Nothing comes, or will come, under this counter of the writer. */
export function spend(log: Spending, writer: Writer, counter: number): void {
  log.spend(writerName(writer), counter);
  spendFormer(log, writer, counter);
}

type Spending = Pick<DocumentLog<Change>, 'lastSeen' | 'spend'>;
