import { exportDe } from '../de/files.ts';
import { exportEn } from '../en/files.ts';
import { said } from './said.ts';

/** What is said of files that go out, fetched with their dialogs. */
export const exportWords = said(exportEn, exportDe);
