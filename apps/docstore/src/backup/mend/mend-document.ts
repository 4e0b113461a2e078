import { Failure } from '@bough/base';
import {
  keysApart,
  type BlobStore,
  type GoingBack,
  goingBack,
  type Head,
  LogFailure,
  type LogPorts,
  logPrefix,
  objectsOf,
  readHead,
  repairObjects,
} from '@bough/bloblog';
import type { Change } from '@bough/map';
import { changeCodec } from '../../changes/change-codec.ts';
import { lossOf } from '../../commands/two-locations.ts';
import { keysBelow } from '../place/keys-below.ts';

// A document that is there, but damaged. While its head can be read, what is damaged is written anew from the second location or the
// backup, and no change is lost. Where that is not enough, the document goes back to what one of these has whole, under a new lineage: then
// what is newer here is told before, and lost only when that was asked for.

/** Where a document is mended, and what with. */
export interface MendParts {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  readonly second: BlobStore | null;
  /** A backup as a location has its documents. */
  readonly from: BlobStore;
}

/** What is wrong with a document, and what would be done about it. */
export interface Mending {
  /** In one sentence. */
  readonly says: string;
  /** What is newer here and would be lost, in sentences; null: nothing is known to be. */
  readonly loses: string | null;
  /** Does it; answers in a sentence what was done. Throws a conflict when the document was written to since. */
  readonly mend: () => Promise<string>;
}

const LOOKS = 5;

/** Reads every object of a document where it stands: null when all is whole. Throws when it is whole nowhere. */
export async function mendingOf(parts: MendParts, map: string): Promise<Mending | null> {
  for (let look = 1; ; look++) {
    const head = await tryHead(parts, map);
    if (head instanceof LogFailure) return await backMending(parts, map, 'its head cannot be read');
    if (head === null) return null;
    const damaged = await notWhole(parts.first, await keysOf(parts.first, head));
    const [one] = damaged;
    if (one === undefined) return null;
    const now = await tryHead(parts, map);
    const isMoving = now !== null && !(now instanceof LogFailure) && now.writeId !== head.writeId;
    if (isMoving && look < LOOKS) continue;
    const wrong = `${damaged.length} of its objects are damaged or missing (${one})`;
    const named = new Set(objectsOf(head));
    const helped = await wholeSomewhere(parts, damaged);
    if (damaged.some((key) => named.has(key) && !helped.has(key))) return await backMending(parts, map, wrong);
    return objectMending(parts, damaged, { wrong, lost: damaged.filter((key) => !helped.has(key)) });
  }
}

/** Everything that a head names, and what stands apart from it. */
async function keysOf(store: BlobStore, head: Head): Promise<readonly string[]> {
  return [...objectsOf(head), ...(await keysApart([store], head.log))];
}

/** The damaged objects are written anew; every change stays. */
function objectMending(
  parts: MendParts,
  damaged: readonly string[],
  { wrong, lost }: { readonly wrong: string; readonly lost: readonly string[] },
): Mending {
  const but =
    lost.length === 0 ? '' : ` ${lost.length} images or names of versions are whole nowhere: ${lost.join(' ')}`;
  return {
    says: `${wrong}: they are written anew, and every change stays.${but}`,
    loses: null,
    mend: async () => {
      let repaired = 0;
      for (const source of sourcesOf(parts))
        repaired += (await repairObjects(parts.first, source, damaged)).repaired.length;
      return `${repaired} damaged objects were written anew, and every change is there.${but}`;
    },
  };
}

/** The document becomes what the second location or the backup has whole of it. */
async function backMending(parts: MendParts, map: string, wrong: string): Promise<Mending> {
  const plan = await firstWhole(parts, map);
  const { kept, last, settle } = plan;
  const isLast = last !== null && last <= kept;
  const after = isLast
    ? ''
    : ' What came after is lost here; browsers that still have such changes of their own send them again.';
  return {
    says: `${wrong}: it goes back to change ${kept}${isLast ? ', its last' : ''}.`,
    loses: await lossBy(parts.first, map, plan),
    mend: async () => {
      await settle();
      return `it is as of change ${kept} now.${after}`;
    },
  };
}

async function firstWhole(parts: MendParts, map: string): Promise<GoingBack<Change>> {
  const { ports, first: store } = parts;
  let trouble: Failure | null = null;
  for (const source of sourcesOf(parts)) {
    try {
      return await goingBack({ ports, store, source, codec: changeCodec }, map);
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.kind !== 'corrupt') throw failure;
      trouble = failure;
    }
  }
  throw trouble ?? new Error('a bug in Bough: a backup is a source');
}

/** The second location first: it is newer. */
function sourcesOf({ second, from }: MendParts): readonly BlobStore[] {
  return second === null ? [from] : [second, from];
}

async function lossBy(first: BlobStore, map: string, plan: GoingBack<Change>): Promise<string | null> {
  const { kept, last, lost, from } = plan;
  if (lost !== null) return lost.length === 0 ? null : lossOf(lost, from, 'this place').join(' ');
  if (last !== null) return last <= kept ? null : `LOST: what can still be read of the changes ${kept + 1} to ${last}.`;
  // The head is gone: what names of segments tell is all that is known.
  const prefix = `${logPrefix(map)}segments/`;
  const ends = (await keysBelow(first, prefix)).map((key) => Number(key.slice(prefix.length).split('-')[1]));
  const end = Math.max(0, ...ends.filter((each) => Number.isSafeInteger(each)));
  return end <= kept
    ? null
    : `LOST: the changes ${kept + 1} to ${end}, whose segments stand there, and what came after.`;
}

/** The head; null when there is none; what is damaged about it. What wants another key or version throws: no copy helps. */
async function tryHead({ ports, first }: MendParts, map: string): Promise<Head | LogFailure | null> {
  try {
    return (await readHead({ ports, store: first }, map))?.head ?? null;
  } catch (failure) {
    if (isDamage(failure)) return failure;
    throw failure;
  }
}

async function notWhole(store: BlobStore, keys: readonly string[]): Promise<readonly string[]> {
  const damaged: string[] = [];
  for (const key of keys) if (!(await isWhole(store, key))) damaged.push(key);
  return damaged;
}

async function wholeSomewhere(parts: MendParts, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const helped = new Set<string>();
  for (const source of sourcesOf(parts)) for (const key of keys) if (await isWhole(source, key)) helped.add(key);
  return helped;
}

async function isWhole(store: BlobStore, key: string): Promise<boolean> {
  try {
    return (await store.get(key)) !== null;
  } catch (failure) {
    if (isDamage(failure)) return false;
    throw failure;
  }
}

function isDamage(failure: unknown): failure is LogFailure {
  return failure instanceof LogFailure && (failure.code === 'bloblog/damaged' || failure.code === 'bloblog/missing');
}
