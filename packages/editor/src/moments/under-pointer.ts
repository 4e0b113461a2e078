import type { ItemId } from '@bough/map';
import type { Rect, Spot } from '@bough/scene';
import { rectToScreen, toMap } from '../core/camera/camera.ts';
import type { PaintOver } from '../core/ports/editor-types.ts';

/** An item, and where it stands on the screen. */
export interface Pointed {
  readonly id: ItemId;
  readonly rect: Rect;
}

/** Knows what was painted last, and so which item is under a spot of the screen. */
export class PaintedItems {
  #seen: Parameters<PaintOver>[1] | null = null;

  /** Paints the same, and is noticed here. */
  over(paint: PaintOver): PaintOver {
    return (context, seen) => {
      this.#seen = seen;
      paint(context, seen);
    };
  }

  under(at: Spot): Pointed | null {
    const seen = this.#seen;
    if (seen === null) return null;
    const { x, y } = toMap(seen.camera, at);
    for (const id of seen.layout.itemsIn({ x, y, width: 0, height: 0 })) {
      const box = seen.layout.box(id);
      if (box === null || x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue;
      return { id, rect: rectToScreen(seen.camera, box) };
    }
    return null;
  }
}
