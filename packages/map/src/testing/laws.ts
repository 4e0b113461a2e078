import type { Op } from '../changes/change.ts';
import { assert, must, type PersonId } from '@bough/base';
import { applyOps, childrenOf, emptyMap, rollback } from '../apply/apply.ts';
import { check } from '../apply/check.ts';
import { decodeMap } from '../stored/decode.ts';
import { encodeMap, encodeVisible } from '../stored/encode.ts';
import type {
  Comment,
  CommentId,
  Item,
  ItemId,
  Link,
  LinkId,
  MindMap,
  Settings,
  Thread,
  ThreadId,
} from '../model/model.ts';
import type { Applied } from '../apply/outcome.ts';
import { Dice } from './dice.ts';
import { Memory, randomOps } from './random-ops.ts';

// The laws that every change to every map obeys, on one random history per seed. Each throws when it is broken.

/** What a history went through, so that a test can see that it was not empty. */
export interface LawTally {
  applied: number;
  refused: number;
  recovered: number;
}

/** A map that went through so many random changes. */
export function randomMap(dice: Dice, changes: number, memory = new Memory()): MindMap {
  const map = emptyMap();
  for (let i = 0; i < changes; i++) applyOps(map, randomChange(dice, map, memory));
  return map;
}

/** A change as somebody might make it who looks at this map. */
export function randomChange(
  dice: Dice,
  map: MindMap,
  memory: Memory,
): { readonly author: PersonId; readonly at: number; readonly ops: readonly Op[] } {
  const at = 1_700_000_000_000 + dice.below(1_000_000);
  return { author: dice.ids.long() as PersonId, at, ops: randomOps(dice, map, memory) };
}

/** Takes every change of a random history through the laws of `apply`, of its inverse, of rolling back, and of the codec. */
export function holdLawsOfApply(seed: number, changes: number): LawTally {
  const dice = new Dice(seed);
  const memory = new Memory();
  const map = emptyMap();
  const tally: LawTally = { applied: 0, refused: 0, recovered: 0 };
  for (let i = 0; i < changes; i++) {
    const change = randomChange(dice, map, memory);
    const says = `seed ${seed}, change ${i}`;
    const before = encodeMap(map);
    const beforeSeen = encodeVisible(map);
    const seen = lookAt(map);
    const twin = must(decodeMap(before));
    const outcome = applyOps(map, change);
    holdCodec(map, twin, applyOps(twin, change), outcome, says);
    if (!outcome.ok) {
      tally.refused++;
      assert(encodeMap(map) === before, `${says}: a refused change left a trace`);
      continue;
    }
    tally.applied++;
    if (outcome.value.recovered.length > 0) tally.recovered++;
    holdTouched(map, seen, outcome.value, says);
    holdInverse(map, change.author, outcome.value, beforeSeen, says);
    if (dice.chance(0.5)) {
      rollback(map, outcome.value);
      assert(encodeMap(map) === before, `${says}: rolled back, the map is not what it was`);
      holdCheck(map, says);
      if (dice.chance(0.5)) applyOps(map, change);
    }
  }
  return tally;
}

function holdCheck(map: MindMap, says: string): void {
  const problems = check(map);
  assert(problems.length === 0, `${says}: ${problems.join('; ')}`);
}

function holdCodec(map: MindMap, twin: MindMap, twinOutcome: unknown, outcome: unknown, says: string): void {
  const text = encodeMap(map);
  assert(encodeMap(twin) === text, `${says}: a map from storage took the change differently`);
  assert(plain(twinOutcome) === plain(outcome), `${says}: a map from storage answered differently`);
  assert(encodeMap(must(decodeMap(text))) === text, `${says}: the codec does not round-trip`);
  const seen = encodeVisible(map);
  assert(encodeMap(must(decodeMap(seen))) === seen, `${says}: what is seen of the map is no map of its own`);
  holdCheck(map, says);
  holdCheck(twin, says);
}

function holdInverse(map: MindMap, author: PersonId, applied: Applied, beforeSeen: string, says: string): void {
  const after = encodeMap(map);
  const afterSeen = encodeVisible(map);
  const undone = must(applyOps(map, { author, at: 1, ops: applied.inverse }));
  assert(encodeVisible(map) === beforeSeen, `${says}: its inverse does not restore`);
  holdCheck(map, says);
  const redone = must(applyOps(map, { author, at: 2, ops: undone.inverse }));
  assert(encodeVisible(map) === afterSeen, `${says}: the inverse of its inverse does not redo`);
  rollback(map, redone);
  rollback(map, undone);
  assert(encodeMap(map) === after, `${says}: undoing and redoing, rolled back, left a trace`);
}

interface Looks {
  readonly items: ReadonlyMap<ItemId, Item>;
  readonly children: ReadonlyMap<ItemId | null, readonly ItemId[]>;
  readonly links: ReadonlyMap<LinkId, Link>;
  readonly threads: ReadonlyMap<ThreadId, Thread>;
  readonly chat: ReadonlyMap<CommentId, Comment>;
  readonly settings: Settings;
}

function lookAt(map: MindMap): Looks {
  const children = new Map<ItemId | null, readonly ItemId[]>([[null, childrenOf(map, null)]]);
  for (const id of map.items.keys()) children.set(id, childrenOf(map, id));
  const { settings } = map;
  const [links, threads, chat] = [new Map(map.links), new Map(map.threads), new Map(map.chat)];
  return { items: new Map(map.items), children, links, threads, chat, settings };
}

/** Whoever repaints what was touched, and nothing else, sees the whole difference. */
function holdTouched(map: MindMap, before: Looks, { touched }: Applied, says: string): void {
  const after = lookAt(map);
  for (const id of union(before.items, after.items)) {
    const isGone = !after.items.has(id);
    if (isGone !== (touched.removed.has(id) && before.items.has(id)) && isGone) throw broken(says, `${id} went untold`);
    if (!isGone && touched.removed.has(id)) throw broken(says, `${id} is told to be removed and is not`);
    if (!isGone && before.items.get(id) !== after.items.get(id)) {
      assert(
        isSameItem(before.items.get(id), after.items.get(id)) || touched.items.has(id),
        `${says}: ${id} changed untold`,
      );
    }
  }
  for (const [id, children] of after.children) {
    const was = before.children.get(id) ?? [];
    const isSame = was.length === children.length && was.every((child, i) => child === children[i]);
    assert(isSame || touched.parents.has(id), `${says}: the children of ${id ?? 'the map'} changed untold`);
  }
  for (const id of union(before.links, after.links)) {
    assert(before.links.get(id) === after.links.get(id) || touched.links.has(id), `${says}: link ${id} changed untold`);
  }
  for (const id of union(before.threads, after.threads)) {
    const isSame = before.threads.get(id) === after.threads.get(id);
    assert(isSame || touched.threads.has(id), `${says}: thread ${id} changed untold`);
  }
  for (const id of union(before.chat, after.chat)) {
    const isSame = before.chat.get(id) === after.chat.get(id);
    assert(isSame || touched.messages.has(id), `${says}: message ${id} changed untold`);
  }
  assert(before.settings === after.settings || touched.settings, `${says}: the settings changed untold`);
}

function isSameItem(a: Item | undefined, b: Item | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function union<K>(a: ReadonlyMap<K, unknown>, b: ReadonlyMap<K, unknown>): Set<K> {
  return new Set([...a.keys(), ...b.keys()]);
}

function broken(says: string, what: string): Error {
  return new Error(`${says}: ${what}`);
}

function byUnit(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function plain(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part instanceof Set ? [...part].map(String).toSorted(byUnit) : part,
  );
}
