export { emojiShape } from './emoji-shapes.ts';
export { embeddedFace, type EmbeddedFace, nameOf } from './embedded-face.ts';
export { facesIn, textsIn } from './faces-in.ts';
export { Outliner } from './outliner.ts';
export type { Face, Han } from './font-shelf.ts';
export { type Bookmark, paintPdf, type PdfImage, type PdfOptions } from './paint-pdf.ts';
export type { Paper } from './sheets.ts';
