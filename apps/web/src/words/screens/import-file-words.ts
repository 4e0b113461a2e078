import { importDe } from '../de/files.ts';
import { importEn } from '../en/files.ts';
import { said } from './said.ts';

/** What is said while a file comes in, fetched with the dialog. */
export const importFileWords = said(importEn, importDe);
