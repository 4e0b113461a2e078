import { utf8Encode } from '@bough/base';
import { type BlobStore, logNames, type LogPorts } from '@bough/bloblog';
import type { PartHead } from '@bough/service';
import { eachDocument } from '../commands/each-document.ts';
import { backUpDocument } from './back-up-document.ts';
import { claimPlace } from './claim-place.ts';
import { keysBelow } from './keys-below.ts';
import { DOCUMENTS, SECRETS } from './layout.ts';
import {
  type BackedUpDocument,
  backupId,
  type Manifest,
  manifestFacts,
  newestManifest,
  putManifest,
  readManifest,
  type Unread,
} from './manifest.ts';
import { type KeptPart, keepParts } from './part-objects.ts';
import { purgedMarks } from './purged-marks.ts';

/** A backup's place that is open. */
export interface BackupPlace {
  /** What stands there, unsealed. */
  readonly store: BlobStore;
  /** The same, as it stands there. */
  readonly raw: BlobStore;
  close(): void;
}

/** What a backup is made of. */
export interface BackUpParts {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  /** It helps out where the first location has a document no more, or not whole. */
  readonly second: BlobStore | null;
  readonly place: Omit<BackupPlace, 'close'>;
  readonly say: (line: string) => void;
}
/** What services tell of themselves. */
export interface Told {
  /** The parts of services, one after the other. */
  readonly lines: AsyncIterable<string>;
  readonly own: Pick<PartHead, 'settings' | 'secrets'>;
}

/** What a pass over all documents came to. */
interface Pass {
  readonly documents: BackedUpDocument[];
  readonly unread: Unread[];
  readonly counts: { copied: number; same: number; objects: number };
}

/**
 * Makes one backup while people write: what services tell first, then every document as it is in one moment, then the manifest. A
 * document that lists name is made before it is named, and so is in the documents, which are read later: or it was removed forever in
 * between, and is among the purged. Each that cannot be read is told, stays as an earlier backup has it, and ends nothing.
 */
export async function backUp(parts: BackUpParts, told: Told): Promise<Manifest> {
  const { ports, place } = parts;
  const claim = await claimPlace(ports, place.store);
  try {
    const before = await newestManifest(ports, place.store);
    // Names are in the order of time, whatever a clock says that was set back.
    const begunAt = Math.max(Math.floor(ports.clock.now()), (before?.begunAt ?? 0) + 1);
    const id = backupId(begunAt, ports.ids.short());
    const kept = await keepParts(ports, place.store, told.lines);
    const named = new Set(kept.flatMap(({ part }) => part.end.maps));
    const pass = await passOver(parts, before);
    const purged = await purgedOf(parts, before, named, pass);
    const hasSecrets = await keepSecrets(place.raw, id, told.own, kept);
    const manifest: Manifest = {
      ...manifestFacts(),
      id,
      begunAt,
      endedAt: Math.floor(ports.clock.now()),
      documents: pass.documents.toSorted((a, b) => (a.map < b.map ? -1 : 1)),
      unread: pass.unread,
      purged,
      parts: kept.map(({ part }) => part),
      settings: told.own.settings,
      hasSecrets,
    };
    await claim.mustHold();
    await putManifest(ports, place.store, manifest);
    await readManifest(ports, place.store, id);
    sayWhat(parts.say, manifest, pass);
    return manifest;
  } finally {
    await claim.release();
  }
}

async function passOver(parts: BackUpParts, before: Manifest | null): Promise<Pass> {
  const { ports, first, second, place } = parts;
  const has = new Set(await keysBelow(place.store, DOCUMENTS));
  const known = new Map(before?.documents.map((each) => [each.map, each]));
  const sources = second === null ? [first] : [first, second];
  const pass: Pass = { documents: [], unread: [], counts: { copied: 0, same: 0, objects: 0 } };
  const unread = (map: string, why: string): void => keepEarlier(pass, before, map, why);
  await eachDocument(everyLog(parts), unread, async (map) => {
    const copied = await backUpDocument({ ports, sources, place: place.store, has }, map, known.get(map) ?? null);
    if (copied.kind === 'purged' || copied.kind === 'absent') return;
    pass.documents.push(copied.document);
    pass.counts[copied.kind]++;
    pass.counts.objects += copied.objects;
  });
  return pass;
}

/** Of both locations, each document once; what was removed forever from the first is a rest in the second. */
async function* everyLog({ first, second }: BackUpParts): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const map of logNames(first)) {
    seen.add(map);
    yield map;
  }
  if (second === null) return;
  const gone = new Set(await purgedMarks(first));
  for await (const map of logNames(second)) if (!seen.has(map) && !gone.has(map)) yield map;
}

/** What cannot be read now stays as the backup before has it. */
function keepEarlier(pass: Pass, before: Manifest | null, map: string, why: string): void {
  pass.unread.push({ map, why });
  const earlier = before?.documents.find((each) => each.map === map);
  if (before !== null && earlier !== undefined) pass.documents.push({ ...earlier, from: earlier.from ?? before.id });
}

/** What was removed forever; what lists name and no location has, though nobody removed it, is lost, and told as unread. */
async function purgedOf(
  { first }: BackUpParts,
  before: Manifest | null,
  named: ReadonlySet<string>,
  pass: Pass,
): Promise<readonly string[]> {
  const marks = await purgedMarks(first);
  const isMarked = new Set(marks);
  const there = new Set(pass.documents.map(({ map }) => map));
  for (const map of named) {
    if (there.has(map) || isMarked.has(map) || pass.unread.some((each) => each.map === map)) continue;
    keepEarlier(pass, before, map, `${map}: lists name it, and no location has it.`);
  }
  const now = new Set(pass.documents.map(({ map }) => map));
  return [...new Set([...marks, ...(before?.purged ?? [])])].filter((map) => !now.has(map)).toSorted();
}

/** Kept as they are: the key of all else is among them. Answers whether there are any. */
async function keepSecrets(raw: BlobStore, id: string, own: Told['own'], kept: readonly KeptPart[]): Promise<boolean> {
  const boxes = [own.secrets, ...kept.map(({ secrets }) => secrets)].filter((each) => each !== null);
  if (boxes.length === 0) return false;
  await raw.put(SECRETS + id, utf8Encode(JSON.stringify(boxes)));
  return true;
}

function sayWhat(say: (line: string) => void, manifest: Manifest, { unread, counts }: Pass): void {
  for (const { why } of unread) say(why);
  for (const { map, from } of manifest.documents)
    if (from !== null) say(`${map} is kept as the backup ${from} has it.`);
  const people = manifest.parts.reduce((sum, { end }) => sum + end.people.length, 0);
  const { copied, same, objects } = counts;
  say(
    `backup ${manifest.id}: ${copied + same} documents (${same} as before), ${people} people, ${objects} objects written and read back, ${unread.length} documents could not be read`,
  );
}
