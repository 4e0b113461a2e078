import { tryUtf8Decode } from '@bough/base';
import type { Reporter } from '../report.ts';

// Files are UTF-8 unless a byte order mark, or an XML declaration, says otherwise. What is no UTF-8 after all is read as
// windows-1252, which has a character for every byte that people's files really hold.

const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const DECLARED = /^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/;
const PIECE = 8192;

/** The text that the bytes are. */
export function textOf(bytes: Uint8Array, reporter: Reporter): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, true);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, false);
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const declared = DECLARED.exec(latin(bytes.subarray(0, 200)))?.[1]?.toLowerCase();
  if (declared === 'utf-16' && bytes[1] === 0) return utf16(bytes, true);
  const isOneByte =
    declared !== undefined && /^(?:iso-8859-1|iso-8859-15|latin1|windows-1252|us-ascii|ascii)$/.test(declared);
  const text = isOneByte ? null : tryUtf8Decode(isMarked ? bytes.subarray(3) : bytes);
  if (text !== null) return text;
  if (!isOneByte) reporter.note('repaired', 'Bytes that are no UTF-8 were read as windows-1252.', declared ?? '');
  return latin(bytes);
}

function utf16(bytes: Uint8Array, isLittle: boolean): string {
  let text = '';
  const units: number[] = [];
  for (let i = 2; i + 1 < bytes.length; i += 2) {
    const [a, b] = [bytes[i] ?? 0, bytes[i + 1] ?? 0];
    units.push(isLittle ? a | (b << 8) : (a << 8) | b);
    if (units.length === PIECE) text += String.fromCharCode(...units.splice(0));
  }
  return (text + String.fromCharCode(...units)).toWellFormed();
}

function latin(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += PIECE) {
    const units: number[] = [];
    for (const byte of bytes.subarray(from, from + PIECE)) {
      units.push(byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte);
    }
    text += String.fromCharCode(...units);
  }
  return text;
}
