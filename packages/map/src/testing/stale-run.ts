import type { Op } from '../changes/change.ts';
import { assert, must, type PersonId } from '@bough/base';
import { applyOps, emptyMap, rollback } from '../apply/apply.ts';
import { check } from '../apply/check.ts';
import { decodeMap } from '../stored/decode.ts';
import { encodeMap } from '../stored/encode.ts';
import type { MindMap } from '../model/model.ts';
import type { Applied, RefusalReason } from '../apply/outcome.ts';
import { Rebase } from '../changes/transform.ts';
import { Dice } from './dice.ts';
import { Memory, randomOps } from './random-ops.ts';

// People who edit one map without seeing what the others just did. Each has a replica that lags behind the log, makes a few
// changes on top of it, and hands them in; they are transformed over what came between and applied to the server's map, as
// docstore does it. In the end all replicas, however they came about, must be the same to the byte.

/** What happened in a run: none of these may be 0, or the run proved nothing. */
export interface StaleTally {
  ops: number;
  applied: number;
  refused: number;
  transformed: number;
  recovered: number;
  readonly reasons: Map<RefusalReason, number>;
}

interface LoggedChange {
  readonly author: PersonId;
  readonly at: number;
  readonly ops: readonly Op[];
}

interface Replica {
  readonly author: PersonId;
  map: MindMap;
  /** How many changes of the log it has. */
  seen: number;
}

const PEOPLE = 6;
/** A map larger than this only gets removals, so that people keep meeting. */
const CROWD = 150;

/** Runs until `ops` stale ops were handed in. Throws when a law breaks; the seed tells the whole story. */
export function runStale(seed: number, ops: number): StaleTally {
  const dice = new Dice(seed);
  const memory = new Memory();
  const server = emptyMap();
  const log: LoggedChange[] = [];
  const replicas: Replica[] = Array.from({ length: PEOPLE }, () => {
    return { author: dice.ids.long() as PersonId, map: emptyMap(), seen: 0 };
  });
  const tally: StaleTally = { ops: 0, applied: 0, refused: 0, transformed: 0, recovered: 0, reasons: new Map() };
  for (let turn = 0; tally.ops < ops; turn++) {
    const replica = replicas[dice.below(PEOPLE)];
    assert(replica, 'there are people');
    if (dice.chance(0.4)) catchUp(replica, log, dice.chance(0.3) ? log.length : replica.seen + dice.below(20));
    handIn(dice, memory, replica, server, log, tally);
    if (turn % 500 === 0) assert(check(server).length === 0, `seed ${seed}: ${check(server).join('; ')}`);
    // One that comes back from storage must be as good as one that never left.
    if (dice.chance(0.01)) replica.map = must(decodeMap(encodeMap(replica.map)));
  }
  const expected = encodeMap(server);
  assert(check(server).length === 0, `seed ${seed}: ${check(server).join('; ')}`);
  for (const replica of replicas) {
    catchUp(replica, log, log.length);
    assert(encodeMap(replica.map) === expected, `seed ${seed}: two replicas with the same log differ`);
    assert(check(replica.map).length === 0, `seed ${seed}: ${check(replica.map).join('; ')}`);
  }
  return tally;
}

/** One to three changes on top of what the replica has, which goes back to the log's state afterwards. */
function handIn(
  dice: Dice,
  memory: Memory,
  replica: Replica,
  server: MindMap,
  log: LoggedChange[],
  tally: StaleTally,
): void {
  const pending: Applied[] = [];
  const rebase = new Rebase(log.slice(replica.seen).flatMap((change) => change.ops));
  for (let i = 1 + dice.below(3); i > 0; i--) {
    const change = {
      author: replica.author,
      at: 1_700_000_000_000 + log.length,
      ops: someOps(dice, memory, replica.map),
    };
    const local = applyOps(replica.map, change);
    if (!local.ok) continue;
    pending.push(local.value);
    // What would follow a refused one was made on top of it: whoever hands in has to make it anew.
    if (!submit(server, log, change, rebase, tally)) break;
  }
  for (const applied of pending.reverse()) rollback(replica.map, applied);
}

function someOps(dice: Dice, memory: Memory, map: MindMap): readonly Op[] {
  const ops = randomOps(dice, map, memory);
  if (map.items.size < CROWD) return ops;
  const id = dice.any([...map.items.keys()]);
  return id === undefined || dice.chance(0.7) ? ops.filter((op) => op.kind !== 'add') : [{ kind: 'remove', id }];
}

function submit(server: MindMap, log: LoggedChange[], made: LoggedChange, rebase: Rebase, tally: StaleTally): boolean {
  const change = { ...made, ops: rebase.next(made.ops) };
  tally.ops += made.ops.length;
  if (change.ops !== made.ops) tally.transformed++;
  const outcome = applyOps(server, change);
  if (outcome.ok) {
    log.push(change);
    tally.applied++;
    if (outcome.value.recovered.length > 0) tally.recovered++;
  } else {
    tally.refused++;
    tally.reasons.set(outcome.error.reason, (tally.reasons.get(outcome.error.reason) ?? 0) + 1);
    assert(
      outcome.error.reason !== 'malformed',
      `a lawful change was transformed into nonsense: ${outcome.error.detail}`,
    );
  }
  return outcome.ok;
}

function catchUp(replica: Replica, log: readonly LoggedChange[], to: number): void {
  for (; replica.seen < Math.min(to, log.length); replica.seen++) {
    const change = log[replica.seen];
    assert(change, 'the log is dense');
    const outcome = applyOps(replica.map, change);
    assert(outcome.ok, `change ${replica.seen + 1} of the log does not apply to a replica`);
  }
}
