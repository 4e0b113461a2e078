import { type Random, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { Blob, BlobStore } from './blob-store.ts';
import { damaged, LogFailure } from '../failure.ts';
import type { Ciphers } from '../ports.ts';

// A sealed object: byte 0x42 ('B'), byte 1 (version), one byte with the length of the key id, the key id, 12 random bytes (the
// nonce), then AES-256-GCM ciphertext with its tag. Associated data: all bytes before the nonce, then the object's key as
// UTF-8. So an object opens only under the key that the key id names and only in its own place: swapped, moved, renamed or
// turned bits are found. Each location has its own keys, and key ids are unique over both, so the key id names the location.

const MAGIC = 0x42;
const VERSION = 1;
const NONCE_BYTES = 12;

/** One AES-256 key. */
export interface SealingKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The keys of one location, newest first: the first seals, all open. */
export type SealingKeys = readonly SealingKey[];

/** Refuses keys that cannot work: none, a wrong length, an id twice. */
export function checkKeys(keys: SealingKeys): void {
  const ids = new Set(keys.map((key) => key.id));
  const isFine = keys.every((key) => key.bytes.length === 32 && /^[A-Za-z0-9_-]{1,32}$/.test(key.id));
  if (keys.length > 0 && isFine && ids.size === keys.length) return;
  throw new LogFailure('the keys that seal objects cannot be used', {
    kind: 'invalid',
    code: 'bloblog/bad-settings',
    hint: 'Give at least one key of 32 bytes; ids are 1 to 32 of [A-Za-z0-9_-] and each stands once.',
  });
}

/** The key id that a sealed object was sealed with; throws a corrupt LogFailure when it is none. */
export function keyIdOf(key: string, bytes: Uint8Array): string {
  const id = tryKeyId(bytes);
  if (id === null) throw damaged(key, 'is not a sealed object');
  return id;
}

function tryKeyId(bytes: Uint8Array): string | null {
  const length = bytes[2] ?? 0;
  const isSealed = bytes[0] === MAGIC && bytes[1] === VERSION && bytes.length >= 3 + length + NONCE_BYTES + 16;
  return isSealed ? tryUtf8Decode(bytes.subarray(3, 3 + length)) : null;
}

/** The store with every object sealed on its way in and opened on its way out. A range is cut from the whole. */
export function sealedStore(
  inner: BlobStore,
  keys: SealingKeys,
  ports: {
    readonly ciphers: Ciphers;
    readonly random: Random;
    /** Told before each time that the newest key seals something. */
    readonly onSeal?: (() => void) | undefined;
  },
): BlobStore {
  checkKeys(keys);
  const sealing = keys.slice(0, 1).map((key) => ({ key, header: headerOf(key) }));
  const seal = (place: string, plain: Uint8Array): Uint8Array => {
    ports.onSeal?.();
    return sealObject(sealing[0], ports, place, plain);
  };
  const open = (place: string, { bytes, etag }: Blob): Blob => {
    try {
      return { bytes: openObject(keys, ports.ciphers, place, bytes), etag };
    } catch (failure) {
      if (!(failure instanceof LogFailure)) throw failure;
      const { kind, code, hint, cause } = failure;
      throw new LogFailure(failure.message, { kind, code, cause, etag, ...(hint === undefined ? {} : { hint }) });
    }
  };
  return {
    async get(key, options) {
      const blob = await inner.get(key, options?.signal === undefined ? {} : { signal: options.signal });
      if (blob === null) return null;
      const { bytes, etag } = open(key, blob);
      return { bytes: options?.range === undefined ? bytes : bytes.slice(options.range.from, options.range.to), etag };
    },
    async getIfChanged(key, etag, options) {
      const found = await inner.getIfChanged(key, etag, options);
      return typeof found === 'string' ? found : open(key, found);
    },
    createIfAbsent: (key, bytes, options) => inner.createIfAbsent(key, seal(key, bytes), options),
    replaceIf: (key, etag, bytes, options) => inner.replaceIf(key, etag, seal(key, bytes), options),
    put: (key, bytes, options) => inner.put(key, seal(key, bytes), options),
    list: (prefix, options) => inner.list(prefix, options),
    remove: (key, options) => inner.remove(key, options),
  };
}

/** The object as it stands in the store. */
function sealObject(
  newest: { readonly key: SealingKey; readonly header: Uint8Array } | undefined,
  ports: { readonly ciphers: Ciphers; readonly random: Random },
  place: string,
  plain: Uint8Array,
): Uint8Array {
  if (newest === undefined)
    throw new LogFailure('no key to seal with', { kind: 'invalid', code: 'bloblog/bad-settings' });
  const { key, header } = newest;
  const nonce = ports.random.bytes(NONCE_BYTES);
  return ports.ciphers.seal(key.bytes, nonce, plain, associated(header, place), [header, nonce]);
}

/** What was sealed; throws a LogFailure when it is not what was written there. */
function openObject(keys: SealingKeys, ciphers: Ciphers, place: string, bytes: Uint8Array): Uint8Array {
  const id = tryKeyId(bytes);
  const key = keys.find((each) => each.id === id);
  if (key === undefined) {
    // A bit that was turned in the header looks like another key: the rest tells.
    if (id === null || keys.some((each) => isSealedWith(each, ciphers, place, bytes))) {
      throw damaged(place, 'is not a sealed object');
    }
    throw new LogFailure(`${place} was sealed with the key ${JSON.stringify(id)}, which is not in the table`, {
      kind: 'corrupt',
      code: 'bloblog/unknown-key',
      hint: 'Add that key to the keys of this location, behind the newest.',
    });
  }
  const plain = tryOpen(key, ciphers, place, bytes, bytes.subarray(0, 3 + (bytes[2] ?? 0)));
  if (plain === null) throw damaged(place, 'is not what was sealed there');
  return plain;
}

function isSealedWith(key: SealingKey, ciphers: Ciphers, place: string, bytes: Uint8Array): boolean {
  return tryOpen(key, ciphers, place, bytes, headerOf(key)) !== null;
}

function tryOpen(
  key: SealingKey,
  ciphers: Ciphers,
  place: string,
  bytes: Uint8Array,
  header: Uint8Array,
): Uint8Array | null {
  const nonce = bytes.subarray(header.length, header.length + NONCE_BYTES);
  const sealed = bytes.subarray(header.length + NONCE_BYTES);
  return ciphers.tryOpen(key.bytes, nonce, sealed, associated(header, place));
}

function headerOf(key: SealingKey): Uint8Array {
  const id = utf8Encode(key.id);
  return new Uint8Array([MAGIC, VERSION, id.length, ...id]);
}

function associated(header: Uint8Array, place: string): Uint8Array {
  return join([header, utf8Encode(place)]);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
