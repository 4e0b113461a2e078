import { problemsDe } from '../de/problems.ts';
import { problemsEn } from '../en/problems.ts';
import { said } from './said.ts';

/** What refusals of the server mean, by what stands behind the slash of a problem's code; the server's own sentence stands for all others. Fetched with what says them. */
export const problemWords = said(problemsEn, problemsDe);
