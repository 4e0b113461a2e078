import type { BlobStore } from '../store/blob-store.ts';
import { entriesBelow } from '../store/entries-below.ts';
import { CHAIN_START, chainOver, isSameChain } from '../objects/chain.ts';
import { tryDamage, LogFailure } from '../failure.ts';
import { forkOf, forkText } from '../second/fork.ts';
import { hasMore, type Head } from '../objects/head.ts';
import { HEADS, isApart, logPrefix, segmentKey } from '../objects/keys.ts';
import { objectsOf } from '../objects/objects-of.ts';
import type { LogPorts } from '../ports.ts';
import { LOOKS, readHead, readSegment, readSnapshot } from '../log/read-log.ts';
import { provenLines } from '../objects/segment.ts';

// Verifying reads everything of a log in one location: every segment with its hashes, joined to the next from the first
// change to the tail, every snapshot, every object that no head names. With both locations it compares them: the second
// must be a prefix of the first.

/** Which location. */
export type Where = 'first' | 'second';

/** Something that is not as it should be, and what to do about it. */
export type Finding = {
  readonly log: string;
  readonly where: Where;
  readonly detail: string;
  readonly advice: string;
} & {
  readonly kind:
    | 'unreadable' // the head cannot be read
    | 'damaged' // an object that a head names is missing or is not what it should be
    | 'absent' // the other location has the log, this one does not
    | 'behind' // the second location has less than the first
    | 'ahead' // the second location has more than the first
    | 'forked' // one lost changes that the other has, and went on under a new lineage
    | 'diverged' // both have changes under the same number that are not the same, and no lineage says why
    | 'orphan'; // an object that no head names
};

/** What is known of one log in one location. */
interface Reading {
  readonly head: Head | null;
  readonly lines: readonly string[] | null;
  readonly findings: readonly Finding[];
}

type Ports = Pick<LogPorts, 'compression' | 'digest'>;

/** The names of all logs in a store. */
export async function* logNames(store: BlobStore): AsyncGenerator<string> {
  for await (const { key } of entriesBelow(store, HEADS)) yield key.slice(HEADS.length);
}

/** Everything that is wrong with one log; `second` is null when there is one location. */
export async function verifyLog(
  ports: Ports,
  stores: { readonly first: BlobStore; readonly second: BlobStore | null },
  log: string,
): Promise<readonly Finding[]> {
  const first = await read(ports, stores.first, log, 'first');
  if (stores.second === null) return first.head === null && first.findings.length === 0 ? [] : first.findings;
  const second = await read(ports, stores.second, log, 'second');
  return [...first.findings, ...second.findings, ...compare(ports, log, first, second)];
}

/** Looks again where something was missing: a writer that goes on meanwhile replaces objects, and its head with them. */
async function read(ports: Ports, store: BlobStore, log: string, where: Where): Promise<Reading> {
  for (let look = 1; ; look++) {
    const reading = await readOnce(ports, store, log, where);
    if (look === LOOKS || !reading.findings.some((finding) => finding.kind === 'damaged')) return reading;
    const now = await readHead({ ports, store }, log).catch(() => null);
    if (now?.head.writeId === reading.head?.writeId) return reading;
  }
}

async function readOnce(ports: Ports, store: BlobStore, log: string, where: Where): Promise<Reading> {
  const findings: Finding[] = [];
  const other = where === 'first' ? 'second' : 'first';
  const damaged = (detail: unknown, kind: Finding['kind'] = 'damaged'): void => {
    // What cannot be read for want of a key, or of a newer version, is not lost: its own hint helps, no copy does.
    const wanting = detail instanceof LogFailure && tryDamage(detail) === null ? detail : null;
    const advice =
      wanting !== null
        ? (wanting.hint ?? '').replace(/\.$/, '')
        : `reconcile brings back from the ${other} location what it has whole`;
    findings.push({ log, where, kind, detail: detail instanceof Error ? detail.message : String(detail), advice });
  };
  let head: Head | null = null;
  try {
    head = (await readHead({ ports, store }, log))?.head ?? null;
  } catch (failure) {
    damaged(failure, 'unreadable');
    return { head: null, lines: null, findings };
  }
  if (head === null) return { head, lines: null, findings };
  const lines: string[] = [];
  let chain = CHAIN_START;
  let isWhole = true;
  for (const ref of head.segments) {
    try {
      const segment = await readSegment({ ports, store }, log, ref);
      if (isWhole && !isSameChain(segment.before, chain))
        throw new Error(`segment ${ref.from}..${ref.to} does not join`);
      for (const line of provenLines(ports, segmentKey(log, ref), segment)) lines.push(line);
      chain = segment.after;
    } catch (failure) {
      isWhole = false;
      damaged(failure);
    }
  }
  if (isWhole && !isSameChain(chain, head.sealedChain)) damaged('the segments do not end with the hash in the head');
  lines.push(...head.tail);
  const refs = head.start.kind === 'object' ? [...head.keyframes, head.start.ref] : head.keyframes;
  for (const ref of refs) await readSnapshot({ ports, store }, log, ref).catch((failure: unknown) => damaged(failure));
  const named = new Set(objectsOf(head));
  for (const key of await unnamed(store, log, named)) {
    const advice = 'collect removes it when it is old enough';
    findings.push({ log, where, kind: 'orphan', detail: `${key} is named by no head`, advice });
  }
  return { head, lines: isWhole ? lines : null, findings };
}

function settleAdvice(log: string): string {
  return `Decide which location is right: npm run bough -- settle ${log} --keep first (or second) makes the other one the same, and says before what is lost`;
}

/** Keys below the log that are not named, without what stands apart. */
async function unnamed(store: BlobStore, log: string, named: ReadonlySet<string>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { key } of entriesBelow(store, logPrefix(log))) {
    if (!named.has(key) && !isApart(log, key)) found.push(key);
  }
  return found;
}

function compare(ports: Ports, log: string, first: Reading, second: Reading): readonly Finding[] {
  if (first.head === null && second.head === null) return [];
  if (first.head === null || second.head === null) {
    const where: Where = first.head === null ? 'first' : 'second';
    const isKnown = (where === 'first' ? first : second).findings.length > 0;
    const advice = 'reconcile copies it from the other location';
    return isKnown ? [] : [{ log, where, kind: 'absent', detail: 'the other location has it', advice }];
  }
  const [a, b] = [first.head.seq, second.head.seq];
  const fork = forkOf(first.head, second.head);
  if (fork !== null) {
    const detail = forkText(fork, first.head, second.head);
    const advice = settleAdvice(log);
    return [{ log, where: 'second', kind: 'forked', detail, advice }];
  }
  const findings: Finding[] = [];
  if (first.lines !== null && second.lines !== null) {
    const common = Math.min(a, b);
    const [left, right] = [first.lines, second.lines].map((lines) =>
      chainOver(ports.digest, CHAIN_START, lines.slice(0, common)),
    );
    if (left !== undefined && right !== undefined && !isSameChain(left, right)) {
      const detail = `the changes up to ${common} are not the same`;
      return [{ log, where: 'second', kind: 'diverged', detail, advice: settleAdvice(log) }];
    }
  }
  if (hasMore(first.head, second.head)) {
    const detail = b < a ? `has ${b} of ${a} changes` : 'has an older label or lineage';
    findings.push({ log, where: 'second', kind: 'behind', detail, advice: 'reconcile copies the rest' });
  }
  if (hasMore(second.head, first.head)) {
    const detail =
      b > a ? `has ${b} changes, the first location ${a}` : 'has a newer label or lineage than the first location';
    const advice = 'the first location lost changes: reconcile brings them back from the second';
    findings.push({ log, where: 'second', kind: 'ahead', detail, advice });
  }
  return findings;
}
