import type { EditorSettings, EditorSnapshot } from '@bough/editor';
import type { Language } from '../language.ts';

type Item = NonNullable<EditorSnapshot['focused']>;
/** A field of an item. */
export type FieldName = Exclude<keyof Item, 'id' | 'parent' | 'order'>;

/** Words for a field that the panel sets: its name, and those of its values; `null` is what the layout would do. */
interface PanelWords<V> {
  readonly name: string;
  readonly choices: Readonly<Record<Extract<V, string | number>, string>> & { readonly null?: string };
}

interface FieldWords<V> {
  /** In the reports on files, of several items. */
  readonly reported: Readonly<Record<Language, string>>;
  readonly panel: Readonly<Record<Language, PanelWords<V>>> | null;
  /** What a screen reader says of an item that has it; null: nothing here. */
  readonly reads: Readonly<Record<Language, (value: string) => string>> | null;
}

/** What is said of each field, in both languages. Fetched once a map is open, and with what needs it. */
export const FIELD_WORDS = {
  text: { reported: { en: 'Texts', de: 'Texte' }, panel: null, reads: null },
  note: {
    reported: { en: 'Notes', de: 'Notizen' },
    panel: null,
    reads: { en: () => 'with a note', de: () => 'mit Notiz' },
  },
  side: { reported: { en: 'Chosen sides', de: 'Seiten' }, panel: null, reads: null },
  offset: { reported: { en: 'Positions', de: 'Plätze' }, panel: null, reads: null },
  colour: { reported: { en: 'Colours', de: 'Farben' }, panel: null, reads: null },
  size: {
    reported: { en: 'Text sizes', de: 'Größen' },
    panel: {
      en: { name: 'Size', choices: { 0.8: 'Small', null: 'Normal', 1.3: 'Large', 1.7: 'Very large' } },
      de: { name: 'Größe', choices: { 0.8: 'Klein', null: 'Mittel', 1.3: 'Groß', 1.7: 'Sehr groß' } },
    },
    reads: null,
  },
  shape: {
    reported: { en: 'Shapes', de: 'Formen' },
    panel: {
      en: {
        name: 'Shape',
        choices: {
          none: 'None',
          pill: 'Pill',
          box: 'Box',
          ellipse: 'Ellipse',
          diamond: 'Diamond',
          parallelogram: 'Parallelogram',
        },
      },
      de: {
        name: 'Form',
        choices: {
          none: 'Keine',
          pill: 'Pille',
          box: 'Kasten',
          ellipse: 'Ellipse',
          diamond: 'Raute',
          parallelogram: 'Parallelogramm',
        },
      },
    },
    reads: null,
  },
  width: { reported: { en: 'Widths', de: 'Breiten' }, panel: null, reads: null },
  align: {
    reported: { en: 'Text alignment', de: 'Ausrichtungen' },
    panel: {
      en: { name: 'Text', choices: { start: 'Left', middle: 'Centred', end: 'Right' } },
      de: { name: 'Text', choices: { start: 'Links', middle: 'Mittig', end: 'Rechts' } },
    },
    reads: null,
  },
  icon: {
    reported: { en: 'Icons', de: 'Symbole' },
    panel: null,
    reads: { en: (icon) => `icon ${icon}`, de: (icon) => `Symbol ${icon}` },
  },
  image: {
    reported: { en: 'Images', de: 'Bilder' },
    panel: null,
    reads: { en: () => 'with an image', de: () => 'mit Bild' },
  },
  href: {
    reported: { en: 'Links', de: 'Adressen' },
    panel: null,
    reads: { en: () => 'with a web link', de: () => 'mit Weblink' },
  },
  checkbox: { reported: { en: 'Checkboxes', de: 'Kästchen' }, panel: null, reads: null },
  isFolded: { reported: { en: 'Folded branches', de: 'Eingeklapptes' }, panel: null, reads: null },
  linePoints: { reported: { en: 'Bent lines', de: 'Gebogene Linien' }, panel: null, reads: null },
  lineStyle: {
    reported: { en: 'Line styles', de: 'Linienarten' },
    panel: {
      en: { name: 'Line', choices: { solid: 'Solid', dashed: 'Dashed', dotted: 'Dotted' } },
      de: { name: 'Linie', choices: { solid: 'Durchgezogen', dashed: 'Gestrichelt', dotted: 'Gepunktet' } },
    },
    reads: null,
  },
  foreign: {
    reported: { en: 'Details of other programs', de: 'Angaben anderer Programme' },
    panel: null,
    reads: null,
  },
} satisfies { readonly [F in FieldName]: FieldWords<Item[F]> };

/** A field that the panel has words for. */
export type PanelField = { [F in FieldName]: (typeof FIELD_WORDS)[F]['panel'] extends null ? never : F }[FieldName];

/** The panel's words for the field. */
export function panelWords(field: PanelField, language: Language): PanelWords<string> {
  return FIELD_WORDS[field].panel[language];
}

/** The value as a choice of the panel is named by. */
export function choiceOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : 'null';
}

type Counts = Parameters<NonNullable<EditorSettings['reads']>>[1];

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/** What a screen reader says of how many of these an item has. */
export const COUNT_WORDS: { readonly [C in keyof Counts]: Readonly<Record<Language, (count: number) => string>> } = {
  comments: {
    en: (count) => many(count, 'comment', 'comments'),
    de: (count) => many(count, 'Kommentar', 'Kommentare'),
  },
  links: {
    en: (count) => `linked to ${many(count, 'item', 'items')}`,
    de: (count) => many(count, 'Verbindung', 'Verbindungen'),
  },
  folded: {
    en: (count) => `folded, ${many(count, 'item', 'items')} hidden`,
    de: (count) => `eingeklappt, ${many(count, 'Punkt', 'Punkte')} verborgen`,
  },
};

/** What a screen reader says of a link among an item's words. */
export const LINK_WORDS: Readonly<Record<Language, (words: string) => string>> = {
  en: (words) => `${words} (web link)`,
  de: (words) => `${words} (Weblink)`,
};

/** What a screen reader says of the item beside its words. */
export function readsOf(item: Partial<Item>, counts: Counts, language: Language): string {
  const fields = Object.entries<Pick<FieldWords<unknown>, 'reads'>>(FIELD_WORDS).flatMap(([name, { reads }]) => {
    const value: unknown = Reflect.get(item, name) ?? '';
    return reads === null || value === '' ? [] : [reads[language](choiceOf(value))];
  });
  const { comments, links, folded } = COUNT_WORDS;
  return [
    ...fields,
    ...(counts.comments > 0 ? [comments[language](counts.comments)] : []),
    ...(counts.links > 0 ? [links[language](counts.links)] : []),
    ...(counts.folded > 0 ? [folded[language](counts.folded)] : []),
  ].join(', ');
}
