import { utf8Encode } from '@bough/base';
import { type BlobStore, logNames, type LogPorts } from '@bough/bloblog';
import type { PartHead } from '@bough/service';
import { eachDocument } from '../../commands/each-document.ts';
import { backUpDocument, findWrong } from './back-up-document.ts';
import { claimPlace } from '../place/claim-place.ts';
import { keysBelow } from '../place/keys-below.ts';
import { DOCUMENTS, SECRETS } from '../place/layout.ts';
import { mustFollow, type There } from './less-than-before.ts';
import {
  type BackedUpDocument,
  backupId,
  beganAt,
  type DamagedBackup,
  type Manifest,
  manifestFacts,
  newestReadable,
  putManifest,
  readManifest,
  type Unread,
} from '../place/manifest.ts';
import { type KeptPart, keepParts } from '../place/part-objects.ts';
import { purgedMarks } from '../place/purged-marks.ts';
import { dueToRead, keepReadBack, loadReadBack, momentOfReading } from './read-back.ts';

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
  /** Whether everything is read back, and not a share of what is as before. */
  readonly readsAll?: boolean;
  /** Whether it is meant that much of what the backup before has is gone, or that it is another Bough's. */
  readonly evenSo?: boolean;
}

/** What services tell of themselves. */
export interface Told {
  /** The parts of services, one after the other. */
  readonly lines: AsyncIterable<string>;
  readonly own: Pick<PartHead, 'settings' | 'secrets'>;
}

/** A backup that was made. */
export interface BackedUp {
  readonly manifest: Manifest;
  /** Backups before it that cannot be read. */
  readonly damaged: readonly DamagedBackup[];
}

/** What a pass over all documents came to. */
interface Pass {
  readonly documents: BackedUpDocument[];
  readonly unread: Unread[];
  readonly counts: { copied: number; same: number; objects: number; read: number };
}

/**
 * Makes one backup while people write: what services tell first, then every document as it is in one moment, then the manifest. A
 * document that lists name is made before it is named, and so is in the documents, which are read later: or it was removed forever in
 * between, and is among the purged. Each that cannot be read is told, stays as an earlier backup has it, and ends nothing; nor does a
 * damaged backup, which is told: the newest that can be read is the one before. Throws, and keeps no backup, where this is another Bough
 * than that one is of, or most of it is gone, unless that is meant.
 */
export async function backUp(parts: BackUpParts, told: Told): Promise<BackedUp> {
  const { ports, place } = parts;
  const claim = await claimPlace(ports, place.store);
  try {
    const { newest: before, damaged } = await newestReadable(ports, place.store);
    // Names are in the order in which backups were made, also within a millisecond, after the clock was set back, and after damaged ones.
    const lastAt = Math.max(before?.begunAt ?? 0, ...damaged.map(({ id }) => beganAt(id) ?? 0));
    const begunAt = Math.max(Math.floor(ports.clock.now()), lastAt + 1);
    const id = backupId(begunAt, ports.ids.short());
    const kept = await keepParts(ports, place.store, told.lines);
    const named = new Set(kept.flatMap(({ part }) => part.end.maps));
    if (before !== null && parts.evenSo !== true) mustFollow(before, await thereNow(parts, kept));
    const pass = await passOver(parts, before);
    const purged = await purgedOf(parts, before, named, pass);
    const unread = await withCopiesRead(parts, pass);
    const hasSecrets = await keepSecrets(place.raw, id, told.own, kept);
    const manifest: Manifest = {
      ...manifestFacts(),
      id,
      begunAt,
      endedAt: Math.floor(ports.clock.now()),
      documents: pass.documents.toSorted((a, b) => (a.map < b.map ? -1 : 1)),
      unread,
      purged,
      parts: kept.map(({ part }) => part),
      settings: told.own.settings,
      hasSecrets,
    };
    await claim.mustHold();
    await putManifest(ports, place.store, manifest);
    await readManifest(ports, place.store, id);
    sayWhat(parts.say, manifest, pass.counts);
    for (const { why } of damaged) parts.say(why);
    if (damaged.length > 0) parts.say('This backup does without them. --keep forgets them when they are old enough.');
    return { manifest, damaged };
  } finally {
    await claim.release();
  }
}

async function thereNow(parts: BackUpParts, kept: readonly KeptPart[]): Promise<There> {
  const maps = new Set<string>();
  for await (const map of everyLog(parts)) maps.add(map);
  return { maps, purged: new Set(await purgedMarks(parts.first)), parts: kept.map(({ part }) => part) };
}

async function passOver(parts: BackUpParts, before: Manifest | null): Promise<Pass> {
  const { ports, first, second, place } = parts;
  const has = new Set(await keysBelow(place.store, DOCUMENTS));
  const known = new Map(before?.documents.map((each) => [each.map, each]));
  const sources = second === null ? [first] : [first, second];
  const pass: Pass = { documents: [], unread: [], counts: { copied: 0, same: 0, objects: 0, read: 0 } };
  const earlier = await loadReadBack(ports, place.store);
  const due = parts.readsAll === true ? null : dueToRead([...known.keys()], earlier, ports.clock.now());
  const isDue = (map: string): boolean => due?.has(map) ?? true;
  const now = momentOfReading(earlier, ports.clock.now());
  const readAt = new Map<string, number>();
  const unread = (map: string, why: string): void => keepEarlier(pass, before, map, why);
  await eachDocument(everyLog(parts), unread, async (map) => {
    const copying = { ports, sources, place: place.store, has, isDue };
    const copied = await backUpDocument(copying, map, known.get(map) ?? null);
    if (copied.kind === 'purged' || copied.kind === 'absent') return;
    if (copied.mended !== null) parts.say(`${map}: was damaged in this place, and is written anew: ${copied.mended}.`);
    const at = copied.isRead ? now : earlier.documents.get(map);
    if (at !== undefined) readAt.set(map, at);
    if (copied.isRead) pass.counts.read++;
    pass.documents.push(copied.document);
    pass.counts[copied.kind]++;
    pass.counts.objects += copied.objects;
  });
  await keepReadBack(ports, place.store, { at: Math.floor(ports.clock.now()), documents: readAt });
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

/**
 * What was removed forever. What lists name, or the backup before has, and no location has, though nobody removed it, is lost: it is told
 * as unread. What the backup before has is let go where that is meant.
 */
async function purgedOf(
  { first, evenSo }: BackUpParts,
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
  const known = new Set([
    ...(before?.purged ?? []),
    ...marks,
    ...[...pass.documents, ...pass.unread].map(({ map }) => map),
  ]);
  for (const { map } of evenSo === true ? [] : (before?.documents ?? [])) {
    if (known.has(map)) continue;
    keepEarlier(pass, before, map, `${map}: the backup before has it, nobody removed it, and no location has it.`);
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

/** Where the backup's copy is the only one, it is read each time: what is wrong with it too is told. */
async function withCopiesRead({ ports, place }: BackUpParts, pass: Pass): Promise<readonly Unread[]> {
  const unread: Unread[] = [];
  for (const { map, why } of pass.unread) {
    const kept = pass.documents.find((each) => each.map === map);
    const wrong = kept === undefined ? null : await findWrong({ ports, place: place.store }, kept);
    const more = ` The copy in this place is damaged, too: ${wrong}. An older backup may have it whole.`;
    unread.push({ map, why: wrong === null ? why : why + more });
  }
  return unread;
}

function sayWhat(say: (line: string) => void, manifest: Manifest, counts: Pass['counts']): void {
  const { unread } = manifest;
  for (const { why } of unread) say(why);
  for (const { map, from } of manifest.documents)
    if (from !== null) say(`${map} is kept as the backup ${from} has it.`);
  const people = manifest.parts.reduce((sum, { end }) => sum + end.people.length, 0);
  const { copied, same, objects, read } = counts;
  say(
    `backup ${manifest.id}: ${copied + same} documents (${same} as before), ${people} people, ${objects} objects written, ${read} documents read back, ${unread.length} documents could not be read`,
  );
}
