import type { ItemId, Op } from '@bough/map';
import type { OutlineNode } from './outline.ts';
import { selectionOf } from '../selection.ts';
import { growTrees } from './grow.ts';
import type { Plan, World } from '../world.ts';

/** What a new map begins with: an outline, or changes to an empty map. */
export type Planting = string | readonly (readonly Op[])[];

/** The outline as a map's first content: its first line into the empty root, the rest below, sides and hues in turn. */
export function plantOutline(world: World, root: ItemId, nodes: readonly OutlineNode[]): Plan | null {
  const [first, ...others] = nodes;
  if (first === undefined) return null;
  const branches = [...first.children, ...others];
  const grown = growTrees({ ...world, selection: selectionOf([root]) }, branches);
  let at = 0;
  const ops = (grown?.ops ?? []).map((op) => {
    if (op.kind !== 'add' || op.parent !== root) return op;
    const isFirstHalf = at < Math.ceil(branches.length / 2);
    const fields = { ...op.fields, side: isFirstHalf ? ('right' as const) : ('left' as const), colour: String(at % 8) };
    at++;
    return { ...op, fields };
  });
  return {
    ops: [{ kind: 'splice', id: root, field: 'text', at: 0, remove: 0, insert: first.text }, ...ops],
    select: [root],
  };
}
