import type { PanelWords } from '../en/map-panels.ts';

/** German: the map's panels. */
export const mapPanelsDe: PanelWords = {
  chooseFirst: 'Wähle zuerst einen Punkt aus.',
  link: {
    choose: 'Wähle den Punkt, zu dem die Verbindung führt. Enter verbindet, Esc bricht ab.',
  },
  style: {
    title: 'Form und Text',
    anyColour: 'Beliebige Farbe',
  },
  image: {
    failed: 'Das Bild konnte nicht hochgeladen werden.',
    tooLarge: 'Bilder dürfen höchstens 10 MB groß sein.',
    uploading: 'Bild wird hochgeladen',
  },
  focus: { on: (item) => `Nur „${item}“`, end: 'Alles zeigen' },
  cutOff: 'Zurückholen',
  replaced: (words) => `Du ersetzt „${words}“.`,
  notReplaced: 'Beides behalten',
  unkept:
    'Dieser Browser kann nichts speichern. Ungesicherte Änderungen gehen verloren, wenn diese Seite geschlossen wird.',
};
