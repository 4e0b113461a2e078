import type { ItemFields, MindMap } from '@bough/map';
import type { WritableFormat } from '../formats.ts';
import { canvasColour } from '../json-canvas/colours.ts';
import { markerOf } from '../xmind/markers.ts';
import type { Draft, DraftItem } from './draft.ts';
import { FIELD_PLACES } from './field-places.ts';
import type { Reporter } from './report.ts';
import { plainWords } from './text/plain-words.ts';

// What a file does not show, for the formats whose writers do not say so while they write: by the field, the item counted once each.

type FieldName = keyof ItemFields;
type Shows = (name: FieldName, item: DraftItem) => boolean;

interface Unshown {
  readonly kind: 'kept' | 'lost';
  readonly what: (name: string) => string;
  readonly shows: Shows;
}

const onlyBough = (name: string): string => `Only Bough shows it: ${name}.`;
const IN_TABLE: ReadonlySet<FieldName> = new Set(['text', 'note', 'href', 'checkbox', 'colour', 'icon']);

const UNSHOWN: Partial<Record<WritableFormat, Unshown>> = {
  opml: {
    kind: 'kept',
    what: onlyBough,
    shows: (name, { fields }) =>
      FIELD_PLACES[name].opml !== null && (name !== 'href' || fields.href?.startsWith('item:') !== true),
  },
  xmind: {
    kind: 'kept',
    what: onlyBough,
    shows: (name, { fields, level }) => {
      if (name === 'icon') return markerOf(fields.icon ?? '') !== undefined;
      return FIELD_PLACES[name].xmind !== null && (name !== 'offset' || level === 1);
    },
  },
  canvas: {
    kind: 'kept',
    what: onlyBough,
    shows: (name, { fields, level }) => {
      if (name === 'colour') return canvasColour(fields.colour) !== null;
      return name === 'text' || name === 'foreign' || (name === 'offset' && level === 1);
    },
  },
  csv: { kind: 'lost', what: (name) => `A table has no place for: ${name}.`, shows: (name) => IN_TABLE.has(name) },
};

/** Notes the fields, links and comments that a file of the format does not show, where its writer has not said so itself. */
export function noteUnshown(
  format: WritableFormat,
  { map, draft }: { readonly map: MindMap; readonly draft: Draft },
  reporter: Reporter,
): void {
  const unshown = UNSHOWN[format];
  if (unshown !== undefined) {
    const { kind, what, shows } = unshown;
    const hasWordsAlone = format === 'csv' || format === 'opml';
    for (const item of draft.items) {
      const { text } = item.fields;
      for (const name of Object.keys(item.fields) as FieldName[]) {
        if (!shows(name, item)) reporter.note(kind, what(name), text);
      }
      if (hasWordsAlone && plainWords(text) !== text) reporter.note(kind, what('styles and links of words'), text);
    }
    if (hasWordsAlone) for (const { label } of draft.links) reporter.note(kind, what('links'), label);
  }
  // Bough's own file has them.
  if (format !== 'bough') noteComments(map, draft, reporter);
}

/** Comments and the chat belong to people of one server: no file of another program has them. */
export function noteComments(map: MindMap, draft: Draft, reporter: Reporter): void {
  for (const { text } of map.chat.values()) reporter.note('lost', 'The chat is not written.', text);
  if (map.threads.size === 0) return;
  const inside = new Set(draft.items.map(({ key }) => key));
  for (const { item, comments } of map.threads.values()) {
    if (inside.has(item)) for (const { text } of comments) reporter.note('lost', 'Comments are not written.', text);
  }
}

/** Notes the map's own images whose bytes are not available, for formats that hold images. */
export function noteMissingImages(draft: Draft, isThere: (source: string) => boolean, reporter: Reporter): void {
  for (const { fields } of draft.items) {
    const source = fields.image?.source;
    if (source !== undefined && !isThere(source)) reporter.note('lost', 'An image that is not available.', fields.text);
  }
}
