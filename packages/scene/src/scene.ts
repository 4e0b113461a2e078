import type { Faded, Glide, Group, HitTag, PlacedGroup, Rect, Spot } from './display-list.ts';

/** What the scene asks of whoever fills it: bounds at once, the commands only when somebody looks. */
export interface GroupSource {
  readonly id: string;
  /** The scene's own: where it keeps the group, -1 or nothing while it has none. A source is of one scene. */
  slot?: number;
  /** Around everything that `build` will answer, seen from the group's origin. Read at once, never kept: it may be one rectangle for all. */
  readonly bounds: Rect;
  build(): Group;
}

/** The reading half of a scene: what painters and pointers need. */
export interface Scene {
  /** Around everything; null when there is nothing. */
  bounds(): Rect | null;
  /**
   * All groups whose bounds touch the rectangle, parents before children: the order of painting. Gliding ones stand where they
   * glide. Of a subtree that is smaller than `least` map units both ways, only its top is answered.
   */
  visible(rect: Rect, glide?: Glide, least?: number, faded?: Faded): PlacedGroup[];
  /** The topmost command with a tag at the point; `tolerance` widens everything by so much, but an exact hit wins. */
  hit(point: Spot, tolerance: number): HitTag | null;
  /** Rectangles that look different since the last call; null: all of it. Neighbouring ones are merged. */
  takeDamage(): readonly Rect[] | null;
}
