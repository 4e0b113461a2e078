import type { MindMap } from '@bough/map';
import type { Gone, Moved } from './layout.ts';
import type { Node } from './node.ts';
import { commentCounts } from './read-map.ts';

/** What one update has gathered so far. */
export interface Work {
  readonly map: MindMap;
  readonly comments: ReadonlyMap<string, number>;
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
export function newWork(map: MindMap): Work {
  return {
    map,
    comments: commentCounts(map),
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
export function packLater(node: Node, work: Work): void {
  let at = work.toPack[node.depth];
  if (at === undefined) {
    at = new Set();
    for (let depth = work.toPack.length; depth <= node.depth; depth++) work.toPack[depth] ??= new Set();
    at = work.toPack[node.depth] ?? at;
  }
  at.add(node);
}
