/** Readers of PDF that nobody here wrote: what people copy and find in a file is what these see. */

import { inPython } from '../install/python.ts';
import { aptInstall, mayUseApt } from '../install/apt.ts';
import { onPath } from '../places.ts';
import type { Found, ProgramRunning, Server } from '../server.ts';
import { checker } from './checkers.ts';

const PDFIUM = 'pypdfium2==5.15.2';
const MUPDF = 'pymupdf==2.0';

/** The Python that has pdfium, as Chrome has it. */
export const pdfium = checker('pdfium', PDFIUM, () => inPython(PDFIUM, 'bin', 'python3'));

/** The Python that has MuPDF. */
export const mupdf = checker('mupdf', MUPDF, () => inPython(MUPDF, 'bin', 'python3'));

/** `pdftotext FILE -` of Poppler, as GNOME and KDE have it. */
export const poppler: Server<ProgramRunning> = {
  name: 'poppler',
  find: findPoppler,
  install: async () => {
    if (mayUseApt()) return await aptInstall('poppler-utils');
    const found = findPoppler();
    return found.kind === 'missing' ? found.why : null;
  },
};

function findPoppler(): Found<ProgramRunning> {
  const executable = onPath('pdftotext');
  if (executable === null)
    return { kind: 'missing', why: 'pdftotext is not on PATH.', howTo: 'Install Poppler (Debian: poppler-utils).' };
  const running: ProgramRunning = { executable, stop: () => Promise.resolve() };
  return { kind: 'ready', from: executable, start: () => Promise.resolve(running) };
}
