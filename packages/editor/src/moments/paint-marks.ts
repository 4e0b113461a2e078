import type { ItemBox } from '@bough/layout';
import type { ItemId } from '@bough/map';
import { grow, type Spot } from '@bough/scene';
import { mapRect, rectToScreen, toScreen } from '../core/camera/camera.ts';
import type { PaintOver } from '../core/ports/editor-types.ts';

/** What became of an item between two moments. */
export interface Differs {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** The item below which it stood before, if it has moved. */
  readonly from: ItemId | null;
}

/** What is said about an item of the past: what became of it, or whose it is, in a branch hue. */
export type Mark = Differs | { readonly kind: 'by'; readonly hue: number };

interface Looks {
  readonly hue: number;
  /** Said without colour, too. */
  readonly sign: string;
}

/** How each kind looks, on the map and in what explains it: a branch hue, and a sign. */
export const MARK_LOOKS: Readonly<Record<Differs['kind'], Looks>> = {
  added: { hue: 4, sign: '+' },
  changed: { hue: 2, sign: '~' },
  moved: { hue: 1, sign: '→' },
  removed: { hue: 0, sign: '−' },
};

type Seen = Parameters<PaintOver>[1];
const GAP = 3;
const BADGE = 7;

/** Paints marks over the items that have one, and a line to each that has moved from where it hung. Costs what is in sight, and what moved. */
export function paintMarks(marks: ReadonlyMap<ItemId, Mark>): PaintOver {
  const moved = [...marks].flatMap(([id, mark]) =>
    mark.kind === 'by' || mark.from === null ? [] : [{ id, from: mark.from }],
  );
  return (context, seen) => {
    for (const { id, from } of moved) ghostLine(context, seen, from, id);
    for (const id of seen.layout.itemsIn(grow(mapRect(seen.camera, seen.view), 20 / seen.camera.scale))) {
      const mark = marks.get(id);
      const box = mark === undefined ? null : seen.layout.box(id);
      if (mark !== undefined && box !== null) paintMark(context, seen, box, mark);
    }
  };
}

function paintMark(context: CanvasRenderingContext2D, seen: Seen, box: ItemBox, mark: Mark): void {
  const { palette, camera } = seen;
  const scale = Math.min(1, camera.scale);
  const at = grow(rectToScreen(camera, box), GAP * scale);
  const { hue, sign } = mark.kind === 'by' ? { hue: mark.hue, sign: '' } : MARK_LOOKS[mark.kind];
  const colour = `branch:${hue}`;
  const isGone = mark.kind === 'removed';
  context.beginPath();
  context.roundRect(at.x, at.y, at.width, at.height, Math.min(8, at.height / 3));
  context.fillStyle = palette.resolve(isGone ? 'paper' : colour);
  context.globalAlpha = isGone ? 0.6 : 0.2;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = palette.resolve(colour);
  context.lineWidth = 1.5 * scale;
  if (isGone) context.setLineDash([4 * scale, 3 * scale]);
  context.stroke();
  context.setLineDash([]);
  if (camera.scale >= 0.4 && sign !== '') badge(context, seen, { x: at.x, y: at.y }, palette.resolve(colour), sign);
}

function badge(context: CanvasRenderingContext2D, { palette }: Seen, at: Spot, colour: string, sign: string): void {
  context.beginPath();
  context.arc(at.x, at.y, BADGE, 0, Math.PI * 2);
  context.fillStyle = colour;
  context.fill();
  context.fillStyle = palette.resolve(palette.name === 'light' ? 'ink' : 'paper');
  context.font = '600 11px sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(sign, at.x, at.y + 0.5);
  context.textAlign = 'start';
}

/** From the parent that it had to where it hangs now. */
function ghostLine(
  context: CanvasRenderingContext2D,
  { layout, camera, palette }: Seen,
  from: ItemId,
  id: ItemId,
): void {
  const [parent, box] = [layout.box(from), layout.box(id)];
  if (parent === null || box === null) return;
  const start = toScreen(camera, middleOf(parent));
  const end = toScreen(camera, box.entry);
  context.strokeStyle = palette.resolve(`branch:${MARK_LOOKS.moved.hue}`);
  context.lineWidth = 1.5;
  context.setLineDash([5, 5]);
  context.beginPath();
  context.moveTo(start.x, start.y);
  const across = (start.x + end.x) / 2;
  context.bezierCurveTo(across, start.y, across, end.y, end.x, end.y);
  context.stroke();
  context.setLineDash([]);
}

function middleOf({ x, y, width, height }: ItemBox): Spot {
  return { x: x + width / 2, y: y + height / 2 };
}
