import { tryUtf8Decode } from '@bough/base';
import type { Reporter } from '../report.ts';
import { need } from '../unreadable.ts';

// Files are UTF-8 unless a byte order mark, or what XML and web pages declare, says otherwise. What is no UTF-8 after all, and declares nothing,
// is read as windows-1252, which has a character for every byte that people's files really hold.

// Every platform that Bough runs on has it, but no language library that knows neither browser nor Node.
declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string };

const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const DECLARED = /^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/;
const ON_PAGE = /^\s*<[^]*?<meta\s[^>]*charset\s*=\s*["']?([\w.:-]+)/i;
const PIECE = 8192;

/** The text that the bytes are. */
export function textOf(bytes: Uint8Array, reporter: Reporter): string {
  if (isUtf32(bytes)) return utf32(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, true);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, false);
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const declared = declaredIn(latin(bytes.subarray(0, 1_024)));
  if (declared === 'utf-16' && bytes[1] === 0) return utf16(bytes, true);
  const isOneByte =
    declared !== undefined && /^(?:iso-8859-1|iso-8859-15|latin1|windows-1252|us-ascii|ascii)$/.test(declared);
  const text = isOneByte ? null : tryUtf8Decode(isMarked ? bytes.subarray(3) : bytes);
  if (text !== null) return text;
  const decoded = declared === undefined ? null : tryDecode(declared, bytes);
  if (decoded !== null) return decoded;
  if (!isOneByte) reporter.note('repaired', 'Bytes that are no UTF-8 were read as windows-1252.', declared ?? '');
  return latin(bytes);
}

function declaredIn(head: string): string | undefined {
  return (DECLARED.exec(head.slice(0, 200)) ?? ON_PAGE.exec(head))?.[1]?.toLowerCase();
}

/** The text in the encoding of that name; null for one that is not known, and for those of Unicode: then it lies. */
function tryDecode(name: string, bytes: Uint8Array): string | null {
  if (/^(?:x-)?(?:utf|ucs|unicode)/.test(name)) return null;
  try {
    return new TextDecoder(name).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether it has the mark of UTF-32: the one of UTF-16 with two NULs beside it, which no text has. */
export function isUtf32([a, b, c, d]: Uint8Array): boolean {
  return (a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff);
}

function utf32(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0xff;
  let text = '';
  const points: number[] = [];
  for (let at = 4; at + 3 < bytes.length; at += 4) {
    const point = view.getUint32(at, isLittle);
    need(point <= 0x10_ffff, 'not-this-format', 'It is marked as UTF-32, and is none.');
    points.push(point);
    if (points.length === PIECE) text += String.fromCodePoint(...points.splice(0));
  }
  return (text + String.fromCodePoint(...points)).toWellFormed();
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
