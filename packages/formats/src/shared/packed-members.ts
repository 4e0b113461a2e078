import { isRecord, tryJson } from '@bough/base';
import type { ItemFields } from '@bough/map';
import type { DraftItem } from './draft.ts';
import { saysTheSame, wholeStyle } from './text/inline-markdown.ts';
import { plainWords } from './text/plain-words.ts';

// What a format has no place for stands in one attribute of Bough's own as JSON. Other programs keep it or ignore it.

/** The members that the attribute holds; none when it is not there or damaged. They are checked where the map is made. */
export function parsePacked(text: string | undefined): Partial<ItemFields> {
  const value = tryJson(text ?? null);
  return isRecord(value) ? value : {};
}

/**
 * What Bough wrote of its own, held against what the file shows beside it, which somebody may have edited since: a text or note
 * counts while its words are those that stand there (`shows`, where the fields are not what stands there), and what was only
 * shown (`shown`: a side that followed from the order, a colour from the place) is nobody's choice while it is as it was.
 */
export function ownOver(
  fields: DraftItem['fields'],
  packed: Readonly<Record<string, unknown>>,
  shows: { readonly text?: string; readonly note?: string } = {},
): DraftItem['fields'] {
  const { shown, ...rest } = packed;
  const own: Record<string, unknown> = rest;
  const all: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(isRecord(shown) ? shown : {})) {
    if (JSON.stringify(all[name]) === JSON.stringify(value)) delete all[name];
  }
  for (const name of ['text', 'note'] as const) {
    const said = own[name];
    if (said === undefined) continue;
    const words = shows[name];
    const isSame =
      typeof said === 'string' &&
      (words === undefined ? saysTheSame(said, fields[name] ?? '') : spaced(plainWords(said)) === spaced(words));
    if (!isSame) delete own[name];
    // Where all words led to one place, that place stood beside them.
    else if (name === 'text' && wholeStyle(said)?.href === fields.href) delete all['href'];
  }
  return { ...all, ...own } as DraftItem['fields'];
}

function spaced(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim();
}

/** The members as the attribute's text; undefined when there are none. */
export function packMembers(members: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(members).length === 0 ? undefined : JSON.stringify(members);
}
