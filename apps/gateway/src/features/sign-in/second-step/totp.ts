import { createHmac, timingSafeEqual } from 'node:crypto';
import { RFC_4648_LETTERS, toBase32 } from './base32.ts';

// Time-based one-time passwords (RFC 6238) as every authenticator app makes them: HMAC-SHA-1 of the number of the time step, 30 seconds each,
// cut to six digits as RFC 4226 says. A code of the step before or after is taken too, for clocks that differ.

/** The length of a time step. */
export const STEP_MS = 30_000;
/** 160 bits, as RFC 4226 recommends. */
export const TOTP_SECRET_BYTES = 20;
const DIGITS = 6;
/** So many steps a clock may be off. */
const DRIFT = 1;

/** The code of a time step. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac[mac.length - 1] ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step at this moment whose code this is; null: it is of none that is near enough. */
export function stepOfCode(secret: Uint8Array, code: string, nowMs: number): number | null {
  const now = Math.floor(nowMs / STEP_MS);
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = now - DRIFT; step <= now + DRIFT; step++) {
    const expected = Buffer.from(codeAt(secret, step));
    if (expected.length === given.length && timingSafeEqual(expected, given)) found = step;
  }
  return found;
}

/** The secret as it is typed into an app. */
export function typedSecret(secret: Uint8Array): string {
  return toBase32(secret, RFC_4648_LETTERS);
}

/** The secret as an app reads it from a QR code (the `otpauth` address of Google Authenticator, which all of them know). */
export function otpauthAddress(secret: Uint8Array, issuer: string, account: string): string {
  const [by, name] = [encodeURIComponent(issuer), encodeURIComponent(account)];
  return `otpauth://totp/${by}:${name}?secret=${typedSecret(secret)}&issuer=${by}`;
}
