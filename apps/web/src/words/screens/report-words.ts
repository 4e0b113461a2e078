import type { ReportNote } from '@bough/formats';
import type { Thing } from '../../importing/plain-report.ts';
import { said } from './said.ts';

/** What a report on an import says besides the readers' sentences. */
export const reportWords = said(
  {
    thing: {
      textColours: 'Text colours',
      backgrounds: 'Background colours',
      fonts: 'Fonts',
      borders: 'Borders',
      shapes: 'Details of shapes',
      spacing: 'Distances',
      widths: 'Widths',
      styles: 'Styles',
      clouds: 'Clouds',
      layout: 'Arrangements',
      attributes: 'Attributes',
      numbering: 'Numbers',
      alignment: 'Text alignment',
      dates: 'Dates',
      tags: 'Labels',
      feeds: 'Feed details',
      encrypted: 'Encrypted text',
      extensions: 'Settings of extensions',
      other: 'Other properties',
    } satisfies Record<Thing, string>,
    keptThings: (things: string, items: number) =>
      `${things} of ${items} ${items === 1 ? 'item' : 'items'} are kept, and not shown`,
    /** What it means, by kind. */
    meaning: {
      repaired: 'The file had faults, which were corrected while it was read.',
      approximated: 'A map has something close to it.',
      kept: 'Your map carries it along. It is written back when you export to the same kind of file.',
      lost: 'It stays in your file, which is not changed.',
    } satisfies Record<ReportNote['kind'], string>,
    details: 'Details',
  },
  {
    thing: {
      textColours: 'Textfarben',
      backgrounds: 'Hintergrundfarben',
      fonts: 'Schriftarten',
      borders: 'Rahmen',
      shapes: 'Einzelheiten von Formen',
      spacing: 'Abstände',
      widths: 'Breiten',
      styles: 'Stile',
      clouds: 'Wolken',
      layout: 'Anordnungen',
      attributes: 'Attribute',
      numbering: 'Nummern',
      alignment: 'Ausrichtungen',
      dates: 'Daten',
      tags: 'Etiketten',
      feeds: 'Angaben zu Feeds',
      encrypted: 'Verschlüsselter Text',
      extensions: 'Einstellungen von Erweiterungen',
      other: 'Andere Eigenschaften',
    },
    keptThings: (things, items) =>
      `${things} von ${items} ${items === 1 ? 'Punkt' : 'Punkten'} bleiben erhalten und werden nicht gezeigt`,
    meaning: {
      repaired: 'Die Datei hatte Fehler, die beim Lesen behoben wurden.',
      approximated: 'Eine Karte hat etwas Ähnliches.',
      kept: 'Deine Karte führt es mit. Beim Export in dieselbe Art von Datei wird es zurückgeschrieben.',
      lost: 'Es bleibt in deiner Datei, die nicht verändert wird.',
    },
    details: 'Einzelheiten',
  },
);
