import { assert, type PersonId } from '@bough/base';
import { apply, check, emptyMap, mapHash, type Op } from '@bough/map';
import type { Role } from '../frames.ts';
import { parseServerFrame } from '../server-frame-parser.ts';
import type { ModelDocstore } from './model-docstore.ts';
import type { SimClient } from './sim-client.ts';

// What must hold whatever happens, by the names of INVARIANTS. Each throws with its name.

/** S5: what a frame shows is written, and as it is written. S15: presence stays out of the changes. */
export function checkFrame(model: ModelDocstore, text: string): void {
  if (!text.startsWith('{"kind":"changes"')) return;
  const frame = parseServerFrame(text);
  assert(frame.ok && frame.value.kind === 'changes', 'a room sends frames that can be read');
  for (const change of frame.value.changes) {
    const written = model.log[change.seq - 1];
    assert(written !== undefined, `S5: number ${change.seq} is shown before it is written`);
    assert(
      JSON.stringify(change.ops) === JSON.stringify(written.ops),
      `S5: number ${change.seq} is shown as it is written`,
    );
    assert(change.counter === written.counter && change.client === written.client, 'S5: a change keeps its name');
  }
}

const TALK: ReadonlySet<Op['kind']> = new Set(['comment', 'edit-comment', 'resolve']);

/** S13: nothing is handed to docstore that its author, as they stand now, may not do. */
export function checkRole(role: Role | null, ops: readonly Op[]): void {
  assert(role !== null, 'S13: nothing is accepted of somebody whose access was revoked');
  assert(role !== 'view', 'S13: nothing is accepted of somebody who may only look');
  assert(role !== 'comment' || ops.every((op) => TALK.has(op.kind)), 'S13: only comments are accepted of a commenter');
}

/** S12: a client that has nothing pending has the map that the order has at its number. */
export function checkWhole(model: ModelDocstore, client: SimClient): void {
  const { seq, map } = client.sync;
  assert(mapHash(map) === model.hashes[seq], `S12: ${client.id} at number ${seq} has the map of that number`);
}

/** When everything has come to rest. */
export function checkEnd(
  model: ModelDocstore,
  clients: readonly SimClient[],
  isRevoked: (person: PersonId) => boolean,
): void {
  checkLog(model);
  for (const client of clients) checkFates(model, client, isRevoked(client.person));
}

function checkLog(model: ModelDocstore): void {
  const last = new Map<string, number>();
  const map = emptyMap();
  for (const [at, change] of model.log.entries()) {
    assert(change.seq === at + 1, 'S4: numbers are dense');
    const before = last.get(change.client) ?? 0;
    assert(change.counter !== before, `S2: ${change.client}/${change.counter} stands once`);
    assert(change.counter > before, `S3: changes of ${change.client} stand in their order`);
    last.set(change.client, change.counter);
    const applied = apply(map, change);
    assert(applied.ok, 'what is in the log applies');
  }
  assert(check(map).length === 0, 'S16: the map is a tree');
  assert(mapHash(map) === model.hashes[model.log.length], 'S12: the log folds to one map');
  assert(!JSON.stringify(model.log).includes('"cursor"'), 'S15: presence is never in the log');
}

/** S1: everything that a client ever stored is in the log once, or was shown to its author as refused, or had become void. */
function checkFates(model: ModelDocstore, client: SimClient, isRevoked: boolean): void {
  const { store } = client;
  const pending = new Set(store.load().pending.map((one) => one.counter));
  assert(isRevoked || pending.size === 0, `S1: ${client.id} has nothing stored that waits for an answer`);
  for (const [counter, ops] of store.everPut) {
    const found = model.log.filter((change) => change.client === client.id && change.counter === counter);
    const kept = found.length;
    const isRefused = store.refused.has(counter);
    const name = `${client.id}/${counter}`;
    assert(kept <= 1, `S1: ${name} is in the log once`);
    for (const { ops: written } of found) {
      assert(outlineOf(written) === outlineOf(ops), `S1: ${name} is in the log as what it was`);
    }
    // A refusal that docstore forgot when it died may be reversed by a call that was still on its way.
    assert(kept === 0 || !isRefused || model.counts.crashes > 0, `S1: ${name} is refused or kept, not both`);
    const hasFate = kept === 1 || isRefused || pending.has(counter) || isVoid(ops);
    assert(hasFate, `S1: ${name} is neither kept nor refused: ${JSON.stringify(ops)}`);
    if (store.settled.has(counter) && !isVoid(ops))
      assert(kept === 1, `S1: ${name} was acknowledged, and is not in the log`);
  }
}

/** What survives every transformation of a change: its ops but for splices. */
function outlineOf(ops: readonly Op[]): string {
  const lasting = ops.filter((op) => op.kind !== 'splice');
  return lasting.map((op) => `${op.kind} ${'id' in op ? op.id : ''}`).join(', ');
}

/** Only takes text away: nothing is lost when others have already taken it. */
function isVoid(ops: readonly Op[]): boolean {
  return ops.every((op) => op.kind === 'splice' && op.insert === '');
}
