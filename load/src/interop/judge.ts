import { plainWords, type Draft } from '@bough/formats';
import { parseLines } from '@bough/text';

// What a program that nobody here wrote sees in a file of Bough's, held against what the map has.

/** Null where the program, or the format, does not say. */
export interface Seen {
  /** The level of each item in reading order, 1 for a root. */
  readonly tree: readonly number[] | null;
  readonly texts: readonly string[] | null;
  /** The positions of the items that have an image, or how many there are. */
  readonly images: readonly number[] | null;
  /** Each from where it leaves to where it leads: `3 https://…`, `3 #5`. */
  readonly links: readonly string[] | null;
}

/** A program, or why it is not asked. */
export type FoundJudge = { readonly version: string } | { readonly missing: string };

export interface Judge {
  readonly name: string;
  /** What Bough writes for it. */
  readonly format:
    | 'mm'
    | 'opml'
    | 'xmind'
    | 'markdown'
    | 'mermaid'
    | 'csv'
    | 'vsdx'
    | 'pdf'
    | 'plantuml'
    | 'org'
    | 'docx';
  find(): Promise<FoundJudge>;
  /** What the program must see of this map. */
  expect(draft: Draft): Seen;
  /** What it sees in each of these files; a sentence where it cannot read one. */
  see(files: readonly string[]): Promise<readonly (Seen | string)[]>;
}

export const NOTHING: Seen = { tree: null, texts: null, images: null, links: null };
const ASPECTS = ['tree', 'texts', 'images', 'links'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** What differs, with the first place where it does. */
export interface Difference {
  readonly aspect: Aspect;
  readonly first: string;
}

/** Everything in which a program sees something else than the map has. */
export function differences(wanted: Seen, seen: Seen): Difference[] {
  return ASPECTS.flatMap((aspect): Difference[] => {
    const [a, b] = [wanted[aspect], seen[aspect]];
    if (a === null || b === null) return [];
    // A file may show more images and links than the map: what came with it from elsewhere goes back.
    if (aspect === 'images' || aspect === 'links') {
      const there = new Set<unknown>(b);
      const gone = a.filter((one) => !there.has(one));
      return gone.length === 0 ? [] : [{ aspect, first: `${aspect}: ${gone.length} gone, first ${gone[0] ?? ''}` }];
    }
    const at = Array.from({ length: Math.max(a.length, b.length) }).findIndex((_, i) => a[i] !== b[i]);
    if (at < 0) return [];
    const [has, sees] = [a[at], b[at]].map((one) => JSON.stringify(one ?? null).slice(0, 160));
    return [{ aspect, first: `${aspect} ${at}: has ${has}, seen ${sees}` }];
  });
}

/** Which aspects are compared at all. */
export function aspectsOf(wanted: Seen): Aspect[] {
  return ASPECTS.filter((aspect) => wanted[aspect] !== null);
}

/** Words as they are compared: runs of blanks are one. */
export function spaced(words: string): string {
  return words.replaceAll(/[\s\u00a0]+/g, ' ').trim();
}

/** The levels of the draft's items. */
export function treeOf(draft: Draft): number[] {
  return draft.items.map(({ level }) => level);
}

/** The words of the draft's items, without marks. */
export function textsOf(draft: Draft): string[] {
  return draft.items.map(({ fields }) => spaced(plainWords(fields.text)));
}

/** Where images are. */
export function imagesOf(draft: Draft): number[] {
  return draft.items.flatMap(({ fields }, i) => (fields.image === null || fields.image === undefined ? [] : [i]));
}

/** All ways out of items: their own, those in their words, and, where wanted, links between them. */
export function linksOf(draft: Draft, has: { readonly inWords: boolean; readonly between: boolean }): string[] {
  const position = new Map(draft.items.map(({ key }, i) => [key, i]));
  const found = new Set<string>();
  draft.items.forEach(({ fields: { text, href } }, i) => {
    if (href?.startsWith('item:') === true) found.add(`${i} #${position.get(href.slice(5)) ?? ''}`);
    else if (href !== null && href !== undefined) found.add(`${i} ${addressOf(href)}`);
    if (!has.inWords) return;
    for (const run of parseLines(text).flatMap(({ runs }) => runs))
      if (run.href !== null && !/^https?:/i.test(run.text)) found.add(`${i} ${addressOf(run.href)}`);
  });
  if (has.between)
    for (const { from, to } of draft.links) found.add(`${position.get(from) ?? ''} > ${position.get(to) ?? ''}`);
  return [...found].sort();
}

/** An address as every program means it: `https://example.org` is `https://example.org/`. */
export function addressOf(href: string): string {
  return URL.parse(href)?.href ?? href;
}

/** Each letter with how often it is there: readers differ in lines and blanks, and in their order. */
export function lettersOf(text: string): string[] {
  const counts = new Map<string, number>();
  // Marks of direction are no letters, and neither is what joins pictures or makes a digit one.
  const letters = text.normalize('NFC').replaceAll(/[\s\p{Cc}\p{Bidi_Control}\ufeff\ufffe]|\ufe0f|\u20e3|\u200d/gu, '');
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts].map(([letter, count]) => `${letter} ${count}`).sort();
}
