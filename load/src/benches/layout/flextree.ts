import type { Layout } from '@bough/layout';
import { flextree } from 'd3-flextree';
import type { Branch } from '../editor/trees.ts';

// What Bough leaves between things, as its layout has it: air above and below items by level, and twice that between branches.
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
    spacing: (a, b) => airOf(a) + airOf(b),
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
