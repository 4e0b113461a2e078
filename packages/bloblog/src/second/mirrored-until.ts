import { type Clock, isCount, isRecord, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { BlobStore } from '../store/blob-store.ts';
import { entriesBelow } from '../store/entries-below.ts';
import { HEADS, LATE, MIRRORED } from '../objects/keys.ts';

// A process that is killed before it could note what it had not copied leaves no mark of it (late-marks.ts). So each process notes from time to
// time, once it has compared the two locations, `mirrored/<process>`: {"of": which second location, "until": up to when, in ms, whatever was written to the first location
// is in the second or has a mark}. What was written after that, and has no mark, nobody knows without asking the second location.

/** Clocks of services differ: so much before a moment everything was written that was written before it. */
const SKEW_MS = 60_000;
/** What was not written anew for so long is of a process that has ended, or that copies nothing. */
const STALE_MS = 600_000;

export interface MirroredUntilParts {
  readonly clock: Clock;
  readonly first: BlobStore;
  /** A name of this process that no other has. */
  readonly self: string;
  /** Where the second location is: what is known of one says nothing of another. */
  readonly of: string;
}

/** Up to when the second location is known to have everything, as processes note it. */
export class MirroredUntil {
  readonly #parts: MirroredUntilParts;
  #noted = 0;

  constructor(parts: MirroredUntilParts) {
    this.#parts = parts;
  }

  /** Notes that everything before this moment is there or has a mark, and forgets what processes noted that have ended. */
  async note(untilMs: number): Promise<void> {
    const { clock, first, self, of } = this.#parts;
    const until = Math.max(0, Math.floor(untilMs) - SKEW_MS);
    if (until <= this.#noted) return;
    await first.put(MIRRORED + self, utf8Encode(JSON.stringify({ of, until })));
    this.#noted = until;
    for (const { key, modifiedAt } of (await first.list(MIRRORED)).entries)
      if (key !== MIRRORED + self && modifiedAt < clock.now() - STALE_MS) await first.remove(key);
  }
}

/** The logs of which nothing is known without the second location: written since it was known to have everything, and without a mark. */
export async function unsureLogs(first: BlobStore, of: string): Promise<readonly string[]> {
  const until = await knownUntil(first, of);
  const marked = new Set<string>();
  for await (const { key } of entriesBelow(first, LATE)) marked.add(key.slice(LATE.length));
  const unsure: string[] = [];
  for await (const { key, modifiedAt } of entriesBelow(first, HEADS)) {
    const log = key.slice(HEADS.length);
    if (modifiedAt >= until && !marked.has(log)) unsure.push(log);
  }
  return unsure;
}

/** What all processes agree on; where nothing is noted, or a note cannot be read, nothing is known. */
async function knownUntil(first: BlobStore, of: string): Promise<number> {
  let until = Infinity;
  for await (const { key } of entriesBelow(first, MIRRORED)) {
    const blob = await first.get(key).catch(() => null);
    const value = tryJson(tryUtf8Decode(blob?.bytes ?? new Uint8Array()) ?? '');
    until = Math.min(until, isRecord(value) && value['of'] === of && isCount(value['until']) ? value['until'] : 0);
  }
  return until === Infinity ? 0 : until;
}
