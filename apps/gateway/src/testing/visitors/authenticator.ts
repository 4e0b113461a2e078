import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer, PasskeyOrder, PasskeyQuestion } from '@bough/contracts';
import type { Cbor } from '../../features/sign-in/passkeys/cbor.ts';
import { PUBLIC_URL } from '../world.ts';

// An authenticator and the browser in front of it, in software, that do what they are told, also what no honest one would.

/** How it departs from an honest one. */
export interface Twist {
  readonly origin?: string;
  readonly domain?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: unknown;
  /** Flags of the authenticator data; absent: somebody is there, and known. */
  readonly flags?: number;
  readonly counter?: number;
  /** Who it says the passkey belongs to; null: it does not say. */
  readonly user?: string | null;
  readonly key?: KeyObject;
  readonly cose?: Cbor;
  readonly behind?: Uint8Array;
}
export type KeyKind = 'ES256' | 'EdDSA' | 'RS256';

export const UP = 0x01;
export const UV = 0x04;
export const BE = 0x08;
export const BS = 0x10;
export const AT = 0x40;
export const ED = 0x80;

export class Authenticator {
  readonly id: Buffer;
  readonly kind: KeyKind;
  readonly aaguid: Buffer;
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  /** How often it has signed; null: it does not count. */
  counter: number | null;
  /** Whose passkey it has, once it was asked to make one. */
  user = '';

  constructor(
    kind: KeyKind = 'ES256',
    has: { readonly id?: Buffer; readonly aaguid?: Buffer; readonly counts?: boolean } = {},
  ) {
    this.kind = kind;
    this.id = has.id ?? randomBytes(32);
    this.aaguid = has.aaguid ?? Buffer.alloc(16);
    this.counter = has.counts === true ? 0 : null;
    this.keys = newKeys(kind);
  }

  get credential(): string {
    return this.id.toString('base64url');
  }

  /** What the page sends when this authenticator has made a passkey. */
  make(order: Pick<PasskeyOrder, 'challenge' | 'domain' | 'user'>, twist: Twist = {}) {
    this.user = order.user.id;
    const { clientData, attestation } = this.made(order, twist);
    return {
      clientData: clientData.toString('base64url'),
      attestation: attestation.toString('base64url'),
      transports: ['internal'],
      name: null,
    };
  }

  /** The bytes of the same. */
  made({ challenge, domain }: Pick<PasskeyQuestion, 'challenge' | 'domain'>, twist: Twist = {}) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const cose = encodeCbor(twist.cose ?? coseOf(this.kind, twist.key ?? this.keys.publicKey));
    const credential = Buffer.concat([this.aaguid, length, this.id, cose, twist.behind ?? Buffer.alloc(0)]);
    const head = this.#head({ ...twist, flags: twist.flags ?? UP | UV | AT }, domain);
    const authData = Buffer.concat([head, credential]);
    const attestation = encodeCbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return { clientData: clientDataOf('webauthn.create', challenge, twist), attestation, authData };
  }

  /** What the page sends when it answers. */
  answer(question: Pick<PasskeyQuestion, 'challenge' | 'domain'>, twist: Twist = {}): PasskeyAnswer {
    const { clientData, authenticatorData, signature } = this.signed(question, twist);
    return {
      credential: this.credential,
      clientData: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      user: twist.user === undefined ? this.user : twist.user,
    };
  }

  /** The bytes of the same. */
  signed({ challenge, domain }: Pick<PasskeyQuestion, 'challenge' | 'domain'>, twist: Twist = {}) {
    if (this.counter !== null) this.counter++;
    const clientData = clientDataOf('webauthn.get', challenge, twist);
    const authenticatorData = Buffer.concat([this.#head(twist, domain), twist.behind ?? Buffer.alloc(0)]);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    const key = twist.key ?? this.keys.privateKey;
    return { clientData, authenticatorData, signature: sign(this.kind === 'EdDSA' ? null : 'sha256', signed, key) };
  }

  #head(twist: Twist, domain: string): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(twist.flags ?? UP | UV);
    rest.writeUInt32BE(twist.counter ?? this.counter ?? 0, 1);
    return Buffer.concat([sha256(Buffer.from(twist.domain ?? domain)), rest]);
  }
}

/** The key in COSE. */
export function coseOf(kind: KeyKind, key: KeyObject): Map<number, Cbor> {
  const jwk = key.export({ format: 'jwk' });
  const bytes = (text: string | undefined): Uint8Array => Buffer.from(text ?? '', 'base64url');
  if (kind === 'ES256')
    return new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ]);
  if (kind === 'EdDSA')
    return new Map<number, Cbor>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ]);
  return new Map<number, Cbor>([
    [1, 3],
    [3, -257],
    [-1, bytes(jwk.n)],
    [-2, bytes(jwk.e)],
  ]);
}

/** The value in CBOR. */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === 'number') return value < 0 ? headOf(1, -1 - value) : headOf(0, value);
  if (typeof value === 'string') return Buffer.concat([headOf(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([headOf(2, value.length), value]);
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([name, each]: [number | string, Cbor]) => [encodeCbor(name), encodeCbor(each)]);
    return Buffer.concat([headOf(5, value.size), ...pairs]);
  }
  const values = [...(value as readonly Cbor[])];
  return Buffer.concat([headOf(4, values.length), ...values.map(encodeCbor)]);
}

function headOf(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  const [low, length] = argument < 256 ? [24, 1] : argument < 65_536 ? [25, 2] : [26, 4];
  const bytes = Buffer.alloc(1 + length);
  bytes[0] = (major << 5) | low;
  bytes.writeUIntBE(argument, 1, length);
  return bytes;
}

function clientDataOf(type: string, challenge: string, twist: Twist): Buffer {
  const { origin = PUBLIC_URL, crossOrigin = false } = twist;
  const said = { type: twist.type ?? type, challenge: twist.challenge ?? challenge, origin, crossOrigin };
  return Buffer.from(JSON.stringify(said));
}

function newKeys(kind: KeyKind) {
  if (kind === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return kind === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
