import {
  type BlobStore,
  entriesBelow,
  type Head,
  HEADS,
  type LateMark,
  type LogPorts,
  readChanges,
  readHead,
} from '@bough/bloblog';
import { changeCodec } from '../changes/change-codec.ts';
import { inParallel } from '../in-parallel.ts';

// Which documents the second location is behind with is read from both locations. Two listings show when each head was written: one
// that is missing in the second, or older there, is read in both. So is one that was written lately, since the clocks of two services
// differ. What is left unread was written to the second after the first, long ago.

/** A document that is behind in the second location. */
export interface Late extends LateMark {
  readonly map: string;
  /** The last number in the first location. */
  readonly last: number;
}

export interface SurveyParts {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  readonly second: BlobStore;
  /** Told of a document that cannot be read in either location. */
  readonly onTrouble: (map: string, failure: unknown) => void;
}

const LATELY_MS = 25 * 3_600_000;
/** Few at a time: people write meanwhile. */
const WIDTH = 4;

/** Tells each document that is behind in the second location. */
export async function survey(parts: SurveyParts, tell: (late: Late) => void): Promise<void> {
  const work = async (map: string): Promise<void> => {
    try {
      const late = await lateness(parts, map);
      if (late !== null) tell(late);
    } catch (failure) {
      parts.onTrouble(map, failure);
    }
  };
  await inParallel(candidates(parts), work, WIDTH);
}

/** How far one document is behind; null when it is not. */
export async function lateness(parts: Omit<SurveyParts, 'onTrouble'>, map: string): Promise<Late | null> {
  const { ports, first, second } = parts;
  const there = (await readHead({ ports, store: second }, map))?.head ?? null;
  const here = (await readHead({ ports, store: first }, map))?.head ?? null;
  if (here === null || (there !== null && !isBehind(there, here))) return null;
  const seq = Math.min(there?.seq ?? 0, here.seq);
  return { map, seq, last: here.seq, sinceAt: await madeAt(parts, here, seq + 1) };
}

function isBehind(there: Head, here: Head): boolean {
  return there.seq < here.seq || (there.seq === here.seq && there.edition < here.edition);
}

/** When the change of this number was made; of a label, which has no time of its own, when the last change was. */
async function madeAt({ ports, first }: Omit<SurveyParts, 'onTrouble'>, head: Head, seq: number): Promise<number> {
  if (seq > head.seq) return head.changedAt;
  try {
    const [change] = await readChanges({ ports, store: first, codec: changeCodec }, head, seq, seq);
    return change?.at ?? head.changedAt;
  } catch {
    // Damaged, or replaced just now: the time of the last change is not far off.
    return head.changedAt;
  }
}

async function* candidates({ ports, first, second }: SurveyParts): AsyncGenerator<string> {
  const lately = ports.clock.now() - LATELY_MS;
  const theirs = entriesBelow(second, HEADS);
  let there = await theirs.next();
  for await (const here of entriesBelow(first, HEADS)) {
    while (there.done !== true && there.value.key < here.key) there = await theirs.next();
    const copiedAt = there.done !== true && there.value.key === here.key ? there.value.modifiedAt : -Infinity;
    if (copiedAt <= here.modifiedAt || here.modifiedAt >= lately) yield here.key.slice(HEADS.length);
  }
}
