import { once } from '../once.ts';
import { addPacked, decodeNumbers, decodePacked } from '../tables/digits.ts';
import { KERNING } from '../tables/kerning.ts';

// How much closer two letters stand than their widths say. Letters are kerned only with letters of the same file: the page
// and the exports have faces in files for ranges of characters.

const UNITS = 2048;
const GROUPS = KERNING.map(({ rows, after, regular, bolder }) =>
  once(() => {
    const light = decodePacked(
      regular,
      rows * (1 + decodeNumbers(after).reduce((most, one) => Math.max(most, one), 0)),
    );
    return { rows, light, bold: addPacked(light, bolder) };
  }),
);
/** Per code unit: 1 + the group; and its classes before and after another letter. */
const GROUP = new Uint8Array(0x10000);
const BEFORE = new Uint8Array(0x10000);
const AFTER = new Uint8Array(0x10000);

for (const [group, { letters, before, after }] of KERNING.entries()) {
  const befores = decodeNumbers(before);
  const afters = decodeNumbers(after);
  for (let i = 0; i < letters.length; i++) {
    const code = letters.charCodeAt(i);
    if (GROUP[code] !== 0) continue;
    GROUP[code] = group + 1;
    BEFORE[code] = befores[i] ?? 0;
    AFTER[code] = afters[i] ?? 0;
  }
}

/** In ems, mostly 0 and mostly negative. */
export function kerning(first: number, second: number, weight: number): number {
  const group = first < 0x10000 && second < 0x10000 ? (GROUP[first] ?? 0) : 0;
  if (group === 0 || group !== GROUP[second]) return 0;
  const table = GROUPS[group - 1]?.();
  if (table === undefined) return 0;
  const at = (AFTER[second] ?? 0) * table.rows + (BEFORE[first] ?? 0);
  const light = table.light[at] ?? 0;
  return (light + (((table.bold[at] ?? 0) - light) * (weight - 400)) / 300) / UNITS;
}
