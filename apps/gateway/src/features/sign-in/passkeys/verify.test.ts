import { generateKeyPairSync } from 'node:crypto';
import { seededRandom } from '@bough/base/testing';
import { describe, expect, test } from 'vitest';
import {
  AT,
  Authenticator,
  BE,
  BS,
  coseOf,
  ED,
  encodeCbor,
  type KeyKind,
  type Twist,
  UP,
  UV,
} from '../../../testing/visitors/authenticator.ts';
import { PUBLIC_URL } from '../../../testing/world.ts';
import { type Cbor, readCbor } from './cbor.ts';
import { keptKey, mustBeKey } from './credential-key.ts';
import { type Expected, type Made, verifyAssertion, verifyMade } from './verify.ts';

// Somebody who has no passkey of a person, or one of another site, or what a good one answered before, against the verifier alone.

const expected: Expected = { origins: new Set([PUBLIC_URL]), domain: 'bough.localhost' };
const asked = { challenge: 'a-challenge', domain: 'bough.localhost' };
const KINDS: readonly KeyKind[] = ['ES256', 'EdDSA', 'RS256'];
const random = seededRandom(15);

function made(authenticator: Authenticator, twist: Twist = {}): Made {
  const verified = verifyMade(authenticator.made(asked, twist), expected);
  if (!verified.ok) throw new Error(verified.error);
  return verified.value;
}
/** What is wrong with the answer of an authenticator whose passkey is known; null: nothing. */
function wrongWith(authenticator: Authenticator, twist: Twist): string | null {
  const verified = verifyAssertion(authenticator.signed(asked, twist), made(authenticator).key, expected);
  return verified.ok ? null : verified.error;
}
function wrongWithNew(twist: Twist, authenticator = new Authenticator()): string | null {
  const verified = verifyMade(authenticator.made(asked, twist), expected);
  return verified.ok ? null : verified.error;
}

describe.each(KINDS)('a passkey that signs with %s', (kind) => {
  test('[GW-320] is known by the key that it was made with, as it is kept, and by no other', () => {
    const [own, other] = [new Authenticator(kind), new Authenticator(kind)];
    const verified = made(own);
    expect([verified.challenge, Buffer.from(verified.id)]).toEqual(['a-challenge', own.id]);
    const key = mustBeKey(verified.key.algorithm, keptKey(verified.key));
    expect(verifyAssertion(own.signed(asked), key, expected)).toMatchObject({ ok: true });
    expect(verifyAssertion(other.signed(asked), key, expected)).toEqual({ ok: false, error: 'signature' });
    expect(verifyAssertion(own.signed(asked, { key: other.keys.privateKey }), key, expected)).toMatchObject({
      ok: false,
    });
  });

  test('[GW-320] every bit of an answer is held: with any one turned it is refused', () => {
    const own = new Authenticator(kind);
    const { key } = made(own);
    const good = own.signed(asked);
    expect(verifyAssertion(good, key, expected).ok).toBe(true);
    let tried = 0;
    for (const part of ['clientData', 'authenticatorData', 'signature'] as const) {
      for (let bit = 0; bit < good[part].length * 8; bit++) {
        const bent = Buffer.from(good[part]);
        bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect([part, bit, verifyAssertion({ ...good, [part]: bent }, key, expected).ok]).toEqual([part, bit, false]);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(1_500);
  });

  test('[GW-320] a cut or lengthened answer is refused', () => {
    const own = new Authenticator(kind);
    const { key } = made(own);
    const good = own.signed(asked);
    for (const part of ['clientData', 'authenticatorData', 'signature'] as const) {
      for (let length = 0; length < good[part].length; length++) {
        expect(verifyAssertion({ ...good, [part]: good[part].subarray(0, length) }, key, expected).ok).toBe(false);
      }
      const longer = Buffer.concat([good[part], Buffer.from([0])]);
      expect(verifyAssertion({ ...good, [part]: longer }, key, expected).ok).toBe(false);
    }
  });
});

const TWISTS: readonly (readonly [string, Twist, string])[] = [
  ['another site’s page', { origin: 'https://evil.example' }, 'origin'],
  ['a page below ours', { origin: 'https://login.bough.localhost' }, 'origin'],
  ['our page on another port', { origin: 'https://bough.localhost:8443' }, 'origin'],
  ['our page without encryption', { origin: 'http://bough.localhost' }, 'origin'],
  ['a page that begins like ours', { origin: 'https://bough.localhost.evil.example' }, 'origin'],
  ['no page', { origin: 'null' }, 'origin'],
  ['our page in another’s frame', { crossOrigin: true }, 'embedded'],
  ['a frame that says so oddly', { crossOrigin: 'false' }, 'embedded'],
  ['another domain', { domain: 'evil.example' }, 'domain'],
  ['the domain above', { domain: 'example' }, 'domain'],
  ['nobody who touched it', { flags: UV }, 'nobody there'],
  ['somebody it does not know', { flags: UP }, 'nobody known'],
  ['a copy that may not be copied', { flags: UP | UV | BS }, 'authenticator data'],
  ['bytes behind the data', { behind: Buffer.from([0]) }, 'authenticator data'],
  ['extensions that are none', { flags: UP | UV | ED, behind: Buffer.from([0x01]) }, 'authenticator data'],
  ['a credential that is not there', { flags: UP | UV | AT }, 'authenticator data'],
];
test.each(TWISTS)('[GW-321] an answer from %s is refused', (_name, twist, wrong) => {
  expect(wrongWith(new Authenticator(), twist)).toBe(wrong);
  if (twist.behind !== undefined || twist.flags === (UP | UV | AT)) return;
  const flags = twist.flags === undefined ? {} : { flags: twist.flags | AT };
  expect(wrongWithNew({ ...twist, ...flags })).toBe(wrong);
});

test('[GW-321] what was said in one ceremony is worth nothing in the other', () => {
  expect(wrongWith(new Authenticator(), { type: 'webauthn.create' })).toBe('ceremony');
  expect(wrongWithNew({ type: 'webauthn.get' })).toBe('ceremony');
  expect(wrongWith(new Authenticator(), { type: 'payment.get' })).toBe('ceremony');
});

test('[GW-320] extensions, and passkeys that may be on other devices, are read', () => {
  const extensions = encodeCbor(new Map<string, Cbor>([['credProtect', 2]]));
  expect(wrongWith(new Authenticator(), { flags: UP | UV | ED, behind: extensions })).toBeNull();
  expect(wrongWithNew({ flags: UP | UV | AT | ED, behind: extensions })).toBeNull();
  expect(made(new Authenticator(), { flags: UP | UV | AT | BE | BS }).maySync).toBe(true);
  expect(made(new Authenticator()).maySync).toBe(false);
});

const rsa = (bits: number, exponent = 65_537) =>
  generateKeyPairSync('rsa', { modulusLength: bits, publicExponent: exponent }).publicKey;
const es256 = coseOf('ES256', new Authenticator().keys.publicKey);
const eddsa = coseOf('EdDSA', new Authenticator('EdDSA').keys.publicKey);
const KEYS: readonly (readonly [string, Cbor])[] = [
  ['no algorithm', new Map([...es256].filter(([name]) => name !== 3))],
  ['ES384', new Map([...es256, [3, -35]])],
  [
    'HS256',
    new Map<number, Cbor>([
      [1, 4],
      [3, 5],
      [-1, Buffer.alloc(32)],
    ]),
  ],
  ['RS1', new Map([...coseOf('RS256', rsa(2048)), [3, -65_535]])],
  ['PS256', new Map([...coseOf('RS256', rsa(2048)), [3, -37]])],
  ['ES256 with a key for EdDSA', new Map([...eddsa, [3, -7]])],
  ['EdDSA with a key for ES256', new Map([...es256, [3, -8]])],
  ['RS256 with a key for ES256', new Map([...es256, [3, -257]])],
  ['a point off the curve', new Map([...es256, [-3, Buffer.alloc(32, 1)]])],
  ['the point at infinity', new Map([...es256, [-2, Buffer.alloc(32)], [-3, Buffer.alloc(32)]])],
  ['a compressed point', new Map([...es256, [-3, true]])],
  ['another curve', new Map([...es256, [-1, 2]])],
  ['a short x', new Map([...es256, [-2, Buffer.alloc(31, 1)]])],
  ['RSA of 1,024 bits', coseOf('RS256', rsa(1_024))],
  ['RSA with the exponent 3', coseOf('RS256', rsa(2_048, 3))],
  ['RSA of 32,768 bits', new Map([...coseOf('RS256', rsa(2_048)), [-1, Buffer.alloc(4_096, 0xff)]])],
  ['no map', 'a key'],
];
test.each(KEYS)('[GW-322] no passkey is kept whose key is %s', (_name, cose) => {
  expect(wrongWithNew({ cose })).toBe('no key');
});

test('[GW-322] the algorithm is the key’s, whatever is signed with it', () => {
  const own = new Authenticator('RS256');
  const { key } = made(own);
  expect(() => mustBeKey(-7, keptKey(key))).toThrow(/another kind/);
  expect(() => mustBeKey(-257, 'AAAA')).toThrow();
  expect(() => mustBeKey(5, keptKey(key))).toThrow(/no key/);
});

test('[GW-323] whatever stands where CBOR should is read in its time or refused, and never throws', () => {
  const whole = new Authenticator('RS256').made(asked);
  for (let length = 0; length < whole.attestation.length; length++) {
    expect(verifyMade({ ...whole, attestation: whole.attestation.subarray(0, length) }, expected).ok).toBe(false);
  }
  expect(verifyMade({ ...whole, attestation: Buffer.concat([whole.attestation, Buffer.from([0])]) }, expected).ok).toBe(
    false,
  );
  let read = 0;
  for (let round = 0; round < 20_000; round++) {
    const bent = Buffer.from(whole.attestation);
    for (let bend = 0; bend <= round % 4; bend++) {
      const [at, value = 0] = [random.bytes(2).reduce((sum, byte) => sum * 256 + byte, 0), random.bytes(1)[0]];
      bent[at % bent.length] = value;
    }
    const verified = verifyMade({ ...whole, attestation: bent }, expected);
    if (verified.ok) read++;
  }
  // Some bends are in what nobody looks at: the statement's name, the credential's id, the modulus.
  expect(read).toBeGreaterThan(100);
  expect(read).toBeLessThan(19_900);
});

const HOSTILE: readonly (readonly [string, readonly number[]])[] = [
  ['nothing', []],
  ['an array of four thousand million', [0x9a, 0xff, 0xff, 0xff, 0xff]],
  ['a map of four thousand million', [0xba, 0xff, 0xff, 0xff, 0xff]],
  ['bytes that are not there', [0x5b, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]],
  ['a length beyond all numbers', [0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ['arrays in arrays', Array.from({ length: 4_000 }, () => 0x81)],
  ['no length', [0x5f, 0x41, 0x00, 0xff]],
  ['a tag', [0xc0, 0x00]],
  ['a fraction', [0xf9, 0x3c, 0x00]],
  ['null', [0xf6]],
  ['a key twice', [0xa2, 0x01, 0x00, 0x01, 0x00]],
  ['a map as a key', [0xa1, 0xa0, 0x00]],
  ['a text that is none', [0x62, 0xff, 0xfe]],
];
test.each(HOSTILE)('[GW-323] CBOR with %s is not read', (_name, bytes) => {
  expect(readCbor(Uint8Array.from(bytes))).toBeNull();
});
