/** Where something comes next in a line, asked from left to right: it is looked for once, not from each of many places before it. */
export function finder(line: string, sought: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) next = line.indexOf(sought, from);
    if (next < 0) next = Infinity;
    return next;
  };
}
