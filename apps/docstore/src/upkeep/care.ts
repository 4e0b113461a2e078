import { inSentences } from '@bough/base';
import {
  type BlobStore,
  collectLog,
  type Head,
  type LogPorts,
  purgeLog,
  readHead,
  reconcileLog,
  repairLog,
  verifyLog,
} from '@bough/bloblog';
import { isPurged } from '../backup/place/purged-marks.ts';
import { decodeLabel } from '../documents/facts.ts';
import { NOWHERE } from '../locations/nowhere.ts';
import { purgeOld } from '../documents/purge.ts';
import { NO_TALLY, type Tally } from './upkeep-state.ts';

// What upkeep does for one document. Nothing that a person must decide about is done by itself: a head that cannot be read, locations
// that went apart and objects that are whole nowhere are told.

export interface CareParts {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  readonly second: BlobStore | null;
}
export interface CareSettings {
  /** How long a document stays in the trash. */
  readonly trashMs: number;
}

const DAY_MS = 86_400_000;
/** What was written so lately is on its way to the second location. */
const ON_ITS_WAY_MS = 600_000;

/** Removes it when it was in the trash for long enough; brings the second location what it lacks; collects what no head names. */
export async function tidy(parts: CareParts, settings: CareSettings, map: string, since: number): Promise<Tally> {
  const { ports, first, second } = parts;
  const now = ports.clock.now();
  const here = (await readHead({ ports, store: first }, map))?.head ?? null;
  if (here !== null && decodeLabel(here.label).trash !== null) {
    if (await purgeOld(ports, { first, second }, map, now - settings.trashMs)) {
      return { ...NO_TALLY, documents: 1, purged: 1 };
    }
  }
  const copied = await bringOver(parts, map, here);
  const wasWritten = here !== null && here.changedAt >= since - DAY_MS;
  const collected = wasWritten ? await collectBoth(parts, map) : 0;
  return { ...copied, documents: 1, collected };
}

async function bringOver({ ports, first, second }: CareParts, map: string, here: Head | null): Promise<Tally> {
  if (second === null) return NO_TALLY;
  const there = (await readHead({ ports, store: second }, map))?.head ?? null;
  if (here?.writeId === there?.writeId) return NO_TALLY;
  if (here !== null && ports.clock.now() - here.changedAt < ON_ITS_WAY_MS) return NO_TALLY;
  if (here === null && (await isPurged(first, map))) {
    // Its removal was cut off half way, or a copy was under way just then.
    await purgeLog(second, map);
    return { ...NO_TALLY, purged: 1 };
  }
  const { outcome, lost } = await reconcileLog({ ports, first, second }, map);
  if (outcome === 'ahead' || outcome === 'forked') return troubled(map, `the locations went apart (${outcome})`);
  if (lost.length > 0) return troubled(map, `whole nowhere: ${lost.join(' ')}`);
  return { ...NO_TALLY, copied: 1 };
}

async function collectBoth({ ports, first, second }: CareParts, map: string): Promise<number> {
  const one = await collectLog(ports, { store: first, other: second }, map, { ageMs: DAY_MS });
  if (second === null) return one.removed.length;
  const two = await collectLog(ports, { store: second, other: first }, map, { ageMs: DAY_MS });
  return one.removed.length + two.removed.length;
}

/** Reads every object of it in both locations, with hashes, and repairs what one has whole and the other has not. */
export async function scrub(parts: CareParts, map: string): Promise<Tally> {
  const wrong = await findings(parts, map);
  const unreadable = wrong.filter((each) => each.includes(' location, unreadable: '));
  if (unreadable.length > 0) return troubled(map, unreadable.join('; '));
  const { lost, repaired } = await heal(parts, map);
  const left = [...(wrong.length > 0 ? await findings(parts, map) : []), ...lost.map((key) => `whole nowhere: ${key}`)];
  return left.length === 0 ? { ...NO_TALLY, documents: 1, repaired } : { ...troubled(map, left.join('; ')), repaired };
}

/** Each location alone: what they are to each other is seen by their heads, and takes no hashing of all changes at once. */
async function findings({ ports, first, second }: CareParts, map: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, store] of [
    ['first', first],
    ['second', second],
  ] as const) {
    if (store === null) continue;
    for (const { kind, detail } of await verifyLog(ports, { first: store, second: null }, map)) {
      if (kind !== 'orphan') found.push(`${name} location, ${kind}: ${detail}`);
    }
  }
  return found;
}

async function heal(
  { ports, first, second }: CareParts,
  map: string,
): Promise<{ readonly lost: readonly string[]; readonly repaired: number }> {
  if (second === null) {
    const { lost } = await repairLog(ports, first, NOWHERE, map);
    return { lost: lost.map(({ key }) => key), repaired: 0 };
  }
  const { broughtBack, lost, sent } = await reconcileLog({ ports, first, second }, map);
  return { lost, repaired: broughtBack.length + sent };
}

/** What one document's care came to that failed. */
export function failed(map: string, failure: unknown): Tally {
  return troubled(map, inSentences(failure));
}

function troubled(map: string, what: string): Tally {
  return { ...NO_TALLY, documents: 1, found: 1, troubles: [{ map, what: what.slice(0, 500) }] };
}
