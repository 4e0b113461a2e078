import { publicDe, shareDe } from '../de/share.ts';
import { publicEn, shareEn } from '../en/share.ts';
import { said } from './said.ts';

/** What the dialogs of sharing, and the pages behind a link, say. */
export const shareWords = said(shareEn, shareDe);

/** What a public page says. */
export const publicWords = said(publicEn, publicDe);
