import { readFileSync, readlinkSync } from 'node:fs';
import {
  type Cancel,
  type Clock,
  isRecord,
  type Random,
  toBase64Url,
  tryJson,
  tryUtf8Decode,
  utf8Encode,
} from '@bough/base';
import { type BlobStore, type ETag, LogFailure, type PutOutcome } from '@bough/bloblog';
import { RUNNING } from './layout.ts';

/** How long a claim holds without being renewed: a process that was killed leaves it behind. Where it ran here, that is seen at once. */
const HOLDS_MS = 5 * 60_000;
const RENEW_MS = 60_000;

/** A backup's place that is ours for now. */
export interface Claim {
  /** Throws when somebody else has taken the place over: this process was away for too long. */
  mustHold(): Promise<void>;
  release(): Promise<void>;
}

/** The process that has a claim. */
export interface Holder {
  /** Tells machines apart, and what of one sees other processes; null: it cannot be told. */
  readonly machine: string | null;
  readonly pid: number;
}

/** This process. */
export function thisProcess(): Holder {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { machine: `${boot} ${readlinkSync('/proc/self/ns/pid')}`, pid: process.pid };
  } catch {
    return { machine: null, pid: process.pid };
  }
}

/**
 * Takes the place for this process, so that nobody removes what a running backup is about to name. Throws with a sentence when another
 * process has it.
 */
export async function claimPlace(
  ports: { readonly clock: Clock; readonly random: Random },
  place: BlobStore,
  self: Holder = thisProcess(),
): Promise<Claim> {
  const who = toBase64Url(ports.random.bytes(9));
  const words = (): Uint8Array => utf8Encode(JSON.stringify({ who, until: ports.clock.now() + HOLDS_MS, ...self }));
  const there = await claimThere(place);
  if (there !== null && there.until > ports.clock.now() && !isGone(there, self)) {
    throw new Error(
      `Another backup is being written there, or was ended less than ${HOLDS_MS / 60_000} minutes ago. Try again then.`,
    );
  }
  const taken =
    there === null ? await place.createIfAbsent(RUNNING, words()) : await place.replaceIf(RUNNING, there.etag, words());
  // A write without an answer may have come, or not: the place says whose it is.
  const etagOfOurs = async (outcome: PutOutcome): Promise<ETag | null> => {
    if (outcome.kind === 'written') return outcome.etag;
    const now = await claimThere(place);
    return now?.who === who ? now.etag : null;
  };
  let etag = await etagOfOurs(taken);
  if (etag === null) throw new Error('Another backup began to be written there at the same moment.');
  let isLost = false;
  const renew = async (): Promise<void> => {
    if (etag !== null) etag = await etagOfOurs(await place.replaceIf(RUNNING, etag, words()));
    isLost = etag === null;
  };
  let cancel: Cancel = () => undefined;
  let renewing: Promise<void> = Promise.resolve();
  const plan = (): void => {
    cancel = ports.clock.after(RENEW_MS, () => {
      // A place that does not answer is asked again: the claim holds for longer than that takes, and `mustHold` has the last word.
      renewing = renew().then(() => {
        if (!isLost) plan();
      }, plan);
    });
  };
  plan();
  return {
    mustHold: async () => {
      await renewing;
      cancel();
      if (!isLost) await renew();
      if (isLost)
        throw new Error('Another backup has begun to be written there meanwhile. Nothing is lost: try again.');
      plan();
    },
    release: async () => {
      await renewing;
      cancel();
      // One that lapsed while nobody could renew it may be another's by now.
      if (!isLost && (await claimThere(place))?.who === who) await place.remove(RUNNING);
    },
  };
}

interface Found extends Holder {
  readonly who: string;
  readonly etag: ETag;
  readonly until: number;
}

/** Who has the place; a claim that is damaged holds nothing. */
async function claimThere(place: BlobStore): Promise<Found | null> {
  try {
    const blob = await place.get(RUNNING);
    return blob === null ? null : { etag: blob.etag, ...factsOf(blob.bytes) };
  } catch (failure) {
    const etag = failure instanceof LogFailure && failure.code === 'bloblog/damaged' ? failure.etag : null;
    if (etag === null) throw failure;
    return { who: '', etag, until: 0, machine: null, pid: 0 };
  }
}

/** Whether it was killed: it ran where we do, and does not any more. */
function isGone({ machine, pid }: Holder, self: Holder): boolean {
  if (machine === null || machine !== self.machine || pid === self.pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

function factsOf(bytes: Uint8Array): Omit<Found, 'etag'> {
  const nobody = { who: '', until: 0, machine: null, pid: 0 };
  const value = tryJson(tryUtf8Decode(bytes));
  if (!isRecord(value) || !('until' in value)) return nobody;
  const { until, machine } = value;
  const pid = Number.isSafeInteger(value['pid']) ? Number(value['pid']) : 0;
  return {
    who: String(value['who']),
    until: Number(until),
    machine: pid > 0 && typeof machine === 'string' ? machine : null,
    pid,
  };
}
