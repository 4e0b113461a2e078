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

/** What a key does while names are offered: moves the choice, takes it, or sends the list away; null: what it always does. */
export type MentionKey =
  | { readonly kind: 'move'; readonly at: number }
  | { readonly kind: 'take' }
  | { readonly kind: 'close' };

/** `at` is the name that is chosen, of `count`. The choice goes around. */
export function mentionKey(key: string, at: number, count: number): MentionKey | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return { kind: 'move', at: (at + 1) % count };
    case 'ArrowUp':
      return { kind: 'move', at: (at + count - 1) % count };
    case 'Enter':
    case 'Tab':
      return { kind: 'take' };
    case 'Escape':
      return { kind: 'close' };
    default:
      return null;
  }
}
