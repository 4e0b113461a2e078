import { type Ids, parsePersonId, type Random } from '@bough/base';
import { createLayout } from '@bough/layout';
import { apply, emptyMap, type MindMap, newItemId, type Op, Orders } from '@bough/map';
import { createInterMeasurer } from '@bough/text';
import { plantOutline } from '../commands/plant.ts';
import { NOTHING } from '../selection.ts';
import { parseOutline } from './outline.ts';

/** A map of its own with the outline on it, the first line its root; null for an outline that is none. */
export function mapOfOutline(outline: string, ids: Ids, random: Random): MindMap | null {
  const author = parsePersonId(ids.long());
  if (author === null) return null;
  const map = emptyMap();
  const root = newItemId(ids);
  const orders = new Orders(random);
  const change = (ops: readonly Op[]): boolean => apply(map, { author, at: 1, ops }).ok;
  change([{ kind: 'add', id: root, parent: null, order: orders.between(null, null), fields: {} }]);
  const layout = createLayout(map, createInterMeasurer());
  const world = { map, selection: NOTHING, layout, ids, orders, middle: { x: 0, y: 0 } };
  const plan = plantOutline(world, root, parseOutline(outline));
  return plan !== null && change(plan.ops) ? map : null;
}
