import { characterOf } from '../text/characters.ts';

// The references that a text may hold: by number, XML's five names, and the few of HTML that stand in mind maps.

export interface Entity {
  readonly text: string;
  /** From & to ; */
  readonly length: number;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bull', '•'],
  ['euro', '€'],
  ['auml', 'ä'],
  ['ouml', 'ö'],
  ['uuml', 'ü'],
  ['Auml', 'Ä'],
  ['Ouml', 'Ö'],
  ['Uuml', 'Ü'],
  ['szlig', 'ß'],
]);
const REFERENCE = /&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|([A-Za-z]{2,8}));/iy;

/** The reference at this place, or null when there is none. */
export function readReference(raw: string, at: number): Entity | null {
  REFERENCE.lastIndex = at;
  const found = REFERENCE.exec(raw);
  if (found === null) return null;
  const [whole, hex, decimal, name] = found;
  const text =
    name === undefined ? characterOf(hex === undefined ? Number(decimal) : parseInt(hex, 16)) : NAMED.get(name);
  return text === undefined ? null : { text, length: whole.length };
}
