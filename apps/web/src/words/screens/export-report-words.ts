import { language } from '../index.ts';
import { FIELD_WORDS } from './field-words.ts';
import { said } from './said.ts';

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

interface Tiles {
  readonly columns: number;
  readonly rows: number;
}

/** What a report on an export says. */
export const exportReportWords = said(
  {
    checking: 'Checking what this file can hold',
    whole: 'Everything in this map is in the file.',
    unknown: 'What this file cannot hold is not known right now.',
    kind: {
      approximated: 'Different in the file',
      kept: 'In the file, but only Bough shows it',
      lost: 'Not in the file',
    },
    ofItems: (things: string, items: number) => `${things} of ${plural(items, 'item', 'items')}`,
    styles: 'Bold, italic and links inside the text',
    links: (count: number) => plural(count, 'link between items', 'links between items'),
    comments: (count: number) => plural(count, 'comment', 'comments'),
    images: (count: number) => plural(count, 'image that is not available', 'images that are not available'),
    folded: (count: number) => plural(count, 'item of folded branches', 'items of folded branches'),
    pixels: (size: string) => `${size} pixels`,
    tiles: ({ columns, rows }: Tiles) =>
      `${columns * rows} images, ${columns} across and ${rows} down, and a page that shows them together.`,
    fonts: (names: string) =>
      `Browsers find the fonts in the file. Other programs need them installed (${names}), or text as shapes.`,
    smaller: (written: string, asked: string) =>
      `${written} pixels instead of ${asked}, which is more than an image can have. A PDF keeps every detail, on one page or on several.`,
    tooLarge: 'Too large for this kind of file',
    tooMany: (items: string, most: string) => `${items} items would be drawn. At most ${most} can be.`,
    insteadOfLarge:
      'Select an item and export its branch, or choose a file without a drawing, such as Freeplane or Markdown.',
    done: (lost: boolean): string =>
      lost ? 'The file is downloaded. Not all of the map is in it.' : 'The file is downloaded.',
    doneMany: 'The files are downloaded. Not all of the maps is in them.',
    close: 'Close',
  },
  {
    checking: 'Es wird geprüft, was diese Datei fasst',
    whole: 'Alles aus dieser Karte steht in der Datei.',
    unknown: 'Was diese Datei nicht fasst, ist gerade nicht bekannt.',
    kind: {
      approximated: 'Anders in der Datei',
      kept: 'In der Datei, aber nur Bough zeigt es',
      lost: 'Nicht in der Datei',
    },
    ofItems: (things, items) => `${things} von ${plural(items, 'Eintrag', 'Einträgen')}`,
    styles: 'Fett, Kursiv und Links im Text',
    links: (count) => plural(count, 'Verbindung zwischen Einträgen', 'Verbindungen zwischen Einträgen'),
    comments: (count) => plural(count, 'Kommentar', 'Kommentare'),
    images: (count) => plural(count, 'Bild, das nicht verfügbar ist', 'Bilder, die nicht verfügbar sind'),
    folded: (count) => plural(count, 'Eintrag eingeklappter Zweige', 'Einträge eingeklappter Zweige'),
    pixels: (size) => `${size} Pixel`,
    tiles: ({ columns, rows }) =>
      `${columns * rows} Bilder, ${columns} nebeneinander und ${rows} untereinander, und eine Seite, die sie zusammen zeigt.`,
    fonts: (names) =>
      `Browser finden die Schriften in der Datei. Andere Programme brauchen sie installiert (${names}) oder Text als Formen.`,
    smaller: (written, asked) =>
      `${written} Pixel statt ${asked}: mehr kann ein Bild nicht haben. Ein PDF behält jede Einzelheit, auf einer Seite oder auf mehreren.`,
    tooLarge: 'Zu groß für diese Art von Datei',
    tooMany: (items, most) => `${items} Einträge wären zu zeichnen. Höchstens ${most} gehen.`,
    insteadOfLarge:
      'Wähle einen Eintrag und exportiere seinen Zweig, oder nimm eine Datei ohne Zeichnung, etwa Freeplane oder Markdown.',
    done: (lost) =>
      lost ? 'Die Datei ist heruntergeladen. Nicht alles aus der Karte steht darin.' : 'Die Datei ist heruntergeladen.',
    doneMany: 'Die Dateien sind heruntergeladen. Nicht alles aus den Karten steht darin.',
    close: 'Schließen',
  },
);

/** What people call the field, of several items; null: it is none. */
export function fieldReported(name: string): string | null {
  return Object.entries(FIELD_WORDS).find(([field]) => field === name)?.[1].reported[language] ?? null;
}
