export { emojiShape } from './emoji-shapes.ts';
export { embeddedFace, nameOf } from './embedded-face.ts';
export { facesIn, textsIn } from './faces-in.ts';
export { Outliner } from './outliner.ts';
export type { Face, Han } from './font-shelf.ts';
export { paintPdf } from './paint-pdf.ts';
export type { Bookmark, PdfOptions } from './pdf-options.ts';
export type { Paper } from './sheets.ts';
