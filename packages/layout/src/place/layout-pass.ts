import type { MindMap } from '@bough/map';
import type { Gone, Moved } from '../layout.ts';
import type { Node } from './node.ts';

/** What one update has gathered so far. */
export interface LayoutPass {
  readonly map: MindMap;
  /** Nodes with another list of children, or with another number of items that they hide. */
  readonly toCount: Set<Node>;
  /** Nodes to pack, by depth. */
  readonly toPack: Set<Node>[];
  /** To be drawn anew; and those that only stand elsewhere. */
  readonly toDraw: Set<Node>;
  readonly toPlace: Set<Node>;
  readonly changed: Set<string>;
  readonly added: Set<string>;
  readonly removed: Set<string>;
  gone: Gone[];
  readonly moved: Moved[];
  rootsMoved: boolean;
}

/** Nothing is gathered yet. */
export function newPass(map: MindMap): LayoutPass {
  return {
    map,
    toCount: new Set(),
    toPack: [],
    toDraw: new Set(),
    toPlace: new Set(),
    changed: new Set(),
    added: new Set(),
    removed: new Set(),
    gone: [],
    moved: [],
    rootsMoved: false,
  };
}

/** The node is packed once those below it are. */
export function packLater(node: Node, pass: LayoutPass): void {
  let at = pass.toPack[node.depth];
  if (at === undefined) {
    at = new Set();
    for (let depth = pass.toPack.length; depth <= node.depth; depth++) pass.toPack[depth] ??= new Set();
    at = pass.toPack[node.depth] ?? at;
  }
  at.add(node);
}
