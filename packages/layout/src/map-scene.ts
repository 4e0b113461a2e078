import {
  addDamage,
  type Faded,
  type Glide,
  hitAmong,
  type HitTag,
  type PlacedGroup,
  type Rect,
  type Scene,
  SceneTree,
  type Spot,
} from '@bough/scene';
import type { LinkLayer } from './links/link-layer.ts';

// The picture of a map: the tree of its items, and its links above them.

export class MapScene implements Scene {
  readonly items: SceneTree;
  readonly #links: LinkLayer;
  /** Of items, since it was last taken; null: all of it. */
  #damage: Rect[] | null = null;

  constructor(items: SceneTree, links: LinkLayer) {
    this.items = items;
    this.#links = links;
  }

  /** Where items look different since this was last asked. It is damage of the whole picture too. */
  takeItemDamage(): readonly Rect[] {
    const fresh = this.items.takeDamage() ?? [];
    if (this.#damage !== null) for (const rect of fresh) addDamage(this.#damage, rect);
    return fresh;
  }

  bounds(): Rect | null {
    return this.#links.boundsWith(this.items.bounds());
  }

  visible(rect: Rect, glide?: Glide, least?: number, faded?: Faded): PlacedGroup[] {
    const found = this.items.visible(rect, glide, least, faded);
    for (const placed of this.#links.visible(rect, glide, least, faded)) found.push(placed);
    return found;
  }

  hit(point: Spot, tolerance: number): HitTag | null {
    return hitAmong((rect) => this.visible(rect), point, tolerance);
  }

  takeDamage(): readonly Rect[] | null {
    const damage = this.#damage;
    const links = this.#links.takeDamage();
    this.#damage = [];
    if (damage === null || links === null) return null;
    for (const rect of links) addDamage(damage, rect);
    return damage;
  }
}
