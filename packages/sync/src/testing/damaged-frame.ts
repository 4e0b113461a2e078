import type { Random } from '@bough/base';

const LITERALS = [
  'null',
  'true',
  '-1',
  '1e999',
  '0.5',
  '""',
  '[]',
  '{}',
  '9007199254740993',
  '"\\ud800"',
  '"__proto__"',
  '[[[[[[[[]]]]]]]]',
];

/** The text of a frame, damaged in one of the ways in which hostile or broken clients damage it. */
export function damaged(text: string, random: Pick<Random, 'fraction'>): string {
  const pick = (below: number): number => Math.floor(random.fraction() * below);
  const at = pick(text.length);
  switch (pick(8)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + pick(5));
    case 2:
      return text.slice(0, at) + String.fromCharCode(pick(0x2_00)) + text.slice(at);
    case 3:
      // Another value in the place of one.
      return text.replace(/:(?:"[^"]*"|\d+|null)/g, (value) =>
        pick(4) === 0 ? `:${LITERALS[pick(LITERALS.length)] ?? 'null'}` : value,
      );
    case 4:
      return text.replace('{', `{"${['extra', '__proto__', 'kind', 'constructor'][pick(4)] ?? ''}":1,`);
    case 5:
      return text.replace(/"id":"[^"]*"/g, `"id":"${'A'.repeat(pick(40))}"`);
    case 6:
      return text.replace(/\[/, `[${'['.repeat(1 + pick(2_000))}`);
    default:
      return text.replace(/"(?:text|insert)":"[^"]*"/, `"text":"${'é\\u0000\\ud83c'.repeat(pick(4_000))}"`);
  }
}
