import { type Cancel, type Clock, type Random, toBase64Url, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { BlobStore } from '@bough/bloblog';
import { RUNNING } from './layout.ts';

/** How long a claim holds without being renewed: a process that was killed leaves it behind. */
const HOLDS_MS = 5 * 60_000;
const RENEW_MS = 60_000;

/** A backup's place that is ours for now. */
export interface Claim {
  /** Throws when somebody else has taken the place over: this process was away for too long. */
  mustHold(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the place for this process, so that nobody removes what a running backup is about to name. Throws with a sentence when another
 * process has it.
 */
export async function claimPlace(
  ports: { readonly clock: Clock; readonly random: Random },
  place: BlobStore,
): Promise<Claim> {
  const who = toBase64Url(ports.random.bytes(9));
  const words = (): Uint8Array => utf8Encode(JSON.stringify({ who, until: ports.clock.now() + HOLDS_MS }));
  const there = await place.get(RUNNING);
  const until = there === null ? 0 : untilOf(there.bytes);
  if (until > ports.clock.now()) {
    throw new Error(
      `Another backup is being written there, or was ended less than ${HOLDS_MS / 60_000} minutes ago. Try again then.`,
    );
  }
  const taken =
    there === null ? await place.createIfAbsent(RUNNING, words()) : await place.replaceIf(RUNNING, there.etag, words());
  if (taken.kind !== 'written') throw new Error('Another backup began to be written there at the same moment.');
  let etag = taken.etag;
  let isLost = false;
  const renew = async (): Promise<void> => {
    const again = await place.replaceIf(RUNNING, etag, words());
    if (again.kind === 'written') etag = again.etag;
    else isLost = true;
  };
  let cancel: Cancel = () => undefined;
  let renewing: Promise<void> = Promise.resolve();
  const plan = (): void => {
    cancel = ports.clock.after(RENEW_MS, () => {
      renewing = renew().then(plan, () => {
        isLost = true;
      });
    });
  };
  plan();
  return {
    mustHold: async () => {
      cancel();
      await renewing;
      if (!isLost) await renew();
      if (isLost)
        throw new Error('Another backup has begun to be written there meanwhile. Nothing is lost: try again.');
      plan();
    },
    release: async () => {
      cancel();
      await renewing;
      if (!isLost) await place.remove(RUNNING);
    },
  };
}

function untilOf(bytes: Uint8Array): number {
  try {
    const value: unknown = JSON.parse(tryUtf8Decode(bytes) ?? '');
    return typeof value === 'object' && value !== null && 'until' in value ? Number(value.until) : 0;
  } catch {
    return 0;
  }
}
