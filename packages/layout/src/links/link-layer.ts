import { type ItemId, type Link, type LinkId, linksAt, type MindMap } from '@bough/map';
import { type Faded, type Glide, type PlacedGroup, type Rect, SceneTree, shift, touches } from '@bough/scene';
import type { TextMeasurer } from '@bough/text';
import type { LayoutPass } from '../place/layout-pass.ts';
import type { Node } from '../place/node.ts';
import { DrawnLink, type DrawLink } from './drawn-link.ts';
import { LabelGrid } from './label-grid.ts';
import {
  groupIdOf,
  LABEL_FONT,
  LABEL_PLACES,
  labelBox,
  labelWords,
  linkBounds,
  type LinkCurve,
  linkGroup,
} from './link-shape.ts';

// The links of a map, above all items. Each stands in map coordinates, so it must be traced again when one of its ends has moved,
// also when that end moved only because a branch far above it was pushed aside. Three things keep an edit cheap:
//
// - An update asks for links only at the nodes that its pass drew, dropped or moved (`linksAt`).
// - When whole branches move, with more nodes than it is worth to walk, all links are due: they are traced when somebody looks
//   next, once for however many updates came before, and all of the picture counts as damaged until then.
// - A link looks for its way around words, and its label for a place without items, when it is first seen. Where items had a say in
//   that is kept in a grid; it looks again when an update changes something there. Until then it is known only where it may run.

/** So many nodes of moved branches are asked for their links one by one, as long as these have no more than so many. */
const MOST_WALKED = 256;
const MOST_FOLLOWERS = 64;
/** So many links look for their way and place again in one update; more of them do it when they are seen. */
const MOST_LOOKING = 64;

/** What links need to know of the items. */
export interface LinkComponents {
  readonly measurer: TextMeasurer;
  readonly nodes: ReadonlyMap<string, Node>;
  /** The boxes of items that touch a rectangle of the map. */
  readonly boxesIn: (rect: Rect) => readonly Rect[];
}

/** How a link runs, and which of LABEL_PLACES its label has. */
interface Way {
  readonly curve: LinkCurve;
  readonly place: number;
}

/** What an update did to the links, by the names of their groups. One that only followed its ends is not named. */
export interface LinkChange {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Keeps the links of the picture in step with the map and its items. */
export class LinkLayer {
  readonly #components: LinkComponents;
  readonly #scene = new SceneTree();
  readonly #drawn = new Map<LinkId, DrawnLink>();
  /** Of links that were seen, and have a label or may go around words. */
  readonly #ways = new Map<DrawnLink, Way>();
  readonly #tried = new LabelGrid<DrawnLink>();
  /** All links are traced before anybody looks. */
  #isDue = false;
  /** What was damaged before the links that were due were traced, and is still to be taken. */
  #damage: readonly Rect[] = [];

  constructor(components: LinkComponents) {
    this.#components = components;
  }

  /** Draws all links of the map. */
  build(map: MindMap): void {
    this.#scene.reserve(map.links.size);
    for (const link of map.links.values()) this.#follow(link.id, link);
  }

  /** Follows what the pass did to the items, `area` being where they look different, and what was done to links themselves. */
  update(touched: ReadonlySet<LinkId>, pass: LayoutPass, area: readonly Rect[]): LinkChange {
    const changed: string[] = [];
    const removed: string[] = [];
    const { links } = pass.map;
    if (links.size === 0 && this.#drawn.size === 0) return { changed, removed };
    const due = new Set(touched);
    for (const node of pass.toDraw) nameLinksAt(pass.map, node.id, due);
    for (const id of pass.removed) nameLinksAt(pass.map, id as ItemId, due);
    const followers = this.#drawn.size <= MOST_FOLLOWERS ? this.#drawn.keys() : this.#followersOf(pass);
    for (const id of followers ?? []) due.add(id);
    for (const id of due) {
      const became = this.#follow(id, links.get(id));
      if (became === 'changed') changed.push(groupIdOf({ id }));
      else if (became === 'removed') removed.push(groupIdOf({ id }));
    }
    if (followers === null) {
      this.#isDue = true;
      this.#damage = [];
      this.#scene.damageAll();
    }
    if (!this.#isDue) this.#avoidItems(area);
    return { changed, removed };
  }

  /** Around the items, which stand within `items`, and all links; null when there is nothing. */
  boundsWith(items: Rect | null): Rect | null {
    this.#settle();
    const all = this.#scene.bounds();
    if (all === null || items === null || isWithin(all, items)) return items ?? all;
    let [left, top, right, bottom] = edgesOf(items);
    for (const drawn of this.#drawn.values()) {
      // Only those are asked for their way that may lead out.
      const [l, t, r, b] = edgesOf(drawn.bounds);
      if (l >= left && t >= top && r <= right && b <= bottom) continue;
      const [x, y, endX, endY] = edgesOf(this.#boundsOf(drawn));
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, endX), Math.max(bottom, endY)];
    }
    const bounds = { x: left, y: top, width: right - left, height: bottom - top };
    return isWithin(bounds, items) ? items : bounds;
  }

  /** As a scene answers it: a link stands still while items glide, unless a glide names the link. */
  visible(rect: Rect, glide?: Glide, least?: number, faded?: Faded): readonly PlacedGroup[] {
    this.#settle();
    return this.#scene
      .visible(rect, glide, least, faded)
      .filter(({ group, x, y }) => touches(shift(group.bounds, x, y), rect));
  }

  /** How a link runs; null when it is not in the picture. */
  curveOf(id: LinkId): LinkCurve | null {
    this.#settle();
    const drawn = this.#drawn.get(id);
    return drawn === undefined ? null : this.#wayOf(drawn).curve;
  }

  /** As a scene answers it. */
  takeDamage(): readonly Rect[] | null {
    const damage = this.#scene.takeDamage();
    const before = this.#damage;
    this.#damage = [];
    return damage === null ? null : [...before, ...damage];
  }

  /** The links within and out of the branches that moved; null when these are too large to be walked. */
  #followersOf({ map, moved }: LayoutPass): ReadonlySet<LinkId> | null {
    const found = new Set<LinkId>();
    let walked = 0;
    const open: Node[] = [];
    for (const { id } of moved) {
      const top = this.#components.nodes.get(id);
      if (top !== undefined) open.push(top);
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        nameLinksAt(map, node.id, found);
        if (++walked > MOST_WALKED || found.size > MOST_FOLLOWERS) return null;
        for (const child of node.children) open.push(child);
      }
    }
    return found;
  }

  /** Brings one link in step: it is as the map has it (undefined: gone), and its ends stand where they stand. */
  #follow(id: LinkId, link: Link | undefined): 'changed' | 'removed' | 'as before' {
    const { nodes, measurer } = this.#components;
    const known = this.#drawn.get(id);
    const from = link === undefined ? undefined : nodes.get(link.from);
    const to = link === undefined ? undefined : nodes.get(link.to);
    if (link === undefined || from === undefined || to === undefined) {
      if (known === undefined) return 'as before';
      this.#drawn.delete(id);
      this.#forgetWay(known);
      this.#scene.remove(known);
      return 'removed';
    }
    const drawn = known ?? new DrawnLink(link, from, to, this.#draw);
    const isOther = known?.link !== link;
    const labelWidth = isOther ? this.#widthOf(link, measurer) : drawn.labelWidth;
    drawn.become(link, from, to, labelWidth);
    this.#drawn.set(id, drawn);
    if (drawn.trace() || isOther) this.#put(drawn);
    return isOther ? 'changed' : 'as before';
  }

  #widthOf({ label }: Link, measurer: TextMeasurer): number | null {
    return label === '' ? null : measurer.width(labelWords(label), LABEL_FONT);
  }

  /** It looks different: it looks for its way when somebody looks at it. */
  #put(drawn: DrawnLink): void {
    this.#forgetWay(drawn);
    this.#scene.put(drawn, null, 0, 0);
  }

  /** Traces all links, once, when they are due. */
  #settle(): void {
    if (!this.#isDue) return;
    this.#isDue = false;
    // That all is damaged was said already, or is still to be said; what was damaged since it was said is kept.
    const since = this.#scene.takeDamage();
    this.#scene.damageAll();
    for (const drawn of this.#drawn.values()) if (drawn.trace() || this.#ways.has(drawn)) this.#put(drawn);
    if (since === null) return;
    this.#scene.takeDamage();
    this.#damage = [...this.#damage, ...since];
  }

  /** Links that run, or would rather run, where items look different look for their way and their label's place again. */
  #avoidItems(area: readonly Rect[]): void {
    const near = this.#tried.touching(area);
    for (const drawn of near) {
      const before = near.size > MOST_LOOKING ? undefined : this.#ways.get(drawn);
      if (before === undefined || !isSameWay(this.#findWay(drawn), before)) this.#put(drawn);
    }
  }

  #wayOf(drawn: DrawnLink): Way {
    if (!drawn.mayTurn && drawn.labelWidth === null) return { curve: drawn.curve, place: 0 };
    return this.#ways.get(drawn) ?? this.#findWay(drawn);
  }

  /** Its way, and the first place on that where the label covers no item; the middle when it covers one everywhere. */
  #findWay(drawn: DrawnLink): Way {
    const { boxesIn } = this.#components;
    const { curve, heeded } = drawn.mayTurn ? drawn.findWay(boxesIn) : { curve: drawn.curve, heeded: [] };
    const tried: Rect[] = [...heeded];
    const width = drawn.labelWidth;
    let found = 0;
    for (let place = 0; width !== null && place < LABEL_PLACES; place++) {
      const box = labelBox(curve, width, place);
      tried.push(box);
      if (boxesIn(box).length > 0) continue;
      found = place;
      break;
    }
    const way = { curve: [...curve], place: found };
    this.#tried.put(drawn, tried);
    this.#ways.set(drawn, way);
    return way;
  }

  #forgetWay(drawn: DrawnLink): void {
    if (this.#ways.delete(drawn)) this.#tried.remove(drawn);
  }

  #boundsOf(drawn: DrawnLink): Rect {
    return linkBounds(drawn.link, this.#wayOf(drawn).curve, drawn.labelWidth);
  }

  readonly #draw: DrawLink = (drawn) => {
    const { link, labelWidth: width } = drawn;
    const { curve, place } = this.#wayOf(drawn);
    const bounds = this.#boundsOf(drawn);
    if (width === null) return linkGroup(link, curve, null, bounds);
    return linkGroup(link, curve, { words: labelWords(link.label), width, box: labelBox(curve, width, place) }, bounds);
  };
}

function isSameWay(a: Way, b: Way): boolean {
  return a.place === b.place && a.curve.every((value, i) => value === b.curve[i]);
}

function edgesOf({ x, y, width, height }: Rect): readonly [number, number, number, number] {
  return [x, y, x + width, y + height];
}

function isWithin(inner: Rect, outer: Rect): boolean {
  const [left, top, right, bottom] = edgesOf(inner);
  const [x, y, endX, endY] = edgesOf(outer);
  return left >= x && top >= y && right <= endX && bottom <= endY;
}

function nameLinksAt(map: MindMap, item: ItemId, into: Set<LinkId>): void {
  for (const { id } of linksAt(map, item)) into.add(id);
}
