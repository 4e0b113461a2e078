import { BlobFailure } from './failure.ts';

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Throws an invalid BlobFailure unless every store can keep an object under this key (see the port). */
export function checkKey(key: string): void {
  if (key.length <= 512 && key.split('/').every((part) => PART.test(part))) return;
  throw new BlobFailure(`not a key for a blob: ${JSON.stringify(key.slice(0, 100))}`, {
    kind: 'invalid',
    code: 'blobs/bad-key',
  });
}
