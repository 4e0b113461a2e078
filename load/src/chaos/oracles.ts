import { holdsPrefix, type Lineage, type PrefixName } from '@bough/base';
import { applyOps, check, decodeMap, mapHash, type MindMap, type NumberedChange, type Op } from '@bough/map';
import type { Saved } from '@bough/sync';
import { isVoid, outlineOf } from '@bough/sync/testing';

// What must hold whatever happened, by the names that docs/disasters.md and the simulations have. Each answers what is wrong.

/** What one person did and was told. */
export interface Witness {
  readonly id: string;
  /** What their changes are counted under: the server makes the first of a map in its owner's name, under another one. */
  readonly client: string;
  readonly put: ReadonlyMap<number, readonly Op[]>;
  readonly acknowledged: ReadonlyMap<number, { readonly lineage: string; readonly seq: number }>;
  readonly refused: ReadonlySet<number>;
  readonly heard: readonly {
    readonly atMs: number;
    readonly lineage: string;
    readonly changes: readonly NumberedChange[];
  }[];
  /** Of the map as it stands at theirs; null: they are not in it any more. */
  readonly hash: string | null;
}

/** A map as the server has it when everything has come to rest. */
export interface Ended {
  /** Before the first change. */
  readonly beginning: string;
  readonly log: readonly NumberedChange[];
  readonly lineages: readonly Lineage[];
  readonly document: string;
}

/** S2, S3, S4: numbers are dense, and each author's changes stand once, in their order. */
export function orderProblems(log: readonly NumberedChange[]): readonly string[] {
  const found: string[] = [];
  const last = new Map<string, number>();
  for (const [at, { seq, author, client, counter }] of log.entries()) {
    const writer = `${author} ${client}`;
    const before = last.get(writer) ?? 0;
    if (seq !== at + 1) found.push(`S4: number ${seq} stands at ${at + 1}`);
    if (counter === before) found.push(`S2: ${writer}/${counter} stands twice`);
    if (counter < before) found.push(`S3: ${writer}/${counter} stands after ${before}`);
    last.set(writer, counter);
  }
  return found;
}

/** S7, S12, S16: the log folds to the document, that is a tree, and everybody has it. */
export function mapProblems({ beginning, log, document }: Ended, witnesses: readonly Witness[]): readonly string[] {
  const found: string[] = [];
  const map = mapOf(beginning);
  for (const change of log) {
    if (!applyOps(map, change).ok) found.push(`S7: change ${change.seq} does not apply`);
  }
  for (const problem of check(map)) found.push(`S16: ${JSON.stringify(problem)}`);
  const folded = mapHash(map);
  if (mapHash(mapOf(document)) !== folded) found.push('S7: the document is not what its changes make');
  for (const { id, hash } of witnesses) {
    if (hash !== null && hash !== folded) found.push(`S12: ${id} has another map than the server`);
  }
  return found;
}

/** S1, S18: what somebody's copy ever wrote down stands in the log once, or was refused, or took away what was gone already. */
export function fateProblems({ log }: Ended, { id, client, put, refused }: Witness): readonly string[] {
  const found: string[] = [];
  const written = new Map<number, NumberedChange[]>();
  for (const change of log) {
    if (change.author === id && change.client === client)
      written.set(change.counter, [...(written.get(change.counter) ?? []), change]);
  }
  for (const [counter, ops] of put) {
    const kept = written.get(counter) ?? [];
    if (kept.length > 1) found.push(`S1: ${id}/${counter} stands ${kept.length} times`);
    const isMissing = kept.length === 0 && !refused.has(counter) && !isVoid(ops);
    if (isMissing) found.push(`S1, S18: ${id}/${counter} is neither kept nor refused: ${JSON.stringify(ops)}`);
    for (const change of kept) {
      if (outlineOf(change.ops) !== outlineOf(ops)) found.push(`S1: ${id}/${counter} stands as something else`);
    }
  }
  for (const counter of written.keys()) {
    if (!put.has(counter)) found.push(`S1: ${id}/${counter} stands in the log, and nobody wrote it`);
  }
  return found;
}

/**
 * S1, S18: when all is well, nothing waits in anybody's browser, that the next page would send or tell as refused; and nothing is kept for the
 * case that the first location is lost that the second one, as it was said last, has.
 */
export function leftProblems(
  id: string,
  { pending, acknowledged }: Pick<Saved, 'pending' | 'acknowledged'>,
  lineages: readonly Lineage[],
  mirrored: number | null,
): readonly string[] {
  const outlived = acknowledged.filter((one) => one.seq <= (mirrored ?? 0) && holdsPrefix(lineages, one));
  return [
    ...pending.map(({ counter }) => `S1: ${id}/${counter} waits in a browser, though everything was answered`),
    ...outlived.map(
      ({ counter, seq }) => `S18: ${id}/${counter} stays in a browser, though both locations have ${seq}`,
    ),
  ];
}

/** S18: whether an acknowledged change is forgotten that the second location was never said to have: by the order that has it. */
export function isTooEarly(change: PrefixName, lineages: readonly Lineage[], mirrored: number): boolean {
  return holdsPrefix(lineages, change) && change.seq > mirrored;
}

/** So many may be refused by a docstore that is killed, and kept by the next one when they come again; nobody has seen one. */
const REVERSED_MOST = 5;

/** S1: what nobody refused is not told as refused: of what a client has inferred to be so, next to nothing stands in the log. */
export function inferredProblems(
  { log }: Pick<Ended, 'log'>,
  people: readonly { readonly id: string; readonly client: string; readonly inferred: ReadonlySet<number> }[],
): readonly string[] {
  const names = new Set(
    people.flatMap(({ id, client, inferred }) => [...inferred].map((counter) => `${id} ${client} ${counter}`)),
  );
  const kept = log.filter(({ author, client, counter }) => names.has(`${author} ${client} ${counter}`));
  if (kept.length <= REVERSED_MOST) return [];
  return [`S1: ${kept.length} changes were told as refused, and stand in the log, the first as number ${kept[0]?.seq}`];
}

/** S1 of what was said about an item: each comment of the log is in the map once, as its author's, unless somebody took it back. */
export function commentProblems({ log, document }: Ended): readonly string[] {
  const found: string[] = [];
  const map = mapOf(document);
  const takenBack = new Set<string>();
  for (const { ops } of log) {
    for (const op of ops) if (op.kind === 'edit-comment' && op.text === null) takenBack.add(op.id);
  }
  for (const { seq, author, ops } of log) {
    for (const op of ops) {
      if (op.kind !== 'comment') continue;
      const there = (map.threads.get(op.thread)?.comments ?? []).filter(({ id }) => id === op.id);
      const isGoneWithItem = !map.items.has(op.item);
      if (there.length > 1) found.push(`S1: the comment of change ${seq} is there ${there.length} times`);
      if (there.length === 0 && !takenBack.has(op.id) && !isGoneWithItem)
        found.push(`S1: the comment of change ${seq} is gone`);
      if (there.some((one) => one.author !== author)) found.push(`S1: the comment of change ${seq} is another's`);
    }
  }
  return found;
}

/** S5, S17: what was shown or acknowledged under a name is what stands under it. */
export function shownProblems(
  { log, lineages }: Ended,
  { id, client, heard, acknowledged }: Witness,
): readonly string[] {
  const found: string[] = [];
  for (const { lineage, changes } of heard) {
    for (const { seq, ops, author, at } of changes) {
      if (!holdsPrefix(lineages, { lineage, seq })) continue;
      const stands = log[seq - 1];
      const isSame =
        stands?.author === author && stands.at === at && JSON.stringify(stands.ops) === JSON.stringify(ops);
      if (!isSame) found.push(`S5: ${id} was shown another change as number ${seq} of ${lineage}`);
    }
  }
  for (const [counter, { lineage, seq }] of acknowledged) {
    const stands = log[seq - 1];
    const isThere = stands?.author === id && stands.client === client && stands.counter === counter;
    if (holdsPrefix(lineages, { lineage, seq }) && !isThere) {
      found.push(`S5: ${id}/${counter} was acknowledged as number ${seq} of ${lineage} and does not stand there`);
    }
  }
  return found;
}

/** S13: somebody whose access was taken back is shown nothing and writes nothing from then on. */
export function revokedProblems(
  { log }: Ended,
  { id, heard }: Witness,
  revoked: { readonly atMs: number; readonly atSeq: number },
): readonly string[] {
  const found: string[] = [];
  const late = heard.filter(({ atMs }) => atMs > revoked.atMs);
  if (late.length > 0) found.push(`S13: ${id} was shown changes ${late.length} times after access had ended`);
  const written = log.filter(({ seq, author }) => author === id && seq > revoked.atSeq);
  if (written.length > 0) found.push(`S13: ${written.length} changes of ${id} were taken after access had ended`);
  return found;
}

export function mapOf(text: string): MindMap {
  const read = decodeMap(JSON.parse(text));
  if (!read.ok) throw new Error(`a map that cannot be read: ${JSON.stringify(read.error)}`);
  return read.value;
}
