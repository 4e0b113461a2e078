import type { Link } from '@bough/map';
import type { Group, GroupSource, Rect } from '@bough/scene';
import type { Node } from '../place/node.ts';
import { groupIdOf, type LinkCurve, linkBounds, newCurve, traceLink } from './link-shape.ts';

// One link in the picture: where it runs between the boxes of its ends. Its commands are made when somebody looks.

/** How a link is drawn, once somebody looks at it. */
export type DrawLink = (drawn: DrawnLink, bounds: Rect) => Group;

/** A link whose ends can both be seen, and the source of its group in the scene. */
export class DrawnLink implements GroupSource {
  /** The scene's. */
  slot = -1;
  readonly id: string;
  readonly curve: LinkCurve = newCurve();
  readonly #draw: DrawLink;
  #link: Link;
  #from: Node;
  #to: Node;
  #labelWidth: number | null = null;
  #bounds: Rect | null = null;

  constructor(link: Link, from: Node, to: Node, draw: DrawLink) {
    this.id = groupIdOf(link);
    this.#link = link;
    this.#from = from;
    this.#to = to;
    this.#draw = draw;
  }

  get link(): Link {
    return this.#link;
  }

  /** How wide its label's words are; null: it has none. */
  get labelWidth(): number | null {
    return this.#labelWidth;
  }

  /** Takes over how the link is now, and the nodes of its ends. */
  become(link: Link, from: Node, to: Node, labelWidth: number | null): void {
    this.#link = link;
    this.#from = from;
    this.#to = to;
    this.#labelWidth = labelWidth;
    this.#bounds = null;
  }

  /** Follows its ends; false when it runs as before. */
  trace(): boolean {
    standOf(this.#from, fromEnd);
    standOf(this.#to, toEnd);
    traceLink(this.#link, fromEnd, toEnd, traced);
    let isNew = false;
    for (let i = 0; i < traced.length; i++) {
      const value = traced[i] ?? 0;
      if (this.curve[i] === value) continue;
      this.curve[i] = value;
      isNew = true;
    }
    if (isNew) this.#bounds = null;
    return isNew;
  }

  get bounds(): Rect {
    this.#bounds ??= linkBounds(this.#link, this.curve, this.#labelWidth);
    return this.#bounds;
  }

  build(): Group {
    return this.#draw(this, this.bounds);
  }
}

interface End {
  x: number;
  y: number;
  width: number;
  height: number;
  isLeft: boolean;
}

// Written again and again: of thousands of links that are traced, few run otherwise.
const fromEnd: End = { x: -0, y: -0, width: -0, height: -0, isLeft: false };
const toEnd: End = { x: -0, y: -0, width: -0, height: -0, isLeft: false };
const traced = newCurve();

/** Writes where the node's box stands on the map. */
function standOf(node: Node, end: End): void {
  let x = 0;
  let y = 0;
  for (let at: Node | null = node; at !== null; at = at.parent) {
    x += at.x;
    y += at.y;
  }
  end.x = x + node.boxLeft;
  end.y = y + node.boxTop;
  end.width = node.boxWidth;
  end.height = node.boxHeight;
  end.isLeft = node.depth > 0 && node.side === -1;
}
