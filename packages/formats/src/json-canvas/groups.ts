/** A place on the canvas. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Groups by number, smaller ones first; of very many only so many are looked at. */
export function groupsIn(rects: readonly Rect[], isGroup: (i: number) => boolean): number[] {
  return rects
    .flatMap((rect, i) => (isGroup(i) ? [{ i, area: rect.width * rect.height }] : []))
    .sort((a, b) => a.area - b.area)
    .slice(0, MOST)
    .map(({ i }) => i);
}

const MOST = 1_000;

/** The innermost of the groups in which the middle of a box lies; undefined for none. */
export function groupAround(i: number, rects: readonly Rect[], groups: readonly number[]): number | undefined {
  const box = rects[i];
  if (box === undefined) return undefined;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return groups.find((at) => {
    const group = rects[at];
    if (at === i || group === undefined) return false;
    return x >= group.x && x <= group.x + group.width && y >= group.y && y <= group.y + group.height;
  });
}

/** The rectangle with another one and a margin around that in it. */
export function around(group: Rect, member: Rect, margin: number): Rect {
  const [x, y] = [Math.min(group.x, member.x - margin), Math.min(group.y, member.y - margin)];
  const right = Math.max(group.x + group.width, member.x + member.width + margin);
  const bottom = Math.max(group.y + group.height, member.y + member.height + margin);
  return { x, y, width: right - x, height: bottom - y };
}
