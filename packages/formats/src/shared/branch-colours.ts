import type { Draft } from './draft.ts';

// Bough's eight hues as colours, for programs that know no hues; and which of them a branch has on the screen.

const HUES = ['#f28b82', '#6aa9f5', '#dda23b', '#a893f5', '#6fbf73', '#ee8bb5', '#3bbcc0', '#a9ac3e'] as const;

/** Whether the text is a colour in six hexadecimal digits. */
export function isHexColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** The colour that a text of another program says in six digits, as a map has it; null for anything else. */
export function hexColourIn(text: string | undefined): string | null {
  const said = (text ?? '').toLowerCase();
  return isHexColour(said) ? said : null;
}

/** A colour as a map has it, a hue's number or six digits, in six digits. */
export function hexColourOf(colour: string): string {
  return isHexColour(colour) ? colour : (HUES[Number(colour)] ?? HUES[0]);
}

/** The colour of each item's branch as the screen shows it, but for its drift; null for a root that has none of its own. */
export function branchColours({ items }: Draft): (string | null)[] {
  const path: { colour: string | null; children: number }[] = [];
  return items.map(({ level, fields }) => {
    path.length = level - 1;
    const above = path.at(-1);
    const own = fields.colour === null || fields.colour === undefined ? null : hexColourOf(fields.colour);
    const hue = level === 2 && above !== undefined ? (HUES[above.children++ % HUES.length] ?? HUES[0]) : null;
    const colour = own ?? hue ?? (level > 2 ? (above?.colour ?? null) : null);
    path.push({ colour, children: 0 });
    return colour;
  });
}
