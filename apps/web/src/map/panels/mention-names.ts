const BEGUN = /(?:^|[^\p{L}\p{N}._-])@([\p{L}\p{N} ]{0,30})$/u;
const MOST = 4;

/** The names that fit what stands after the last @ of the text; none when no name is being written. */
export function fittingNames(text: string, names: readonly string[]): readonly string[] {
  const begun = BEGUN.exec(text)?.[1]?.toLowerCase();
  if (begun === undefined) return [];
  return [...new Set(names)].filter((name) => name.toLowerCase().startsWith(begun)).slice(0, MOST);
}

/** The text with the name that is being written written out. */
export function withName(text: string, name: string): string {
  const begun = BEGUN.exec(text)?.[1] ?? '';
  return `${text.slice(0, text.length - begun.length)}${name} `;
}
