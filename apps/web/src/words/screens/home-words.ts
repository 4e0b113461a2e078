import { homeDe } from '../de/home.ts';
import { homeEn } from '../en/home.ts';
import { said } from './said.ts';

/** What home says, fetched with it. */
export const homeWords = said(homeEn, homeDe);
