import { assert, parsePersonId } from '@bough/base';
import { applyOps, isRecoveredItem, type Item, type ItemId, LIMITS, type MindMap, type Op } from '@bough/map';
import { addAgain, copyToShow, type Difference, differencesInOrder, itemsInOrder } from '@bough/map/difference';
import type { Differs } from './paint-marks.ts';

/** Two moments in one map: the later one, with what is gone since where it stood, and old words struck through above the new ones. */
export interface Compared {
  readonly map: MindMap;
  readonly marks: ReadonlyMap<ItemId, Differs>;
  /** What differs, in the order of the tree. */
  readonly order: readonly ItemId[];
}

const GONE = '#8a8a8a';
/** Nobody reads who put the two together. */
const NOBODY = parsePersonId('AYvP5WgAceuN5Y5FxXV8FA');
const AT_ONCE = 1_000;

/** Puts two moments into one map, to be shown and never kept; everything in it is unfolded, so that nothing that differs hides. */
export function compared(before: MindMap, after: MindMap, difference: Difference): Compared {
  const map = copyToShow(after);
  const ops: Op[] = [];
  for (const item of map.items.values()) {
    if (item.isFolded) ops.push({ kind: 'set', id: item.id, fields: { isFolded: false } });
  }
  for (const item of itemsInOrder(before)) {
    // Nobody can add an item that holds what was recovered: what it held stands where it stood.
    if (!difference.removed.has(item.id) || isRecoveredItem(item.id)) continue;
    ops.push(addAgain({ ...item, colour: GONE, isFolded: false }, item.id, homeOf(before, after, item)));
  }
  for (const [id, fields] of difference.changed) {
    const [was, is] = [before.items.get(id), after.items.get(id)];
    if (was === undefined || is === undefined || !fields.includes('text')) continue;
    const text = withOldWords(was.text, is.text);
    if (text.length <= LIMITS.text) ops.push({ kind: 'set', id, fields: { text } });
  }
  show(map, ops);
  const order = differencesInOrder(difference, map);
  return { map, order, marks: new Map(order.map((id) => [id, markOf(difference, id, before.items.get(id))])) };
}

function homeOf(before: MindMap, after: MindMap, { parent }: Item): ItemId | null {
  let home = parent;
  while (home !== null && isRecoveredItem(home) && !after.items.has(home))
    home = before.items.get(home)?.parent ?? null;
  return home;
}

/** Applies as much as the map takes: it may be at one of its limits, and then shows less of what is gone. */
function show(map: MindMap, ops: readonly Op[]): void {
  assert(NOBODY !== null, 'the id is lawful');
  for (let from = 0; from < ops.length; from += AT_ONCE) {
    const part = ops.slice(from, from + AT_ONCE);
    if (applyOps(map, { author: NOBODY, at: 0, ops: part }).ok) continue;
    for (const op of part) applyOps(map, { author: NOBODY, at: 0, ops: [op] });
  }
}

/** The old words, struck through line by line, above the new ones. */
export function withOldWords(was: string, is: string): string {
  const lines = was.split('\n').map((line) => line.replaceAll('~~', '').trim());
  const struck = lines.flatMap((line) => (line === '' ? [] : [`~~${line}~~`]));
  return [...struck, ...(is.trim() === '' ? [] : [is])].join('\n');
}

function markOf({ added, removed, moved, changed }: Difference, id: ItemId, was: Item | undefined): Differs {
  const from = moved.has(id) && was !== undefined ? was.parent : null;
  if (added.has(id)) return { kind: 'added', from };
  if (removed.has(id)) return { kind: 'removed', from: null };
  return { kind: changed.has(id) ? 'changed' : 'moved', from };
}
