import { tryUtf8Decode, utf8Encode } from '@bough/base';
import type { BlobStore } from '@bough/bloblog';
import { type MoveMark, readMark, whyNotServed, writeMark } from '@bough/service';
import { DocstoreFailure } from '../failure.ts';

// What a location says of a move that it had a part in: an object of its own, which is not sealed, and is never copied.

/** The object that says it. */
export const MOVE_KEY = 'move';

/** What the location says of a move; null: it had no part in one. */
export async function moveMarkIn(raw: Pick<BlobStore, 'get'>): Promise<MoveMark | null> {
  const there = await raw.get(MOVE_KEY);
  return there === null ? null : readMark(tryUtf8Decode(there.bytes) ?? '');
}

/** Has the location say it. */
export async function setMoveMark(raw: Pick<BlobStore, 'put'>, mark: MoveMark): Promise<void> {
  await raw.put(MOVE_KEY, utf8Encode(writeMark(mark)));
}

/** Throws where the location is being filled, or was moved away from. */
export async function mustBeServed(raw: Pick<BlobStore, 'get'>): Promise<void> {
  const refusal = whyNotServed(await moveMarkIn(raw), 'Documents');
  if (refusal === null) return;
  throw new DocstoreFailure(refusal.why, { kind: 'invalid', code: 'docstore/elsewhere', hint: refusal.hint });
}
