import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

// A certificate for tests, in DER as RFC 5280 has it, since a machine that runs them need have no program that makes one.

const DAY_MS = 86_400_000;
const CN = identifier('550403');
const ALT_NAME = identifier('551d11');
const ECDSA_SHA256 = identifier('2a8648ce3d040302');

/** A key and the certificate of `name` (a host or an address) that it signed, both as PEM, good for a day. Kept nowhere. */
export function makeCertificate(name: string): { readonly key: string; readonly certificate: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ECDSA_SHA256);
  const subject = sequence(der(0x31, sequence(CN, der(0x0c, Buffer.from(name)))));
  const address = Buffer.from(name.split('.').map(Number));
  const alternative = isIP(name) === 4 ? der(0x87, address) : der(0x82, Buffer.from(name));
  const facts = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    subject,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    subject,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(ALT_NAME, der(0x04, sequence(alternative))))),
  );
  const signature = sign('sha256', facts, privateKey);
  const whole = sequence(facts, algorithm, der(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** A value with its tag and its length, which is below 65,536. */
function der(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), value]);
}

function identifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(digits.slice(2)));
}
