export { emojiShape } from './fonts/emoji-shapes.ts';
export { embeddedFace, nameOf } from './fonts/embedded-face.ts';
export { facesIn, textsIn } from './fonts/faces-in.ts';
export { Outliner } from './fonts/outliner.ts';
export type { Face, Han } from './fonts/font-shelf.ts';
export { paintPdf } from './paint-pdf.ts';
export type { Bookmark, PdfOptions } from './pdf-options.ts';
export type { Paper } from './sheets.ts';
