import type { EditorSnapshot } from '@bough/editor';
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
}

/** What is said of each field on the screen, in both languages. Fetched with what needs it. */
export const FIELD_WORDS = {
  text: { reported: { en: 'Texts', de: 'Texte' }, panel: null },
  note: {
    reported: { en: 'Notes', de: 'Notizen' },
    panel: null,
  },
  side: { reported: { en: 'Chosen sides', de: 'Seiten' }, panel: null },
  offset: { reported: { en: 'Positions', de: 'Plätze' }, panel: null },
  colour: { reported: { en: 'Colours', de: 'Farben' }, panel: null },
  size: {
    reported: { en: 'Text sizes', de: 'Größen' },
    panel: {
      en: { name: 'Size', choices: { 0.8: 'Small', null: 'Normal', 1.3: 'Large', 1.7: 'Very large' } },
      de: { name: 'Größe', choices: { 0.8: 'Klein', null: 'Mittel', 1.3: 'Groß', 1.7: 'Sehr groß' } },
    },
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
  },
  width: { reported: { en: 'Widths', de: 'Breiten' }, panel: null },
  align: {
    reported: { en: 'Text alignment', de: 'Ausrichtungen' },
    panel: {
      en: { name: 'Text', choices: { start: 'Left', middle: 'Centred', end: 'Right' } },
      de: { name: 'Text', choices: { start: 'Links', middle: 'Mittig', end: 'Rechts' } },
    },
  },
  icon: {
    reported: { en: 'Icons', de: 'Symbole' },
    panel: null,
  },
  image: {
    reported: { en: 'Images', de: 'Bilder' },
    panel: null,
  },
  href: {
    reported: { en: 'Links', de: 'Adressen' },
    panel: null,
  },
  checkbox: { reported: { en: 'Checkboxes', de: 'Kästchen' }, panel: null },
  isFolded: { reported: { en: 'Folded branches', de: 'Eingeklapptes' }, panel: null },
  linePoints: { reported: { en: 'Bent lines', de: 'Gebogene Linien' }, panel: null },
  lineStyle: {
    reported: { en: 'Line styles', de: 'Linienarten' },
    panel: {
      en: { name: 'Line', choices: { solid: 'Solid', dashed: 'Dashed', dotted: 'Dotted' } },
      de: { name: 'Linie', choices: { solid: 'Durchgezogen', dashed: 'Gestrichelt', dotted: 'Gepunktet' } },
    },
  },
  foreign: {
    reported: { en: 'Details of other programs', de: 'Angaben anderer Programme' },
    panel: null,
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
