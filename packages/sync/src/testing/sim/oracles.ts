import { assert } from '@bough/base';
import { applyOps, check, emptyMap, mapHash, type Op } from '@bough/map';
import type { MapRole } from '@bough/contracts';
import { parseServerFrame } from '../../wire/server-frame-parser.ts';
import type { ModelDocstore } from '../model-docstore.ts';
import type { SimClient } from './sim-client.ts';

// What must hold whatever happens, by the names of INVARIANTS. Each throws with its name.

/** S5: what a frame shows is written, and as it is written. S17: under the name that its socket was welcomed to. */
export function checkFrame(model: ModelDocstore, text: string, lineage: string | null): void {
  if (!text.startsWith('{"kind":"changes"')) return;
  assert(lineage !== null, 'S17: nobody is shown changes of an order without a name');
  const { log } = model.under(lineage);
  const frame = parseServerFrame(text);
  assert(frame.ok && frame.value.kind === 'changes', 'a room sends frames that can be read');
  for (const change of frame.value.changes) {
    const written = log[change.seq - 1];
    assert(written !== undefined, `S5: number ${change.seq} is shown before it is written`);
    assert(
      JSON.stringify(change.ops) === JSON.stringify(written.ops),
      `S5: number ${change.seq} is shown as it is written`,
    );
    assert(change.counter === written.counter && change.client === written.client, 'S5: a change keeps its name');
  }
}

const TALK: ReadonlySet<Op['kind']> = new Set([
  ...(['comment', 'edit-comment', 'resolve'] as const),
  ...(['message', 'edit-message', 'react'] as const),
]);

/** S13: nothing is handed to docstore that its author, as they stand now, may not do. */
export function checkRole(role: MapRole | null, ops: readonly Op[]): void {
  // Counters that are said to be empty change nothing.
  if (ops.length === 0) return;
  assert(role !== null, 'S13: nothing is accepted of somebody whose access was revoked');
  assert(role !== 'view', 'S13: nothing is accepted of somebody who may only look');
  assert(role !== 'comment' || ops.every((op) => TALK.has(op.kind)), 'S13: only comments are accepted of a commenter');
}

/** S12: a client that has nothing pending has the map that the order has at its number. */
export function checkWhole(model: ModelDocstore, client: SimClient): void {
  const { seq, map } = client.sync;
  const { lineage } = client.sync.order;
  if (lineage === null) return;
  const { hashes } = model.under(lineage);
  assert(mapHash(map) === hashes[seq], `S12, S17: ${client.id} at ${lineage} ${seq} has the map of that number`);
}

/** L1: whether the client has everything that the order has, and nothing that waits. */
export function isAtEnd({ log, hashes, lineage }: ModelDocstore, client: SimClient): boolean {
  if (!client.isRunning || client.sync.status.kind !== 'live' || client.sync.status.unsent > 0) return false;
  const { order, seq, map } = client.sync;
  return order.lineage === lineage && seq === log.length && mapHash(map) === hashes[log.length];
}

/** When everything has come to rest. */
export function checkEnd(
  model: ModelDocstore,
  clients: readonly SimClient[],
  mayWait: (client: SimClient) => boolean,
): void {
  checkLog(model);
  for (const client of clients) checkFates(model, client, mayWait(client));
}

function checkLog(model: ModelDocstore): void {
  const last = new Map<string, number>();
  const map = emptyMap();
  for (const [at, change] of model.log.entries()) {
    assert(change.seq === at + 1, 'S4: numbers are dense');
    const writer = `${change.client} of ${change.author}`;
    const before = last.get(writer) ?? 0;
    assert(change.counter !== before, `S2: ${writer}/${change.counter} stands once`);
    assert(change.counter > before, `S3: changes of ${writer} stand in their order`);
    last.set(writer, change.counter);
    const applied = applyOps(map, change);
    assert(applied.ok, 'what is in the log applies');
  }
  assert(check(map).length === 0, 'S16: the map is a tree');
  assert(mapHash(map) === model.hashes[model.log.length], 'S12: the log folds to one map');
  assert(!JSON.stringify(model.log).includes('"cursor"'), 'S15: presence is never in the log');
}

/**
 * S1, S18: everything that a client ever stored is in the log once, or was shown to its author as refused, or had become void; or
 * the second location had it when its author's browser forgot it. Who may wait (revoked, or never back) has it in the store.
 */
function checkFates(model: ModelDocstore, client: SimClient, mayWait: boolean): void {
  const { store } = client;
  const pending = new Set(store.load().pending.map((one) => one.counter));
  assert(mayWait || pending.size === 0, `S1: ${client.id} has nothing stored that waits for an answer`);
  for (const [counter, ops] of store.everPut) {
    const found = model.log.filter((change) => client.isAuthorOf(change) && change.counter === counter);
    const kept = found.length;
    const isRefused = store.refused.has(counter);
    const name = `${client.id}/${counter}`;
    assert(kept <= 1, `S1: ${name} is in the log once`);
    for (const { ops: written } of found) {
      assert(outlineOf(written) === outlineOf(ops), `S1: ${name} is in the log as what it was`);
    }
    // A refusal that docstore forgot when it died may be reversed by a call that was still on its way.
    assert(kept === 0 || !isRefused || model.counts.crashes > 0, `S1: ${name} is refused or kept, not both`);
    const waits = pending.has(counter) || (mayWait && store.acknowledged.has(counter));
    const hasFate = kept === 1 || isRefused || waits || isVoid(ops) || wasMirrored(model, client, counter);
    assert(hasFate, `S1, S18: ${name} is neither kept nor refused nor waiting: ${JSON.stringify(ops)}`);
  }
}

/** It was forgotten when the second location had it. */
function wasMirrored(model: ModelDocstore, { store }: SimClient, counter: number): boolean {
  const released = store.released.get(counter);
  return released !== undefined && model.wasMirrored(released);
}

/** What survives every transformation of a change: its ops but for splices. */
export function outlineOf(ops: readonly Op[]): string {
  const lasting = ops.filter((op) => op.kind !== 'splice');
  return lasting.map((op) => `${op.kind} ${'id' in op ? op.id : ''}`).join(', ');
}

/** Only takes text away: nothing is lost when others have already taken it. */
export function isVoid(ops: readonly Op[]): boolean {
  return ops.every((op) => op.kind === 'splice' && op.insert === '');
}
