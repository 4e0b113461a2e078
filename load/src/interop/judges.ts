import { emacs } from './emacs.ts';
import { freeplane } from './freeplane.ts';
import type { Judge } from './judge.ts';
import { libreoffice } from './libreoffice.ts';
import { commonmark, markmap } from './markdown.ts';
import { mermaidMindmap } from './mermaid.ts';
import { mupdf, pdfium, poppler, verapdf } from './pdf.ts';
import { pandoc } from './pandoc.ts';
import { plantuml } from './plantuml.ts';
import { csv, python, xmindparser } from './python.ts';

/** Every program that is asked, in the order in which it is. */
export const JUDGE_LIST: readonly Judge[] = [
  freeplane,
  python,
  xmindparser,
  commonmark,
  markmap,
  mermaidMindmap,
  csv,
  plantuml,
  emacs,
  pandoc,
  libreoffice,
  poppler,
  mupdf,
  pdfium,
  verapdf,
];
