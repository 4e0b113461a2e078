// Reads kerning and other scripts' widths from the faces that ship, as HarfBuzz shapes them, and writes packages/text/src/tables/. Run by
// hand when a face's version changes: `node scripts/make-widths.ts`, then format. Numbers are in 1/2048 em, as two base64 digits each.
//
// Kerning: of each file, letters that are kerned alike before, and alike after them, are one class; a matrix of classes for the
// weight 400, column by column, and what is to be added for 700. `.n` stands for n zeros, and a number is written with 2048 added. All in
// whole numbers: what the shaper rounds is no kerning, and would make every letter a class. Every page of a map fetches these tables, so
// they are written as they compress best.
import { writeFileSync } from 'node:fs';
import { type Face, shippedFonts } from '../src/fonts/font-shelf.ts';
import { shapedWidth } from './shaper.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const WEIGHTS = [400, 700] as const;
const ZWJ = '\u200d';
const VIRAMA = '\u094d';
const shelf = shippedFonts();

function two(value: number): string {
  const whole = Math.max(0, Math.min(4095, Math.round(value)));
  return (DIGITS[whole >> 6] ?? '') + (DIGITS[whole & 63] ?? '');
}

function characters(...spans: readonly (readonly [number, number])[]): string[] {
  return spans.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)));
}

function faceOf(character: string, weight: number): Face {
  const face = shelf.faceOf(character.codePointAt(0) ?? 0, { weight, italic: false });
  if (face === null) throw new Error(`no face has ${character}`);
  return face;
}

function has(character: string): boolean {
  return shelf.faceOf(character.codePointAt(0) ?? 0, { weight: 400, italic: false }) !== null;
}

function widthOf(text: string, weight: number): number {
  const base = Array.from(text).find((c) => c !== ZWJ) ?? '';
  return shapedWidth(text, faceOf(base, weight));
}

function save(name: string, what: string, values: Readonly<Record<string, unknown>>): void {
  const parts = Object.entries(values).map(
    ([key, value]) => `export const ${key} = ${JSON.stringify(value)} as const;\n`,
  );
  const head = `// Made by packages/paint-pdf/scripts/make-widths.ts; see there for the format.\n\n/** ${what} */\n`;
  writeFileSync(new URL(`../../text/src/tables/${name}.ts`, import.meta.url), head + parts.join(''));
}

const KERNED = [
  characters(
    [0x20, 0x7e],
    [0xa1, 0xff],
    [0x2013, 0x2014],
    [0x2018, 0x201a],
    [0x201c, 0x201e],
    [0x2022, 0x2022],
    [0x2026, 0x2026],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2212, 0x2212],
  ),
  characters([0x100, 0x17f], [0x218, 0x21b]),
  characters([0x400, 0x45f], [0x490, 0x491]),
  characters([0x386, 0x3ce]).filter((c) => /\p{L}/u.test(c)),
  characters([0x1ea0, 0x1ef9]).concat(Array.from('ĂăĐđƠơƯư')),
  characters([0x5d0, 0x5ea]),
  characters([0xe01, 0xe30], [0xe32, 0xe33], [0xe40, 0xe46], [0xe50, 0xe59]),
];

function kerning(): void {
  const tables = KERNED.map((group) => {
    const known = group.filter((c) => has(c) && faceOf(c, 400).name === faceOf(group.at(-1) ?? '', 400).name);
    const matrices = WEIGHTS.map((weight) => {
      const face = faceOf(known[0] ?? '', weight);
      const alone = known.map((c) => shapedWidth(c, face));
      return known.map((a, i) =>
        known.map((b, k) => Math.round(shapedWidth(a + b, face) - (alone[i] ?? 0) - (alone[k] ?? 0))),
      );
    });
    const left = classes(known.map((_, i) => JSON.stringify(matrices.map((rows) => rows[i]))));
    const right = classes(known.map((_, k) => JSON.stringify(matrices.map((rows) => rows.map((row) => row[k])))));
    const [regular, bolder] = twoWeights(matrices, left.firsts, right.firsts);
    const rows = left.firsts.length;
    return { letters: known.join(''), before: left.of, after: right.of, rows, regular, bolder };
  });
  save('kerning', 'Pairs of letters of one file of a face.', { KERNING: tables });
}

function classes(keys: readonly string[]): { readonly of: string; readonly firsts: readonly number[] } {
  const firsts = new Map<string, number>();
  for (const [i, key] of keys.entries()) if (!firsts.has(key)) firsts.set(key, i);
  const order = [...firsts.keys()];
  return { of: keys.map((key) => two(order.indexOf(key))).join(''), firsts: [...firsts.values()] };
}

/** The matrix of the first weight, and what the second adds to it. */
function twoWeights(
  [light = [], bold = []]: readonly (readonly (readonly number[])[])[],
  rows: readonly number[],
  columns: readonly number[],
): readonly [string, string] {
  const each = (valueAt: (row: number, column: number) => number): string =>
    packed(columns.flatMap((column) => rows.map((row) => valueAt(row, column))));
  const at = (row: number, column: number): number => light[row]?.[column] ?? 0;
  return [each(at), each((row, column) => (bold[row]?.[column] ?? 0) - at(row, column))];
}

function packed(values: readonly number[]): string {
  let text = '';
  let zeros = 0;
  const flush = (): void => {
    for (; zeros > 0; zeros -= Math.min(zeros, 63)) text += `.${DIGITS[Math.min(zeros, 63)] ?? ''}`;
  };
  for (const value of values) {
    if (value === 0) zeros++;
    else {
      flush();
      text += two(value + 2048);
    }
  }
  flush();
  return text;
}

/** Of a vowel sign: what it adds to a letter; of what stands above or below one: nothing. */
function markedWidth(c: string, weight: number): number {
  if (/\p{Mc}/u.test(c)) return widthOf(`क${c}`, weight) - widthOf('क', weight);
  return /\p{M}/u.test(c) ? 0 : widthOf(c, weight);
}

/** Letters that are as wide wherever they stand. */
function plainLetters(): void {
  const spans = [
    [0x2000, 0x2bff],
    [0x591, 0x5f4],
    [0x600, 0x60f],
    [0x61b, 0x61f],
    [0x660, 0x66d],
    [0x6d4, 0x6d4],
    [0x6f0, 0x6f9],
    [0x610, 0x61a],
    [0x64b, 0x65f],
    [0x670, 0x670],
    [0x900, 0x97f],
    [0xe01, 0xe3a],
    [0xe3f, 0xe5b],
    [0x1100, 0x11ff],
    [0x3000, 0x303f],
    [0x3130, 0x318f],
    [0xff00, 0xffee],
  ] as const;
  const inter = new Set(['inter']);
  const known = characters(...spans).filter((c) => has(c) && !inter.has(faceOf(c, 400).name.split('-')[0] ?? ''));
  const ranges: number[] = [];
  for (const code of known.map((c) => c.codePointAt(0) ?? 0)) {
    const last = ranges.length - 1;
    if (last > 0 && (ranges[last - 1] ?? 0) + (ranges[last] ?? 0) === code) ranges[last] = (ranges[last] ?? 0) + 1;
    else ranges.push(code, 1);
  }
  const [regular, bold] = WEIGHTS.map((weight) => known.map((c) => two(markedWidth(c, weight))).join(''));
  save('plain-widths', 'First code point and count, in turn; then one width for each.', {
    RANGES: ranges,
    REGULAR: regular,
    BOLD: bold,
  });
}

/** Arabic letters by how they join: alone, first, between, last; and lam with alef, alone and last. */
function arabic(): void {
  const letters = characters(
    [0x620, 0x63f],
    [0x641, 0x64a],
    [0x66e, 0x66f],
    [0x671, 0x6d3],
    [0x6d5, 0x6d5],
    [0x6ee, 0x6ef],
    [0x6fa, 0x6ff],
    [0x750, 0x77f],
  ).filter(has);
  const forms = (c: string): readonly string[] => [c, c + ZWJ, ZWJ + c + ZWJ, ZWJ + c];
  const tables = WEIGHTS.map((weight) =>
    letters
      .map((c) =>
        forms(c)
          .map((form) => two(widthOf(form, weight)))
          .join(''),
      )
      .join(''),
  );
  const alefs = 'اأإآٱ';
  // What ends a joined stretch is kerned with what begins the next one.
  const ends = Array.from('آأؤإاةدذرزوٱڈڑژىۀۃۆۇۈۉۋۍےۓەء')
    .filter(has)
    .flatMap((c) => [c, ZWJ + c]);
  const starts = letters.flatMap((c) => [c, c + ZWJ]);
  const matrices = WEIGHTS.map((weight) => {
    const wide = new Map([...ends, ...starts].map((form) => [form, widthOf(form, weight)]));
    return ends.map((a) =>
      starts.map((b) => Math.round(widthOf(a + b, weight) - (wide.get(a) ?? 0) - (wide.get(b) ?? 0))),
    );
  });
  const before = classes(ends.map((_, i) => JSON.stringify(matrices.map((rows) => rows[i]))));
  const after = classes(starts.map((_, k) => JSON.stringify(matrices.map((rows) => rows.map((row) => row[k])))));
  const [kernRegular, kernBolder] = twoWeights(matrices, before.firsts, after.firsts);
  const ligatures = WEIGHTS.map((weight) =>
    Array.from(alefs, (alef) => two(widthOf(`ل${alef}`, weight)) + two(widthOf(`${ZWJ}ل${alef}`, weight))).join(''),
  );
  save('arabic-widths', 'Letters, then four widths for each; alefs, then two widths of each one behind a lam.', {
    LETTERS: letters.join(''),
    REGULAR: tables[0],
    BOLD: tables[1],
    ALEFS: alefs,
    LAM_ALEF_REGULAR: ligatures[0],
    LAM_ALEF_BOLD: ligatures[1],
    ENDS: ends.filter((form) => form.length === 1).join(''),
    ENDS_BEFORE: before.of,
    STARTS_AFTER: after.of,
    ROWS: before.firsts.length,
    KERNING_REGULAR: kernRegular,
    KERNING_BOLDER: kernBolder,
  });
}

/** Devanagari consonants: whole and half, and those pairs that are not as wide as half and whole. */
function devanagari(): void {
  const consonants = characters([0x915, 0x939], [0x958, 0x95f]).filter((c) => has(c) && c.normalize('NFC') === c);
  const halves = WEIGHTS.map((weight) => consonants.map((c) => widthOf(c + VIRAMA + ZWJ, weight)));
  const wholes = WEIGHTS.map((weight) => consonants.map((c) => widthOf(c, weight)));
  let pairs = '';
  for (const [i, first] of consonants.entries()) {
    for (const [k, second] of consonants.entries()) {
      const odd = WEIGHTS.map((weight, w) => [
        widthOf(first + VIRAMA + second, weight),
        (halves[w]?.[i] ?? 0) + (wholes[w]?.[k] ?? 0),
      ]);
      if (odd.every(([real = 0, sum = 0]) => Math.abs(real - sum) < 2)) continue;
      pairs += first + second + odd.map(([real = 0]) => two(real)).join('');
    }
  }
  save(
    'devanagari-widths',
    'Consonants, the widths of their halves, and pairs: two letters, their width at 400 and at 700.',
    {
      CONSONANTS: consonants.join(''),
      HALF_REGULAR: halves[0]?.map(two).join(''),
      HALF_BOLD: halves[1]?.map(two).join(''),
      PAIRS: pairs,
    },
  );
}

kerning();
plainLetters();
arabic();
devanagari();
