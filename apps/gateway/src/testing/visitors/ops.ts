import { platformIds, platformRandom } from '@bough/service';
import { newItemId, type Op, orderBetween } from '@bough/map';

/** Adds a root with these words. */
export function addItem(text: string): Op {
  const order = orderBetween(null, null, platformRandom);
  return { kind: 'add', id: newItemId(platformIds), parent: null, order, fields: { text } };
}

/** Ops of some change. */
export function newChangeOps(): readonly Op[] {
  return [addItem('words')];
}
