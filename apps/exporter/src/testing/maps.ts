import { must, parsePersonId } from '@bough/base';
import { applyOps, emptyMap, encodeMap, type ItemFields, newItemId, orderBetween } from '@bough/map';
import { platformIds, platformRandom } from '@bough/service';

/** A document with a root and so many items below it, the first of which has these fields. */
export function document(title: string, items: number, fields: Partial<ItemFields> = {}): Uint8Array {
  const map = emptyMap();
  const author = parsePersonId(platformIds.long());
  if (author === null) throw new Error('not an id');
  const root = newItemId(platformIds);
  const settings = { kind: 'settings', fields: { title } } as const;
  const order = orderBetween(null, null, platformRandom);
  const text = '<script>alert(1)</script>';
  must(
    applyOps(map, { author, at: 1, ops: [settings, { kind: 'add', id: root, parent: null, order, fields: { text } }] }),
  );
  let last: string | null = null;
  for (let i = 1; i < items; i++) {
    last = orderBetween(last, null, platformRandom);
    const own = { text: `item ${i}`, ...(i === 1 ? fields : {}) };
    const add = { kind: 'add', id: newItemId(platformIds), parent: root, order: last, fields: own } as const;
    must(applyOps(map, { author, at: 1, ops: [add] }));
  }
  return new TextEncoder().encode(encodeMap(map));
}
