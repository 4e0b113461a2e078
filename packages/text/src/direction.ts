import { once } from './once.ts';
import type { Run } from './runs.ts';

const strong = once(() => /[\p{L}]/u);
const rtl = once(() => /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u);

/** Most lines begin so: they are told without the tables of all letters. */
const BEGINS_LATIN = /^[\t -@[-`{-~]*[A-Za-z]/;

/** Whether a line reads from right to left: its first letter decides. */
export function isRtlText(runs: readonly Pick<Run, 'text'>[]): boolean {
  for (const run of runs) {
    if (BEGINS_LATIN.test(run.text)) return false;
    const first = strong().exec(run.text);
    if (first !== null) return rtl().test(first[0]);
  }
  return false;
}
