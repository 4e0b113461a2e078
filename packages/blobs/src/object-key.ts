import { BlobFailure } from './failure.ts';

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Whether a key may have a part of this name; what else stands in a folder of objects is none. */
export function isKeyPart(name: string): boolean {
  return PART.test(name);
}

/** Throws an invalid BlobFailure unless every store can keep an object under this key (see the port). */
export function checkKey(key: string): void {
  if (key.length <= 512 && key.split('/').every(isKeyPart)) return;
  throw new BlobFailure(`not a key for a blob: ${JSON.stringify(key.slice(0, 100))}`, {
    kind: 'invalid',
    code: 'blobs/bad-key',
  });
}
