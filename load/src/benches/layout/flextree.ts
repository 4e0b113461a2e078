import type { Layout } from '@bough/layout';
import { type FlexNode, flextree } from 'd3-flextree';
import type { Branch } from '../editor/trees.ts';

// What Bough leaves between things, as its layout has it: air above and below a leaf or a branch, by its level.
const LEAF_AIR = [0, 9, 4, 3, 3];
const BRANCH_AIR = [0, 15, 8, 6, 6];
const END_AIR = 18;

/** The bounds of the tree as d3-flextree packs it, with the boxes of the layout and the gap between each item and its children. */
export function flextreeBounds(tree: Branch, layout: Layout): { readonly width: number; readonly height: number } {
  const boxOf = (branch: Branch): { readonly x: number; readonly width: number; readonly height: number } => {
    const box = layout.box(branch.id);
    if (box === null) throw new Error('every item is in sight');
    return box;
  };
  const airOf = ({ data, depth }: { readonly data: Branch; readonly depth: number }): number =>
    (data.children.length > 0 ? BRANCH_AIR : LEAF_AIR)[Math.min(4, depth)] ?? 3;
  const place = flextree<Branch>({
    children: (branch) => branch.children,
    nodeSize: ({ data }) => {
      const box = boxOf(data);
      const [child] = data.children;
      const next = child === undefined ? box.x + box.width + END_AIR : boxOf(child).x;
      return [box.height, next - box.x];
    },
    // Which items come near each other decides nothing: their branches, side by side below one item, keep their air.
    spacing: (a, b) => {
      const [above, below] = branches(a, b);
      return airOf(above) + airOf(below);
    },
  });
  const root = place(place.hierarchy(tree));
  let [top, bottom, right] = [Infinity, -Infinity, -Infinity];
  root.each((node) => {
    const box = boxOf(node.data);
    top = Math.min(top, node.x - box.height / 2);
    bottom = Math.max(bottom, node.x + box.height / 2);
    right = Math.max(right, node.y + box.width);
  });
  return { width: right, height: bottom - top };
}

/** The two branches, side by side, that the items belong to. */
function branches<T>(a: FlexNode<T>, b: FlexNode<T>): readonly [FlexNode<T>, FlexNode<T>] {
  let [one, other] = [a, b];
  while (one.depth > other.depth) one = one.parent ?? one;
  while (other.depth > one.depth) other = other.parent ?? other;
  while (one.parent !== other.parent && one.parent !== null && other.parent !== null) {
    one = one.parent;
    other = other.parent;
  }
  return [one, other];
}
