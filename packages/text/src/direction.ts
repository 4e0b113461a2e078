import type { Run } from './runs.ts';

const STRONG = /[\p{L}]/u;
const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether a line reads from right to left: its first letter decides. */
export function isRtlText(runs: readonly Pick<Run, 'text'>[]): boolean {
  for (const run of runs) {
    const first = STRONG.exec(run.text);
    if (first !== null) return RTL.test(first[0]);
  }
  return false;
}
