import type { Spot } from '@bough/scene';
import type { World } from '../world.ts';

/** What a new root takes, with some paper around it. */
const ROOM = { width: 220, height: 90 };
const RINGS = 40;

/** The place nearest to the middle of what is seen where a new root covers nothing and is not covered. */
export function freeSpot({ layout, middle }: Pick<World, 'layout' | 'middle'>): Spot {
  for (let ring = 0; ring < RINGS; ring++) {
    for (const { x, y } of around(middle, ring)) {
      const area = { x: x - ROOM.width / 2, y: y - ROOM.height / 2, ...ROOM };
      if (layout.itemsIn(area).length === 0) return { x, y };
    }
  }
  return middle;
}

/** The places of one ring of a grid: below first, as one goes on writing, then above, then beside. */
function around({ x, y }: Spot, ring: number): readonly Spot[] {
  const steps = Array.from({ length: 2 * ring + 1 }, (_, i) => (i % 2 === 0 ? i / 2 : -(i + 1) / 2));
  const [wide, high] = [ROOM.width / 2, ROOM.height / 2];
  const rows = steps.flatMap((step) => [
    { x: x + step * wide, y: y + ring * high },
    { x: x + step * wide, y: y - ring * high },
  ]);
  const columns = steps.flatMap((step) => [
    { x: x + ring * wide, y: y + step * high },
    { x: x - ring * wide, y: y + step * high },
  ]);
  return [...rows, ...columns];
}
