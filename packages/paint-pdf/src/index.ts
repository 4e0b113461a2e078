export { facesIn } from './faces-in.ts';
export type { Face } from './font-shelf.ts';
export { type Bookmark, paintPdf, type PdfImage, type PdfOptions } from './paint-pdf.ts';
export type { Paper } from './sheets.ts';
