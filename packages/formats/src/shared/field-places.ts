import type { ItemFields } from '@bough/map';
import type { DraftItem } from './draft.ts';

// Where each field of an item stands in files of other programs. The compiler asks for the row of each field of packages/map/src/model/model.ts;
// docs/formats.md has the rows as a table. Fields that a program shows by a sign (an icon, a marker) are read and written by their row
// alone; for the others the row says what their reader and writer do.

/** Signs of a program, each for one value. */
type Signs<T> = readonly (readonly [sign: string, value: NonNullable<T>])[];
/** What the program calls it, or its signs; null: it has no place for it, so that a member of Bough's own holds the field. */
type Place<T> = string | Signs<T> | null;

interface Places<T> {
  readonly freeplane: Place<T>;
  readonly freemind: Place<T>;
  readonly opml: string | null;
  readonly xmind: Place<T>;
  /** null: it is not written, and the report says so. */
  readonly visio: string | null;
}

/** A program that may have signs for a field. */
type Signing = 'freeplane' | 'freemind' | 'xmind';

/** The same in both of these programs. */
const mm = <T>(place: Place<T>) => ({ freeplane: place, freemind: place });

/** In the order of packages/map/src/model/model.ts. */
export const FIELD_PLACES: { readonly [F in keyof ItemFields]: Places<ItemFields[F]> } = {
  text: { ...mm('`TEXT`, or rich text'), opml: '`text`', xmind: '`title`', visio: 'words' },
  note: { ...mm('rich text `NOTE`'), opml: '`_note`', xmind: '`notes`', visio: 'words where the pointer rests' },
  side: { ...mm('`POSITION`'), opml: null, xmind: null, visio: 'place of the box' },
  offset: { freeplane: 'of further roots', freemind: null, opml: null, xmind: 'of roots', visio: 'place of the box' },
  colour: { ...mm('`edge COLOR`'), opml: null, xmind: null, visio: 'colour of the branch' },
  size: { ...mm(null), opml: null, xmind: null, visio: 'size of the words' },
  shape: { ...mm('`STYLE`'), opml: null, xmind: null, visio: 'shape' },
  width: { ...mm(null), opml: null, xmind: null, visio: 'width of the box' },
  align: { ...mm(null), opml: null, xmind: null, visio: null },
  icon: { ...mm('`icon`'), opml: null, xmind: 'marker', visio: null },
  image: { ...mm(null), opml: null, xmind: '`image`', visio: null },
  href: { ...mm('`LINK`'), opml: '`url`', xmind: '`href`', visio: 'hyperlink' },
  checkbox: {
    freeplane: [
      ['unchecked', 'open'],
      ['checked', 'done'],
    ],
    freemind: null,
    opml: '`_status`',
    xmind: [
      ['task-start', 'open'],
      ['task-done', 'done'],
    ],
    visio: null,
  },
  isFolded: { ...mm('`FOLDED`'), opml: '`collapsed`', xmind: '`branch`', visio: 'drawn unfolded' },
  linePoints: { ...mm(null), opml: null, xmind: null, visio: null },
  lineStyle: { ...mm(null), opml: null, xmind: null, visio: null },
  foreign: { ...mm('what it came with'), opml: 'what it came with', xmind: 'what it came with', visio: 'not shown' },
};

interface Said {
  readonly name: string;
  readonly sign: string;
  readonly value: unknown;
}

/** Each sign of the program, and what it says. */
export function signsOf(program: Signing): Said[] {
  return Object.entries<Readonly<Record<Signing, Place<unknown>>>>(FIELD_PLACES).flatMap(([name, row]) => {
    const place = row[program];
    return typeof place === 'object' && place !== null ? place.map(([sign, value]) => ({ name, sign, value })) : [];
  });
}

const SIGNS: Readonly<Record<'mm' | 'xmind', readonly Said[]>> = {
  mm: [...signsOf('freeplane'), ...signsOf('freemind')],
  xmind: signsOf('xmind'),
};

/** Whether the sign says a field: then it is nothing else. */
export function saysField(format: 'mm' | 'xmind', sign: string): boolean {
  return SIGNS[format].some((one) => one.sign === sign);
}

/** Sets what the sign says; false when it says nothing, or when another sign has said it before. */
export function readSign(format: 'mm' | 'xmind', sign: string, fields: object): boolean {
  const said = SIGNS[format].find((one) => one.sign === sign);
  if (said === undefined || Object.hasOwn(fields, said.name)) return false;
  Object.assign(fields, { [said.name]: said.value });
  return true;
}

/** The program's signs for the item, and the fields that they say. */
export function writtenSigns(
  program: Signing,
  fields: DraftItem['fields'],
): { readonly signs: readonly string[]; readonly names: ReadonlySet<string> } {
  const said = signsOf(program).filter(({ name, value }) => Reflect.get(fields, name) === value);
  return { signs: said.map(({ sign }) => sign), names: new Set(said.map(({ name }) => name)) };
}
