/** Readers of PDF that nobody here wrote: what people copy and find in a file is what these see. */

import { inPython } from '../install/python.ts';
import { onPath } from '../places.ts';
import { checker } from './checkers.ts';
import { ofDebian } from './other-programs.ts';

const PDFIUM = 'pypdfium2==5.15.2';
const MUPDF = 'pymupdf==2.0';

/** The Python that has pdfium, as Chrome has it. */
export const pdfium = checker('pdfium', PDFIUM, () => inPython(PDFIUM, 'bin', 'python3'));

/** The Python that has MuPDF. */
export const mupdf = checker('mupdf', MUPDF, () => inPython(MUPDF, 'bin', 'python3'));

/** `pdftotext FILE -` of Poppler, as GNOME and KDE have it. */
export const poppler = ofDebian('poppler', ['poppler-utils'], () => onPath('pdftotext'));
