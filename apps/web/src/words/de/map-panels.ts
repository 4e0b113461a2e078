import type { PanelWords } from '../en/map-panels.ts';

/** German: the map's panels. */
export const mapPanelsDe: PanelWords = {
  chooseFirst: 'Wähle zuerst einen Punkt aus.',
  link: {
    choose: 'Wähle den Punkt, zu dem die Verbindung führt. Enter verbindet, Esc bricht ab.',
    bar: 'Ausgewählte Verbindung',
    label: 'Beschriftung',
    direction: 'Richtung',
    directionName: { none: 'Ohne Pfeil', end: 'Pfeil am Ende', both: 'Pfeile an beiden Enden' },
    straighten: 'Gerade richten',
    remove: 'Verbindung entfernen',
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
  present: { at: (at, of) => `${at} von ${of}`, end: 'Beenden' },
  focus: { on: (item) => `Nur „${item}“`, end: 'Alles zeigen' },
  cutOff: 'Zurückholen',
  unkept:
    'Dieser Browser kann nichts speichern. Ungesicherte Änderungen gehen verloren, wenn diese Seite geschlossen wird.',
};
