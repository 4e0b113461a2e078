import { makeIds, must, parsePersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import {
  applyOps,
  emptyMap,
  type ItemFields,
  type ItemId,
  type MindMap,
  newItemId,
  type Op,
  orderBetween,
} from '@bough/map';

/** A map with the items by their words, for tests that want to read like the map they are about. */
export interface Outline {
  readonly map: MindMap;
  /** The item with these words; it must be there. */
  id(text: string): ItemId;
  /** A change by nobody in particular. */
  change(...ops: Op[]): ReturnType<typeof applyOps>;
}

/** Makes a map of an indented text, two spaces a level; `fields` adds to the items with those words. */
export function outline(text: string, fields: Readonly<Record<string, Partial<ItemFields>>> = {}): Outline {
  const random = seededRandom(text.length);
  const ids = makeIds(new VirtualClock(), random);
  const author = parsePersonId(ids.long());
  if (author === null) throw new Error('ids make ids');
  const map = emptyMap();
  const byText = new Map<string, ItemId>();
  const above: ItemId[] = [];
  let order: string | null = null;
  const change = (...ops: Op[]): ReturnType<typeof applyOps> => applyOps(map, { author, at: 1, ops });
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const words = line.trim();
    const depth = (line.length - line.trimStart().length) / 2;
    const id = newItemId(ids);
    order = orderBetween(order, null, random);
    must(
      change({ kind: 'add', id, parent: above[depth - 1] ?? null, order, fields: { text: words, ...fields[words] } }),
    );
    above[depth] = id;
    above.length = depth + 1;
    byText.set(words, id);
  }
  return {
    map,
    change,
    id: (words) => {
      const id = byText.get(words);
      if (id === undefined) throw new Error(`no item says ${words}`);
      return id;
    },
  };
}
