import { said } from './said.ts';

/** What is said about one's own picture. */
export const pictureWords = said(
  {
    title: 'Picture',
    text: 'People who share a map with you see it in place of your initials.',
    choose: 'Choose a picture',
    change: 'Change',
    remove: 'Remove',
    removed: 'Picture removed.',
    saved: 'Picture saved.',
    /** Why a file is none. */
    svg: 'SVG files cannot be used as a picture. Choose a PNG, JPEG, WebP or GIF file.',
    unreadable: 'This file cannot be read as an image. Choose a PNG, JPEG, WebP or GIF file.',
    huge: 'This image is too large. Choose one with at most 40 megapixels.',
    cropTitle: 'Crop your picture',
    crop: 'Visible part of the picture. Arrow keys move it, plus and minus zoom.',
    cropHint: 'Drag to move, scroll or use the slider to zoom.',
    zoom: 'Zoom',
    save: 'Save picture',
    cancel: 'Cancel',
    refused: 'The picture could not be saved.',
  },
  {
    title: 'Bild',
    text: 'Wer eine Karte mit dir teilt, sieht es anstelle deiner Initialen.',
    choose: 'Bild auswählen',
    change: 'Ändern',
    remove: 'Entfernen',
    removed: 'Bild entfernt.',
    saved: 'Bild gespeichert.',
    svg: 'SVG-Dateien gehen nicht als Bild. Wähle eine Datei in PNG, JPEG, WebP oder GIF.',
    unreadable: 'Diese Datei ist als Bild nicht lesbar. Wähle eine Datei in PNG, JPEG, WebP oder GIF.',
    huge: 'Dieses Bild ist zu groß. Wähle eines mit höchstens 40 Megapixeln.',
    cropTitle: 'Bild zuschneiden',
    crop: 'Sichtbarer Teil des Bildes. Pfeiltasten verschieben ihn, Plus und Minus zoomen.',
    cropHint: 'Zum Verschieben ziehen, zum Zoomen scrollen oder den Regler benutzen.',
    zoom: 'Zoom',
    save: 'Bild speichern',
    cancel: 'Abbrechen',
    refused: 'Das Bild konnte nicht gespeichert werden.',
  },
);
