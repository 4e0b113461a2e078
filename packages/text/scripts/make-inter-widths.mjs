// Reads Inter's advance widths from the font files that the page ships and writes src/widths/inter-widths.ts. Run by hand when the
// font's version changes: `node scripts/make-inter-widths.mjs`, then format.
//
// Between the weights 400 and 700 Inter's widths are straight lines (its HVAR table has no master between), so both ends
// are enough. Widths are in 1/2048 em, two base64 characters each: those of the regular face, and what each of the others has more than
// the one that it is likest, which is often nothing and compresses better. A difference has 2048 added, and `.n` stands for n of none.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openSync } from 'fontkit';

const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const require = createRequire(import.meta.url);

function widths(slope, weight) {
  const found = new Map();
  for (const subset of SUBSETS) {
    const file = require.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-${slope}.woff2`);
    const face = openSync(file);
    face.variationCoords = [weight];
    for (const codePoint of face.characterSet) {
      const glyph = face._cmapProcessor.lookup(codePoint);
      if (glyph === 0 || codePoint > 0xfffd || found.has(codePoint)) continue;
      const drift = face._variationProcessor.getAdvanceAdjustment(glyph, face.HVAR);
      found.set(codePoint, Math.min(4095, Math.round(face.hmtx.metrics.get(glyph).advance + drift)));
    }
  }
  return found;
}

const faces = {
  REGULAR: widths('normal', 400),
  BOLD: widths('normal', 700),
  ITALIC: widths('italic', 400),
  BOLD_ITALIC: widths('italic', 700),
};
const codePoints = [...faces.REGULAR.keys()].sort((a, b) => a - b);
const ranges = [];
for (const codePoint of codePoints) {
  const last = ranges.length - 1;
  if (ranges.length > 0 && (ranges[last - 1] ?? 0) + (ranges[last] ?? 0) === codePoint)
    ranges[last] = (ranges[last] ?? 0) + 1;
  else ranges.push(codePoint, 1);
}
let source = `// Made by scripts/make-inter-widths.mjs; see there for the format.

/** First code point and count, in turn. */
export const RANGES: readonly number[] = [${ranges.join(',')}];
`;
const [light, bold, italic, boldItalic] = Object.values(faces).map((face) =>
  codePoints.map((c) => face.get(c) ?? faces.REGULAR.get(c) ?? 0),
);
write('REGULAR', 'One width for each code point of the ranges.', light.map(two).join(''));
write('BOLD_MORE', 'What each has more than REGULAR.', packed(bold.map((width, i) => width - light[i])));
const slant = italic.map((width, i) => width - light[i]);
write('ITALIC_MORE', 'What each has more than REGULAR.', packed(slant));
const rest = boldItalic.map((width, i) => width - bold[i] - slant[i]);
write('BOLD_ITALIC_MORE', 'What each has more than bold and ITALIC_MORE together.', packed(rest));
writeFileSync(new URL('../src/widths/inter-widths.ts', import.meta.url), source);

function write(name, what, text) {
  source += `/** ${what} */\nexport const ${name} =\n  '${text}';\n`;
}

function two(number) {
  return (DIGITS[number >> 6] ?? '') + (DIGITS[number & 63] ?? '');
}

function packed(numbers) {
  let text = '';
  let zeros = 0;
  const flush = () => {
    for (; zeros > 0; zeros -= Math.min(zeros, 63)) text += `.${DIGITS[Math.min(zeros, 63)] ?? ''}`;
  };
  for (const number of numbers) {
    if (number === 0) zeros++;
    else {
      flush();
      text += two(number + 2048);
    }
  }
  flush();
  return text;
}
