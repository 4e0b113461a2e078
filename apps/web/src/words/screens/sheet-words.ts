import { mapSheetsDe } from '../de/map-sheets.ts';
import { mapSheetsEn } from '../en/map-sheets.ts';
import { said } from './said.ts';

/** What the sheets and dialogs of a map say, fetched with them. */
export const sheetWords = said(mapSheetsEn, mapSheetsDe);
