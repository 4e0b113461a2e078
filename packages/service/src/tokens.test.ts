import { createHmac, generateKeyPairSync } from 'node:crypto';
import { makeIds } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { AudienceKey } from './settings/settings.ts';
import { createTokenMinter, createTokenVerifier } from './tokens.ts';

const random = seededRandom(20);
const key = (audience: string, kid: string): AudienceKey => ({
  audience,
  issuer: 'gateway',
  kid,
  key: random.bytes(32),
});
const docstore1 = key('docstore', 'one');
const docstore2 = key('docstore', 'two');
const mailer = key('mailer', 'one');

function world(keys: readonly AudienceKey[] = [docstore1, mailer]) {
  const clock = new VirtualClock();
  const parts = { clock, ids: makeIds(clock, random), keys };
  return {
    clock,
    minter: createTokenMinter(parts, 'gateway'),
    verifier: createTokenVerifier(parts, 'docstore'),
    parts,
  };
}

function forge(header: object, claims: object, sign: (text: string) => string): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode(header)}.${encode(claims)}`;
  return `Bearer ${text}.${sign(text)}`;
}
const hmac = (secret: string | Uint8Array) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

describe('service tokens', () => {
  test('[SVC-5] only the one form holds: algorithm, key, audience and age are all checked', async () => {
    const { clock, minter, verifier } = world();
    const good = await minter.authorization('docstore');
    expect(await verifier.verify(good)).toEqual({ ok: true, value: 'gateway' });
    const iat = Math.floor(clock.now() / 1_000);
    const claims = { iss: 'gateway', aud: 'docstore', iat, exp: iat + 60, jti: 'abc' };
    const header = { alg: 'HS256', kid: 'one', typ: 'JWT' };
    const signed = hmac(docstore1.key);
    expect(await verifier.verify(forge(header, claims, signed))).toMatchObject({ ok: true });
    const { publicKey } = generateKeyPairSync('ed25519');
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const bad: [string, string | undefined][] = [
      ['nothing', undefined],
      ['no bearer', good.slice('Bearer '.length)],
      ['alg none', forge({ ...header, alg: 'none' }, claims, () => '')],
      ['alg nOnE', forge({ ...header, alg: 'nOnE' }, claims, () => '')],
      ['another algorithm', forge({ ...header, alg: 'HS512' }, claims, signed)],
      ['an asymmetric algorithm', forge({ ...header, alg: 'EdDSA' }, claims, hmac(pem))],
      ['a public key as secret', forge(header, claims, hmac(pem))],
      ['a key of its own', forge({ ...header, jwk: { kty: 'oct', k: 'AAAA' } }, claims, signed)],
      ['a key from an address', forge({ ...header, jku: 'https://evil.example' }, claims, signed)],
      ['an unknown key', forge({ ...header, kid: 'three' }, claims, signed)],
      ['no key', forge({ alg: 'HS256' }, claims, signed)],
      ['a prototype as key', forge({ ...header, kid: '__proto__' }, claims, signed)],
      ['another audience', forge(header, { ...claims, aud: 'mailer' }, signed)],
      ['several audiences', forge(header, { ...claims, aud: ['docstore', 'mailer'] }, signed)],
      ['an unknown issuer', forge(header, { ...claims, iss: 'stranger' }, signed)],
      ['expired', forge(header, { ...claims, iat: iat - 120, exp: iat - 60 }, signed)],
      ['from the future', forge(header, { ...claims, iat: iat + 30, exp: iat + 60 }, signed)],
      ['too long a life', forge(header, { ...claims, exp: iat + 3_600 }, signed)],
      ['no expiry', forge(header, { iss: 'gateway', aud: 'docstore', iat, jti: 'abc' }, signed)],
      ['more claims', forge(header, { ...claims, admin: true }, signed)],
      ['huge', `Bearer ${'a'.repeat(10_000)}`],
    ];
    for (const [what, token] of bad) expect([what, (await verifier.verify(token)).ok]).toEqual([what, false]);
  });

  test('[SVC-5] no bit of a token can be flipped', async () => {
    const { minter, verifier } = world();
    const good = await minter.authorization('docstore');
    const start = 'Bearer '.length;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: start, max: good.length - 2 }),
        fc.integer({ min: 0, max: 6 }),
        async (at, bit) => {
          const flipped =
            good.slice(0, at) + String.fromCharCode(good.charCodeAt(at) ^ (1 << bit)) + good.slice(at + 1);
          expect((await verifier.verify(flipped)).ok).toBe(false);
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });

  test('[SVC-5] a token for one service is worth nothing to another, even under the same key', async () => {
    const shared = { ...mailer, kid: 'one', key: docstore1.key };
    const { minter, verifier } = world([docstore1, shared]);
    expect(await verifier.verify(await minter.authorization('mailer'))).toMatchObject({ ok: false });
  });

  test('[SVC-76] a key signs for one service alone: what it signs in the name of another is refused', async () => {
    const gateways = { ...docstore1, issuer: 'gateway' };
    const exporters = { ...key('docstore', 'two'), issuer: 'exporter' };
    const { clock, verifier, parts } = world([gateways, exporters]);
    const asExporter = await createTokenMinter(parts, 'exporter').authorization('docstore');
    expect(await verifier.verify(asExporter)).toEqual({ ok: true, value: 'exporter' });
    const iat = Math.floor(clock.now() / 1_000);
    const claims = { aud: 'docstore', iat, exp: iat + 60, jti: 'abc' };
    const told = async (iss: string, kid: string, signer: AudienceKey): Promise<boolean> => {
      const header = { alg: 'HS256', kid, typ: 'JWT' };
      return (await verifier.verify(forge(header, { iss, ...claims }, hmac(signer.key)))).ok;
    };
    expect(await told('exporter', 'two', exporters)).toBe(true);
    expect(await told('gateway', 'one', gateways)).toBe(true);
    for (const iss of ['gateway', 'mailer', 'docstore']) {
      expect([iss, await told(iss, 'two', exporters), await told(iss, 'one', exporters)]).toEqual([iss, false, false]);
    }
    expect(await told('exporter', 'one', gateways)).toBe(false);
  });

  test('[SVC-6] keys rotate without a refusal: both verify, the first one signs', async () => {
    const before = world([docstore1]);
    const during = world([docstore2, docstore1]);
    const after = world([docstore2]);
    const old = await before.minter.authorization('docstore');
    const fresh = await during.minter.authorization('docstore');
    expect((await during.verifier.verify(old)).ok).toBe(true);
    expect((await during.verifier.verify(fresh)).ok).toBe(true);
    expect((await after.verifier.verify(fresh)).ok).toBe(true);
    expect((await after.verifier.verify(old)).ok).toBe(false);
    await expect(world([mailer]).minter.authorization('docstore')).rejects.toMatchObject({
      kind: 'denied',
      code: 'service/no-token-key',
    });
  });

  test('[SVC-7] a token is made anew at half of its life, and what was verified is forgotten when it expires', async () => {
    const { clock, minter, verifier } = world();
    const first = await minter.authorization('docstore');
    clock.advance(29_000);
    expect(await minter.authorization('docstore')).toBe(first);
    clock.advance(1_000);
    expect(await minter.authorization('docstore')).not.toBe(first);
    expect((await verifier.verify(first)).ok).toBe(true);
    clock.advance(40_000);
    expect((await verifier.verify(first)).ok).toBe(false);
  });

  test('[SVC-7] verified tokens are remembered within a bound', async () => {
    const { clock, verifier, parts } = world();
    const iat = Math.floor(clock.now() / 1_000);
    const many = Array.from({ length: 600 }, async () => {
      const jti = parts.ids.short();
      return new SignJWT({ iss: 'gateway', aud: 'docstore', iat, exp: iat + 60, jti })
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(docstore1.key);
    });
    for (const token of await Promise.all(many)) expect((await verifier.verify(`Bearer ${token}`)).ok).toBe(true);
    expect(verifier.remembered()).toBeLessThanOrEqual(256);
  });
});
