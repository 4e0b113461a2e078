const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Uint8Array(128);
for (let i = 0; i < DIGITS.length; i++) VALUES[DIGITS.charCodeAt(i)] = i;

/** Numbers below 4096 that were written as two base64 digits each. */
export function decodeNumbers(text: string): Uint16Array {
  const numbers = new Uint16Array(text.length / 2);
  for (let i = 0; i < numbers.length; i++) numbers[i] = digit(text, i * 2) * 64 + digit(text, i * 2 + 1);
  return numbers;
}

/** So many numbers around 0, as `packed` in packages/paint-pdf/scripts/make-widths.ts wrote them. */
export function decodePacked(text: string, count: number): Int16Array {
  return addPacked(new Int16Array(count), text);
}

/** Numbers that were written as what each has more than the one at its place in `numbers`. */
export function addPacked(numbers: ArrayLike<number>, text: string): Int16Array {
  const sums = Int16Array.from(numbers);
  let at = 0;
  for (let i = 0; i < text.length; i += 2) {
    if (text.charAt(i) === '.') at += digit(text, i + 1);
    else {
      sums[at] = (sums[at] ?? 0) + digit(text, i) * 64 + digit(text, i + 1) - 2048;
      at++;
    }
  }
  return sums;
}

function digit(text: string, at: number): number {
  return VALUES[text.charCodeAt(at)] ?? 0;
}
