import type { ReportNote } from '@bough/formats';

const NAMES = [
  ['textColours', /^(?:COLOR|_color)$/],
  ['backgrounds', /^BACKGROUND_COLOR$/],
  ['fonts', /^(?:<font>|FORMAT|TEXT_STYLE)$/],
  ['borders', /^BORDER_/],
  ['shapes', /SHAPE|^ICON_SIZE$/],
  ['spacing', /GAP|SHIFT/],
  ['widths', /WIDTH/],
  ['styles', /STYLE|^(?:style|styleId|class|AA_NODE_CLASS)$/i],
  ['clouds', /^(?:<cloud>|boundaries)$/],
  ['layout', /LAYOUT|^structure-?class$/i],
  ['attributes', /^<attribute/],
  ['numbering', /^(?:NUMBERED|pgfnum)$/],
  ['alignment', /ALIGN/],
  ['dates', /^(?:CREATED|MODIFIED|created|modified|timestamp|HISTORY_)/],
  ['tags', /^(?:TAGS|labels|category)$/],
  ['feeds', /^(?:type|xmlUrl|htmlUrl|description|language|version)$/],
  ['encrypted', /^ENCRYPTED/],
  ['extensions', /^(?:<hook>|_stickers|_canvasStyle|extensions)$/],
] as const satisfies readonly (readonly [string, RegExp])[];

/** What another program knows and a map does not show, as people call it. */
export type Thing = (typeof NAMES)[number][0] | 'other';

/** One line for the person: things of so many items, or what a reader said. */
export interface PlainLine {
  readonly thing: Thing | null;
  readonly what: string;
  readonly count: number;
}

const ONLY = /^What only .+ knows: (.+)\.$/s;

/** What people call that which only another program knows; null for a note about something else. */
export function thingOf(what: string): Thing | null {
  const name = ONLY.exec(what)?.[1];
  if (name === undefined) return null;
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

/** The notes as lines, those about one thing together, the most frequent first; what readers said in sentences stays as it is. */
export function plainLines(notes: readonly ReportNote[]): readonly PlainLine[] {
  const groups = new Map<string, { readonly thing: Thing | null; readonly notes: ReportNote[] }>();
  for (const note of notes) {
    const thing = thingOf(note.what);
    const key = thing ?? note.what;
    const group = groups.get(key) ?? { thing, notes: [] };
    group.notes.push(note);
    groups.set(key, group);
  }
  const lines = [...groups.values()].map(({ thing, notes: grouped }) => {
    // Of two properties of one thing an item mostly has both.
    const count = thing === 'other' ? sum(grouped) : Math.max(...grouped.map((note) => note.count));
    return { thing, what: grouped[0]?.what ?? '', count };
  });
  return lines.toSorted((a, b) => Number(a.thing === 'other') - Number(b.thing === 'other') || b.count - a.count);
}

function sum(notes: readonly ReportNote[]): number {
  return notes.reduce((total, { count }) => total + count, 0);
}
