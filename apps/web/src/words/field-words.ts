import type { EditorSnapshot } from '@bough/editor';
import type { Language } from './language.ts';

type Item = NonNullable<EditorSnapshot['focused']>;
/** A field of an item. */
export type FieldName = Exclude<keyof Item, 'id' | 'parent' | 'order'>;

/** Words for a field that the panel sets: its name, and the names of its choices; `null` is what the layout would do. */
interface PanelWords {
  readonly name: string;
  readonly choices: Readonly<Record<string, string>>;
}

interface FieldWords {
  /** In the German reports on files, where the English ones have the field's own name. */
  readonly reported: string;
  readonly panel?: Readonly<Record<Language, PanelWords>>;
  /** What a screen reader says of an item that has it. */
  readonly reads?: Readonly<Record<Language, (value: string) => string>>;
}

/** What is said of each field, in both languages. Fetched once a map is open, and with what needs it. */
export const FIELD_WORDS: { readonly [F in FieldName]: FieldWords } = {
  text: { reported: 'Texte' },
  note: { reported: 'Notizen', reads: { en: () => 'with a note', de: () => 'mit Notiz' } },
  side: { reported: 'Seiten' },
  offset: { reported: 'eigene Plätze' },
  colour: { reported: 'Farben' },
  size: {
    reported: 'Größen',
    panel: {
      en: { name: 'Size', choices: { 0.8: 'Small', null: 'Normal', 1.3: 'Large', 1.7: 'Very large' } },
      de: { name: 'Größe', choices: { 0.8: 'Klein', null: 'Mittel', 1.3: 'Groß', 1.7: 'Sehr groß' } },
    },
  },
  shape: {
    reported: 'Formen',
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
  width: { reported: 'Breiten' },
  align: {
    reported: 'Ausrichtungen',
    panel: {
      en: { name: 'Text', choices: { start: 'Left', middle: 'Centred', end: 'Right' } },
      de: { name: 'Text', choices: { start: 'Links', middle: 'Mittig', end: 'Rechts' } },
    },
  },
  icon: { reported: 'Symbole', reads: { en: (icon) => `icon ${icon}`, de: (icon) => `Symbol ${icon}` } },
  image: { reported: 'Bilder', reads: { en: () => 'with an image', de: () => 'mit Bild' } },
  href: { reported: 'Adressen', reads: { en: () => 'with a link', de: () => 'mit Link' } },
  checkbox: { reported: 'Kästchen' },
  isFolded: { reported: 'Eingeklapptes' },
  linePoints: { reported: 'gebogene Linien' },
  lineStyle: {
    reported: 'Linienarten',
    panel: {
      en: { name: 'Line', choices: { solid: 'Solid', dashed: 'Dashed', dotted: 'Dotted' } },
      de: { name: 'Linie', choices: { solid: 'Durchgezogen', dashed: 'Gestrichelt', dotted: 'Gepunktet' } },
    },
  },
  foreign: { reported: 'was nur das andere Programm kennt' },
};

/** The panel's words for the field. */
export function panelWords(field: FieldName, language: Language): PanelWords {
  return FIELD_WORDS[field].panel?.[language] ?? { name: field, choices: {} };
}

/** The value as a choice of the panel is named by. */
export function choiceOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : 'null';
}

/** What a screen reader says of the item beside its words. */
export function readsOf(item: Partial<Item>, language: Language): string {
  return Object.entries<FieldWords>(FIELD_WORDS)
    .flatMap(([name, { reads }]) => {
      const value: unknown = Reflect.get(item, name) ?? '';
      return reads === undefined || value === '' ? [] : [reads[language](choiceOf(value))];
    })
    .join(', ');
}
