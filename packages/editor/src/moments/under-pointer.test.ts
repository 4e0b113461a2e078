import { createLayout } from '@bough/layout';
import { createInterMeasurer } from '@bough/text';
import { expect, it } from 'vitest';
import { Table } from '../testing/table.ts';
import { PaintedItems } from './under-pointer.ts';

it('[EDIT-96] the item under the pointer is the one that was painted there, wherever the camera is; beside it is none', () => {
  const on = new Table('trees\n\toak\n\tash');
  const layout = createLayout(on.map, createInterMeasurer());
  const items = new PaintedItems();
  expect(items.under({ x: 0, y: 0 })).toBeNull();
  let painted = 0;
  const paint = items.over(() => painted++);
  for (const camera of [
    { x: 0, y: 0, scale: 1 },
    { x: -120, y: 30, scale: 0.5 },
  ]) {
    // Only where things stand is asked for.
    const seen = { camera, layout, view: null, palette: null } as unknown as Parameters<typeof paint>[1];
    paint(null as unknown as CanvasRenderingContext2D, seen);
    for (const words of ['oak', 'ash', 'trees']) {
      const id = on.named(words);
      const box = layout.box(id) ?? expect.unreachable('it is laid out');
      const at = (x: number, y: number) => ({ x: (x - camera.x) * camera.scale, y: (y - camera.y) * camera.scale });
      expect(items.under(at(box.x + box.width / 2, box.y + box.height / 2))?.id).toBe(id);
      expect(items.under(at(box.x - 1, box.y - 1))?.id).not.toBe(id);
    }
  }
  expect(painted).toBe(2);
});
