/** The look's numbers, in map units. Levels: 0 the root, 1 its branches, 2 and 3 further out; deeper is like 3. */
export const TEXT_SIZES = [17, 15, 13, 13, 13] as const;
export const TEXT_WEIGHTS = [600, 500, 400, 400, 400] as const;
export const LINE_HEIGHT = 1.35;
/** Width of the branch where it leaves its parent, and at the words, under which it runs on. */
export const LINE_STARTS = [0, 8, 4, 2.5, 1.6] as const;
export const LINE_ENDS = [0, 4, 2.5, 1.6, 1.6] as const;
/** Air above and below a subtree among its siblings: for a leaf, and for one with children. */
export const LEAF_AIR = [0, 9, 4, 3, 3] as const;
export const BRANCH_AIR = [0, 15, 8, 6, 6] as const;
/** Beyond the end of the words, before somebody else's may begin. */
export const END_AIR = 18;
/** Words stand in from the ends of their line, and above it. */
export const INSET = 5;
export const ABOVE_LINE = 1;
export const ROOTS_APART = 96;

export type Level = 0 | 1 | 2 | 3 | 4;

/** The level for the tables above. */
export function levelOf(depth: number): Level {
  return depth <= 0 ? 0 : depth === 1 ? 1 : depth === 2 ? 2 : depth === 3 ? 3 : 4;
}
