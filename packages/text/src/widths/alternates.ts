import { once } from '../once.ts';

// Inter draws a few letters by what stands beside them: signs of two or three marks as one arrow, an x between digits as a times sign, an
// asterisk beside capitals and digits in their middle. No browser lets a canvas have the face without. What that adds to the widths of
// the letters was measured of the face; arrows of two marks are as wide as their marks.

const UNITS = 2048;
/** In 1/2048 em, at the weights 400 and 700. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  '<--->': [1997, 2016],
  '<-->': [-324, -324],
  '<==>': [-1080, -1150],
  '--->': [1654, 1622],
  '<---': [1654, 1622],
  '-->': [-150, -166],
  '<--': [-150, -166],
  '==>': [-563, -598],
  '<==': [-1319, -1424],
  '<=>': [-563, -598],
  '<->': [-220, -204],
};
const TIMES = [237, 202] as const;
const MIDDLE_STAR = [-295, -234] as const;
const HIGH_STAR = [279, 279] as const;
const WIDE_STAR = [295, 234] as const;
const found = once(
  () =>
    new RegExp(
      [
        Object.keys(ARROWS).join('|'),
        // A number in base sixteen stays as it is.
        String.raw`(?<=\d ?)(?<!(?<!\d)0 ?)x(?= ?\d)`,
        String.raw`(?<=[\p{Lu}\d!€])\*(?=[\p{L}\d!€])`,
        String.raw`(?<=\p{Ll})\*(?=[\p{Lu}\d!€])`,
        String.raw`(?<=[\p{Lu}\d!€])\*(?=[.,…])`,
        String.raw`(?<=[\p{Lu}\d!€] )\*(?= [\p{Lu}\d!€])`,
      ].join('|'),
      'gu',
    ),
);

/** Which of the first 128 characters may be drawn otherwise, as 1: a text without them need not be searched. */
export const CHANGING = Uint8Array.from({ length: 128 }, (_, code) =>
  '*<>x'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** In ems, what is to be added to the widths of the letters of a text. */
export function alternation(text: string, weight: number): number {
  let sum = 0;
  for (const { 0: sign, index } of text.matchAll(found())) {
    const [light, bold] = ARROWS[sign] ?? signOf(sign, text.charAt(index + 1));
    sum += light + ((bold - light) * (weight - 400)) / 300;
  }
  return sum / UNITS;
}

function signOf(sign: string, next: string): readonly [number, number] {
  if (sign === 'x') return TIMES;
  if (next === ' ') return WIDE_STAR;
  return '.,…'.includes(next) ? HIGH_STAR : MIDDLE_STAR;
}
