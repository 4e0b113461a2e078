import { makeIds, must, type PersonId, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { ZipReader } from '@bough/formats/zip';
import { applyOps, emptyMap, encodeMap, type ItemId, type MindMap, newItemId, type Op } from '@bough/map';
import { expect, test } from 'vitest';
import { layOut } from './lay-out.ts';
import { render } from './render.ts';
import { unfold } from './unfold.ts';

const ids = makeIds({ now: () => 0 }, seededRandom(1));

/** A root with a folded branch that has a folded branch; and their ids, from above. */
function foldedMap(): { readonly map: MindMap; readonly all: readonly ItemId[] } {
  const map = emptyMap();
  const all = Array.from({ length: 4 }, () => newItemId(ids));
  const ops = all.map((id, i): Op => {
    const parent = all[i - 1] ?? null;
    return { kind: 'add', id, parent, order: 'a0', fields: { text: `item ${i}`, isFolded: i === 1 || i === 2 } };
  });
  must(applyOps(map, { author: ids.long() as PersonId, at: 1, ops }));
  return { map, all };
}

test('[EXP-17] what is folded in the map has a place of its own once it is unfolded', async () => {
  const { map, all } = foldedMap();
  expect(all.map((id) => map.items.get(id)?.isFolded)).toEqual([false, true, true, false]);
  const before = await layOut(map);
  expect(all.map((id) => before.box(id) === null)).toEqual([false, false, true, true]);
  unfold(map);
  const layout = await layOut(map);
  const boxes = all.flatMap((id) => layout.box(id) ?? []);
  expect(boxes).toHaveLength(4);
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(isApart).toBe(true);
    }
  }
});

test('[EXP-17] a Visio file has each item where the screen has it when everything is unfolded', async () => {
  const { map, all } = foldedMap();
  const document = utf8Encode(encodeMap(map));
  const job = { document, theme: 'light', part: 'whole', format: 'vsdx' } as const;
  const rendered = await render(job, async () => false);
  if (rendered === null) throw new Error('nobody stopped it');
  const page = tryUtf8Decode(new ZipReader(must(rendered).bytes).read('visio/pages/page1.xml') ?? new Uint8Array());
  const shapes = Array.from((page ?? '').matchAll(/NameU="Item\.\d+".*?<\/Shape>/gs), ([shape]) => {
    const cell = (name: string): number => Number(new RegExp(`<Cell N="${name}" V="([^"]*)"`).exec(shape)?.[1]);
    return { x: 96 * cell('PinX'), y: -96 * cell('PinY') };
  });
  unfold(map);
  const layout = await layOut(map);
  const boxes = all.flatMap((id) => layout.box(id) ?? []);
  const middles = boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  // The page begins elsewhere than the map.
  const fromFirst = (spots: readonly { readonly x: number; readonly y: number }[]): number[][] =>
    spots.map(({ x, y }) => [Math.round(x - (spots[0]?.x ?? 0)), Math.round(y - (spots[0]?.y ?? 0))]);
  expect(shapes).toHaveLength(4);
  expect(fromFirst(shapes)).toEqual(fromFirst(middles));
});
