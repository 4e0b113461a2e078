import fc from 'fast-check';

const HALVES_FROM = 0xd800;
const HALVES = 0x800;
const LAST = 0x10_ffff;

/** One character, any but half of a pair, whose code is the number or follows it beyond the halves. */
const anyCharacter = fc.integer({ min: 0, max: LAST - HALVES }).map(
  (n) => String.fromCodePoint(n < HALVES_FROM ? n : n + HALVES),
  (character) => {
    const [one, ...more] = typeof character === 'string' ? character : '';
    const code = one?.codePointAt(0);
    if (code === undefined || more.length > 0) throw new Error('not one character');
    if (code >= HALVES_FROM && code < HALVES_FROM + HALVES) throw new Error('half a character');
    return code < HALVES_FROM ? code : code - HALVES;
  },
);

/** Texts of any characters. The same as fast-check's unit `binary`, which first writes a table of them all, for a second or two. */
export function anyText(
  constraints: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: anyCharacter });
}
