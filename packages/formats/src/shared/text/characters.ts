// Which characters a text may hold, once for all that read or write XML and its references.

// eslint-disable-next-line no-control-regex -- exactly these are what XML forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The text without the characters that XML has no way for. */
export function withoutForbidden(text: string): string {
  return text.replaceAll(FORBIDDEN, '');
}

/** The character of that number; U+FFFD where there is none. */
export function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
