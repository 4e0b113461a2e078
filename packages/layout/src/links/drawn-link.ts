import type { Link } from '@bough/map';
import type { Group, GroupSource, Rect } from '@bough/scene';
import type { Node } from '../place/node.ts';
import { groupIdOf, type LinkCurve, linkBounds, newCurve, traceLink, withLabel } from './link-shape.ts';
import { findWay, type FoundWay, isNear, reachOf } from './link-way.ts';

// One link in the picture: where it runs between the boxes of its ends. Its commands are made when somebody looks.

/** How a link is drawn, once somebody looks at it. */
export type DrawLink = (drawn: DrawnLink) => Group;

/** A link whose ends can both be seen, and the source of its group in the scene. */
export class DrawnLink implements GroupSource {
  /** The scene's. */
  slot = -1;
  readonly id: string;
  /** Its direct curve. */
  readonly curve: LinkCurve = newCurve();
  readonly #draw: DrawLink;
  readonly #fromEnd: End = newEnd();
  readonly #toEnd: End = newEnd();
  #link: Link;
  #from: Node;
  #to: Node;
  #labelWidth: number | null = null;
  #mayTurn = false;
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

  /** Whether it goes around words: not when it was bent by hand, and not from one end of a large map to the other. */
  get mayTurn(): boolean {
    return this.#mayTurn;
  }

  /** Takes over how the link is now, and the nodes of its ends. */
  become(link: Link, from: Node, to: Node, labelWidth: number | null): void {
    this.#link = link;
    this.#from = from;
    this.#to = to;
    this.#labelWidth = labelWidth;
    this.#bounds = null;
  }

  /** Follows its ends; false when it runs as before, and may run where it might before. */
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
    const mayTurn = this.#link.points.length === 0 && isNear(fromEnd, toEnd);
    // Where a box ends matters only to a link that may leave from there.
    if (mayTurn !== this.#mayTurn) isNew = true;
    if (mayTurn && copyEnd(fromEnd, this.#fromEnd)) isNew = true;
    if (mayTurn && copyEnd(toEnd, this.#toEnd)) isNew = true;
    this.#mayTurn = mayTurn;
    if (isNew) this.#bounds = null;
    return isNew;
  }

  /** The way that it takes around the boxes of items, as `boxesIn` answers them. */
  findWay(boxesIn: (rect: Rect) => readonly Rect[]): FoundWay {
    return findWay(this.#fromEnd, this.#toEnd, this.curve, boxesIn);
  }

  /** Around every way that it may take. */
  get bounds(): Rect {
    this.#bounds ??= this.#mayTurn
      ? withLabel(reachOf(this.#fromEnd, this.#toEnd, this.curve), this.#labelWidth)
      : linkBounds(this.#link, this.curve, this.#labelWidth);
    return this.#bounds;
  }

  build(): Group {
    return this.#draw(this);
  }
}

interface End {
  x: number;
  y: number;
  width: number;
  height: number;
  isLeft: boolean;
}

/** An end to be written. */
function newEnd(): End {
  // Fractions from the start: numbers of one kind for good.
  return { x: 0.5, y: 0.5, width: 0.5, height: 0.5, isLeft: false };
}

/** Whether it was another. */
function copyEnd(from: End, into: End): boolean {
  const isSame = from.x === into.x && from.y === into.y && from.width === into.width && from.height === into.height;
  if (!isSame) Object.assign(into, from);
  return !isSame;
}

// Written again and again: of thousands of links that are traced, few run otherwise.
const fromEnd = newEnd();
const toEnd = newEnd();
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
