import { tryJson } from '@bough/base';
import type Keygrip from 'keygrip';

export type SignedCookie =
  | { readonly kind: 'absent' }
  | { readonly kind: 'forged' }
  /** `keyIndex` 0: signed with the newest key. */
  | { readonly kind: 'good'; readonly value: string; readonly keyIndex: number };

/** Reads a cookie that `cookies` signed: NAME with its signature in NAME.sig. One of the two alone is forged. */
export function readSignedCookie(header: string | undefined, name: string, keys: Keygrip): SignedCookie {
  const value = cookieValue(header, name);
  const signature = cookieValue(header, `${name}.sig`);
  if (value === null && signature === null) return { kind: 'absent' };
  if (value === null || signature === null) return { kind: 'forged' };
  const keyIndex = keys.index(`${name}=${value}`, signature);
  return keyIndex < 0 ? { kind: 'forged' } : { kind: 'good', value, keyIndex };
}

/** The header without the cookies of these names; undefined when nothing is left. */
export function withoutCookies(header: string | undefined, names: readonly string[]): string | undefined {
  const left = pairs(header).filter((pair) => !names.includes(pair.name));
  return left.length === 0 ? undefined : left.map((pair) => `${pair.name}=${pair.value}`).join('; ');
}

/** The JSON that a session cookie's base64 holds, or null. */
export function decodeCookieJson(value: string): unknown {
  return tryJson(Buffer.from(value, 'base64').toString('utf8')) ?? null;
}

/** The cookie of that name in the header, or null. */
export function cookieValue(header: string | undefined, name: string): string | null {
  return pairs(header).find((pair) => pair.name === name)?.value ?? null;
}

function pairs(header: string | undefined): { readonly name: string; readonly value: string }[] {
  const out = [];
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0) out.push({ name: part.slice(0, equals).trim(), value: part.slice(equals + 1).trim() });
  }
  return out;
}
