import type { ImageTrouble } from '../../importing/ready-images.ts';
import { said } from './said.ts';

type Why = Extract<ImageTrouble['why'], string>;

/** What an import says besides its report: of images, of waiting, and of several files at once. */
export const importWords = said(
  {
    choose: 'Choose files',
    several: 'You can choose several files, or a ZIP of them: each becomes a map.',
    /** Images that a map does not get. */
    noImages: (count: number) => (count === 1 ? '1 image is not imported' : `${count} images are not imported`),
    imageOf: (name: string, item: string) => (item === '' ? name : `${name}, at “${item}”`),
    why: {
      unknown: 'It is no image that Bough can show (PNG, JPEG, WebP, GIF, SVG, AVIF, ICO or BMP).',
      broken: 'It is damaged, or of a form that cannot be shown here.',
      'too-large': 'It has more than 10 MB or 40 megapixels.',
      'too-complex': 'It would take too long to draw.',
      web: 'It is on another website. Bough does not load images from there.',
      missing: 'It is not in the file.',
    } satisfies Record<Why, string>,
    drawn: (count: number, kinds: string) =>
      `${count === 1 ? '1 image' : `${count} images`} (${kinds}) ${count === 1 ? 'becomes a picture' : 'become pictures'} of pixels. The ${count === 1 ? 'original is' : 'originals are'} kept for exports.`,
    uploading: (at: number, of: number) => `Uploading image ${at} of ${of}`,
    waiting: (seconds: number) =>
      `The server takes no more for the moment. It goes on by itself in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
    stop: 'Stop',
    stopped: 'Stopped. Nothing was imported.',
    made: (title: string) => `“${title}” is created.`,
    grown: 'The branches are added.',
    open: 'Open map',
    done: 'Done',
    /** Several files. */
    at: (at: number, of: number) => `Importing ${at} of ${of} files`,
    result: (made: number, of: number) => `${made} of ${of} files are imported.`,
    others: (count: number) =>
      count === 1 ? '1 file in the ZIP is no map:' : `${count} files in the ZIP are no maps:`,
    fileWaits: 'Waiting',
    fileWorks: 'Importing',
    fileStopped: 'Not imported: you stopped before.',
    fileFailed: (why: string) => `Not imported. ${why}`,
    details: 'Report',
    again: 'Try the others again',
    unreadable: 'It could not be read.',
    readTooLong: 'It took longer than a minute to read.',
  },
  {
    choose: 'Dateien wählen',
    several: 'Du kannst mehrere Dateien wählen oder ein ZIP mit ihnen: Jede wird eine Karte.',
    noImages: (count) => (count === 1 ? '1 Bild wird nicht importiert' : `${count} Bilder werden nicht importiert`),
    imageOf: (name, item) => (item === '' ? name : `${name}, bei „${item}“`),
    why: {
      unknown: 'Es ist kein Bild, das Bough zeigen kann (PNG, JPEG, WebP, GIF, SVG, AVIF, ICO oder BMP).',
      broken: 'Es ist beschädigt, oder seine Form lässt sich hier nicht zeigen.',
      'too-large': 'Es hat mehr als 10 MB oder 40 Megapixel.',
      'too-complex': 'Es zu zeichnen würde zu lange dauern.',
      web: 'Es steht auf einer anderen Website. Von dort lädt Bough keine Bilder.',
      missing: 'Es ist nicht in der Datei.',
    },
    drawn: (count, kinds) =>
      `${count === 1 ? '1 Bild' : `${count} Bilder`} (${kinds}) ${count === 1 ? 'wird' : 'werden'} als Pixel gezeichnet. ${count === 1 ? 'Das Original bleibt' : 'Die Originale bleiben'} für Exporte erhalten.`,
    uploading: (at, of) => `Bild ${at} von ${of} wird hochgeladen`,
    waiting: (seconds) =>
      `Der Server nimmt gerade nicht mehr an. Es geht von selbst weiter, in ${seconds === 1 ? '1 Sekunde' : `${seconds} Sekunden`}.`,
    stop: 'Anhalten',
    stopped: 'Angehalten. Nichts wurde importiert.',
    made: (title) => `„${title}“ ist angelegt.`,
    grown: 'Die Äste sind eingefügt.',
    open: 'Karte öffnen',
    done: 'Fertig',
    at: (at, of) => `Datei ${at} von ${of} wird importiert`,
    result: (made, of) => `${made} von ${of} Dateien sind importiert.`,
    others: (count) => (count === 1 ? '1 Datei im ZIP ist keine Karte:' : `${count} Dateien im ZIP sind keine Karten:`),
    fileWaits: 'Wartet',
    fileWorks: 'Wird importiert',
    fileStopped: 'Nicht importiert: Du hast vorher angehalten.',
    fileFailed: (why) => `Nicht importiert. ${why}`,
    details: 'Bericht',
    again: 'Die anderen noch einmal versuchen',
    unreadable: 'Sie ließ sich nicht lesen.',
    readTooLong: 'Sie zu lesen hat länger als eine Minute gedauert.',
  },
);
