/** The name of the first element, in lower case and without its prefix; null where there is none. Declarations and comments before it are passed. */
export function rootNameOf(start: string): string | null {
  let at = 0;
  for (;;) {
    at = start.indexOf('<', at);
    if (at < 0) return null;
    const end = start.startsWith('<!--', at)
      ? '-->'
      : start.startsWith('<?', at)
        ? '?>'
        : start.startsWith('<!', at)
          ? '>'
          : null;
    if (end === null) break;
    const past = start.indexOf(end, at);
    if (past < 0) return null;
    at = past + end.length;
  }
  NAME.lastIndex = at + 1;
  return NAME.exec(start)?.[1]?.toLowerCase() ?? null;
}

const NAME = /(?:[\w-]+:)?([A-Za-z_][\w.-]*)/y;
