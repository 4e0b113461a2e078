import { childrenOf, type Item, type ItemFields, type ItemId, type MindMap, newItemId, type Op } from '@bough/map';
import type { OutlineNode } from './outline.ts';
import { focusedItem, orderBeside } from './grow.ts';
import { topmost } from './tree-walk.ts';
import type { Plan, World } from '../world.ts';

// Commands that change how items look, and that copy them.

/** Folds what has branches; all of the selection as the focused item says. */
export function fold(world: World): Plan | null {
  const focused = focusedItem(world);
  if (focused === null) return null;
  const withBranches = [...world.selection.ids].filter((id) => childrenOf(world.map, id).length > 0);
  const isFolded = !world.isFolded(focused);
  return setAll(world, withBranches, (item) => (world.isFolded(item) === isFolded ? null : { isFolded }));
}

/** None, open, done, none: all of the selection as the focused item says. */
export function cycleCheckbox(world: World): Plan | null {
  const now = focusedItem(world)?.checkbox ?? null;
  const checkbox = now === null ? 'open' : now === 'open' ? 'done' : null;
  return setAll(world, world.selection.ids, () => ({ checkbox }));
}

/** A click on the box: open to done and back. */
export function tick(world: World, id: ItemId): Plan | null {
  return setAll(world, [id], (item) => ({ checkbox: item.checkbox === 'done' ? 'open' : 'done' }));
}

/** The same fields for every selected item. */
export function setFields(world: World, fields: Partial<ItemFields>): Plan | null {
  return setAll(world, world.selection.ids, () => fields);
}

/** Marks around the whole text of every selected item, or off again. */
export function markText(world: World, mark: string): Plan | null {
  const ops: Op[] = [];
  for (const id of world.selection.ids) {
    const item = world.map.items.get(id);
    if (item === undefined || item.text === '') continue;
    ops.push(...marksAround(item, mark));
  }
  return ops.length === 0 ? null : { ops };
}

/** The selected branches as an outline, in the order of the tree. */
export function outlineOf(map: MindMap, ids: ReadonlySet<ItemId>): OutlineNode[] {
  const node = (item: Item): OutlineNode => ({
    text: item.text,
    checkbox: item.checkbox,
    children: childrenOf(map, item.id).flatMap((id) => {
      const child = map.items.get(id);
      return child === undefined ? [] : [node(child)];
    }),
  });
  return topmost(map, ids).map(node);
}

/** The selected branches once more, each right after its original, with all that they have. */
export function duplicate(world: World): Plan | null {
  const ops: Op[] = [];
  const made: ItemId[] = [];
  const copy = (item: Item, parent: ItemId | null, order: string): ItemId => {
    const id = newItemId(world.ids);
    const { id: _id, parent: _parent, order: _order, ...fields } = item;
    ops.push({ kind: 'add', id, parent, order, fields });
    for (const below of childrenOf(world.map, item.id)) {
      const child = world.map.items.get(below);
      if (child !== undefined) copy(child, id, child.order);
    }
    return id;
  };
  for (const item of topmost(world.map, world.selection.ids)) {
    const offset = item.offset === null ? null : { x: item.offset.x + 24, y: item.offset.y + 40 };
    made.push(copy({ ...item, offset }, item.parent, orderBeside(world, item, 'after')));
  }
  return ops.length === 0 ? null : { ops, select: made };
}

// One splice over the whole would swallow what others type at the same time: two small ones do not.
function marksAround(item: Item, mark: string): Op[] {
  const { id, text } = item;
  const base = { kind: 'splice', id, field: 'text' } as const;
  const n = mark.length;
  if (text.length >= 2 * n && text.startsWith(mark) && text.endsWith(mark)) {
    return [
      { ...base, at: text.length - n, remove: n, insert: '' },
      { ...base, at: 0, remove: n, insert: '' },
    ];
  }
  return [
    { ...base, at: text.length, remove: 0, insert: mark },
    { ...base, at: 0, remove: 0, insert: mark },
  ];
}

function setAll(
  world: World,
  ids: Iterable<ItemId>,
  fieldsFor: (item: Item) => Partial<ItemFields> | null,
): Plan | null {
  const ops: Op[] = [];
  for (const id of ids) {
    const item = world.map.items.get(id);
    const fields = item === undefined ? null : fieldsFor(item);
    if (fields !== null) ops.push({ kind: 'set', id, fields });
  }
  return ops.length === 0 ? null : { ops };
}
