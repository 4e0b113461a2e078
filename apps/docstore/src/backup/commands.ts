import { type BlobStore, isStoreFull, type LogPorts } from '@bough/bloblog';
import { type Command, type PartHead, partName } from '@bough/service';
import { type NotedRun, runNoted } from '../command-notes/command-notes.ts';
import type { Location } from '../locations/locations.ts';
import { backUp, type BackupPlace } from './write/back-up.ts';
import { backupView } from './backup-view.ts';
import { checkBackup } from './mend/check-backup.ts';
import {
  backupIds,
  type DamagedBackup,
  type Manifest,
  newestReadable,
  readManifest,
  strayFiles,
  tryManifest,
} from './place/manifest.ts';
import { MANIFESTS } from './place/layout.ts';
import type { PlaceUse } from './place/open-place.ts';
import { partLines } from './place/part-objects.ts';
import { fatesOf, mendingsOf, restoreDocuments } from './mend/restore-documents.ts';
import { type Gone, thinOut, whatGoes } from './write/thin-out.ts';
import { argumentsOf, type Given } from './words.ts';

// Docstore's part in backing up and restoring. `npm run bough -- backup` and `restore` are made of these and of what the other services
// have to tell (infra/launch/backup.mjs), which come and go through pipes: no record of a person stands in a file on the way.

/** What a command works with; each is opened when it is asked for, and closed when the command ends. */
export interface BackupCommandParts {
  readonly ports: LogPorts;
  readonly place: (target: string, how: PlaceUse) => Promise<BackupPlace>;
  /** Of a machine that is to be restored nothing is there before its secrets are. `look`: to be read, and nothing is made there. */
  readonly locations: (
    how: 'write' | 'look',
  ) => Promise<{ readonly first: Location; readonly second: Location | null }>;
  /** What a backup is made of: where the first location cannot be used, which it says, the second alone. */
  readonly sources: () => Promise<Sources>;
  readonly secrets: (target: string, id: string | null) => Promise<ReadonlyMap<string, string>>;
  /** What docstore has to tell of itself; with its secrets where they are wanted. */
  readonly own: (withSecrets: boolean) => Pick<PartHead, 'settings' | 'secrets'>;
  readonly lines: () => AsyncIterable<string>;
  readonly write: (line: string) => Promise<void>;
  readonly say: (line: string) => void;
}

/** The locations that a backup is made of. */
export interface Sources {
  readonly first: Location;
  readonly second: Location | null;
  /** Whether these are all that there are. */
  readonly isAll: boolean;
}

type Run = (parts: BackupCommandParts, given: Given) => Promise<number>;

/** All commands; those that take no TARGET first are asked by other commands alone. */
export const backupCommands: readonly Command<BackupCommandParts>[] = [
  command(
    'backup',
    '[--with-secrets] [--keep N] [--check] [--even-so]',
    'Makes a backup of everything, beside a running Bough.',
    runBackup,
  ),
  command(
    'forget-backups',
    '--keep N [--yes] [--even-so]',
    'Forgets all backups but the newest; makes room in a full place.',
    runForget,
  ),
  command('backups', '', 'Lists the backups that are there, oldest first.', runList),
  command('check-backup', '[--backup ID]', 'Reads everything that a backup names, and says what is wrong.', runCheck),
  command('repair-from', '[--backup ID] [--lose-newer]', 'Mends documents that are there and damaged.', runRepair),
  command('restore-facts', '[--backup ID] [--map ID]', 'What a restore begins with, as JSON.', runFacts),
  command('restore-secrets', '[--backup ID]', 'The secrets of a backup, as JSON: for a pipe.', runSecrets),
  command('restore-part', '--backup ID --part NAME', 'A part of a service, as it told it: for a pipe.', runPart),
  command(
    'restore-documents',
    '--backup ID [--plan] [--with-purged] [--lose-newer]',
    'Brings documents back.',
    runDocuments,
  ),
];

function command(name: string, takes: string, does: string, run: Run): Command<BackupCommandParts> {
  const run_ = async (parts: BackupCommandParts, words: readonly string[]): Promise<number> => {
    const given = argumentsOf(words);
    if (given.ok) return await run(parts, given.value);
    parts.say(given.error);
    parts.say(`npm run bough -- ${name} FOLDER|s3://BUCKET/FOLDER ${takes}`.trimEnd());
    return 2;
  };
  return { name, takes: `FOLDER|s3://BUCKET/FOLDER ${takes}`.trimEnd(), does, run: run_ };
}

/** Opens the place, and names what stands there and is no backup: once, however many processes a command takes. */
async function openTold({ place, say }: BackupCommandParts, target: string, how: PlaceUse): Promise<BackupPlace> {
  const opened = await place(target, how);
  for (const name of await strayFiles(opened.store))
    say(`${MANIFESTS}${name} is no backup: a stray file, which stays as it is.`);
  return opened;
}

async function runBackup(parts: BackupCommandParts, given: Given): Promise<number> {
  try {
    return await makeBackup(parts, given);
  } catch (failure) {
    // Nothing is written anywhere else.
    if (isStoreFull(failure))
      parts.say(
        `The place of the backups is full: npm run bough -- forget-backups ${given.target} --keep N makes room.`,
      );
    throw failure;
  }
}

async function makeBackup(parts: BackupCommandParts, given: Given): Promise<number> {
  const { ports, say } = parts;
  // Where nothing is to be backed up no place is begun.
  const { first, second, isAll } = await parts.sources();
  const place = await openTold(parts, given.target, 'new');
  const stores = { first: first.store, second: second?.store ?? null };
  const told = { lines: parts.lines(), own: parts.own(given.withSecrets) };
  const { readsAll, evenSo } = given;
  const { manifest, damaged } = await backUp({ ports, ...stores, place, say, readsAll, evenSo }, told);
  const isWhole = manifest.unread.length === 0 && isAll;
  if (given.keep !== null && !isWhole && !evenSo)
    say('No older backup is forgotten, since this one is not whole. Where that is meant: --even-so.');
  else if (given.keep !== null) {
    const gone = await thinOut({ ports, place, keep: given.keep });
    sayGone(say, gone, damaged);
  }
  return isWhole && damaged.length === 0 ? 0 : 1;
}

function sayGone(
  say: BackupCommandParts['say'],
  { backups, objects, damaged }: Gone,
  told: readonly DamagedBackup[] = [],
): void {
  say(`${backups} older backups forgotten, and ${objects} objects that only they named`);
  sayDamaged(say, damaged, told);
}

/** Says what is damaged of what stays, unless that was told, and what that means. */
function sayDamaged(
  say: BackupCommandParts['say'],
  damaged: readonly DamagedBackup[],
  told: readonly DamagedBackup[] = [],
): void {
  for (const { id, why } of damaged) if (!told.some((each) => each.id === id)) say(why);
  if (damaged.length > 0)
    say(
      'No object is forgotten before every damaged backup is older than all that stay, or its file is deleted by hand.',
    );
}

/** For a place that is full, too: nothing is written there before something is gone. */
async function runForget(parts: BackupCommandParts, given: Given): Promise<number> {
  const { ports, say } = parts;
  const { keep, target } = given;
  if (keep === null) throw new Error('Say how many backups stay: --keep N.');
  const place = await openTold(parts, target, given.isMeant ? 'thinned' : 'there');
  const { newest, damaged: newer } = await newestReadable(ports, place.store);
  if (newest === null && newer.length === 0) throw new Error(`There is no backup in ${target}.`);
  const missed = given.evenSo ? [] : (newest?.unread ?? []);
  const sayMissed = (): void => {
    for (const { map } of missed)
      say(`${map} could not be read when the newest backup was made; an older backup may have it.`);
  };
  if (!given.isMeant) {
    const { backups, objects, damaged } = await whatGoes({ ports, place, keep });
    for (const id of backups.toReversed()) say(`${id}  would be forgotten`);
    sayDamaged(say, damaged);
    say(`${backups.length} backups would be forgotten, and ${objects.length} objects that only they name.`);
    sayMissed();
    say(`Nothing has been done yet: with --yes${missed.length === 0 ? '' : ' --even-so'} it is.`);
    return 0;
  }
  if (missed.length > 0) {
    sayMissed();
    say('No backup is forgotten. Where that is meant: --even-so.');
    return 1;
  }
  const gone = await thinOut({ ports, place, keep });
  sayGone(say, gone);
  return gone.damaged.length === 0 ? 0 : 1;
}

async function runList(parts: BackupCommandParts, { target }: Given): Promise<number> {
  const { store } = await openTold(parts, target, 'there');
  let bad = 0;
  for (const id of await backupIds(store)) {
    try {
      const { documents, unread, parts: told, hasSecrets, bough } = await readManifest(parts.ports, store, id);
      const people = told.reduce((sum, { end }) => sum + end.people.length, 0);
      const facts = [`${documents.length} documents`, `${people} people`, `Bough ${bough}`];
      if (unread.length > 0) facts.push(`${unread.length} could not be read`);
      if (hasSecrets) facts.push('with secrets');
      parts.say(`${id}  ${facts.join(', ')}`);
    } catch (failure) {
      bad++;
      parts.say(`${id}  ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  }
  return bad === 0 ? 0 : 1;
}

async function runCheck(parts: BackupCommandParts, given: Given): Promise<number> {
  const { store } = await openTold(parts, given.target, 'there');
  const { newest, damaged } = await newestReadable(parts.ports, store);
  const manifest = given.backup === null ? newest : await readManifest(parts.ports, store, given.backup);
  const others = given.backup === null ? damaged : [];
  for (const { why } of others) parts.say(why);
  if (manifest === null) throw new Error('There is no whole backup.');
  const wrong = others.length + (await checkBackup({ ports: parts.ports, place: store }, manifest, parts.say));
  parts.say(`backup ${manifest.id}: ${manifest.documents.length} documents read, ${wrong} findings`);
  return wrong === 0 ? 0 : 1;
}

/** What was removed, and who left, since the backup was made: told by the newest backup of the same place. */
async function runFacts(parts: BackupCommandParts, given: Given): Promise<number> {
  const { store } = await openTold(parts, given.target, 'there');
  const manifest = await chosen(parts, store, given.backup);
  if (given.map !== null) await mustHaveMap(parts, store, manifest, given.map);
  const newest = await newestBeside(parts, store, manifest, parts.say);
  const people = manifest.parts.flatMap(({ end }) => end.people);
  const still = new Set(newest.parts.flatMap(({ end }) => end.people));
  const { id, bough, hasSecrets, unread } = manifest;
  const facts = {
    ...{ id, bough, hasSecrets, unread, purged: purgedSince(manifest, newest) },
    ...{ at: manifest.begunAt, documents: manifest.documents.length, people: people.length },
    left: newest.parts.length === 0 ? [] : people.filter((each) => !still.has(each)),
    parts: manifest.parts.map(({ end }) => end.end),
    settings: [...manifest.settings, ...manifest.parts.flatMap(({ settings }) => settings)],
  };
  await parts.write(JSON.stringify(facts));
  return 0;
}

/** Throws where the backup does not have the map, with the newest that has it. */
async function mustHaveMap(
  parts: BackupCommandParts,
  store: BlobStore,
  manifest: Manifest,
  map: string,
): Promise<void> {
  const hasIt = (each: Manifest): boolean => each.documents.some((document) => document.map === map);
  if (hasIt(manifest)) return;
  for (const id of (await backupIds(store)).toReversed()) {
    const other = await tryManifest(parts.ports, store, id);
    if ('why' in other || !hasIt(other)) continue;
    throw new Error(`The backup ${manifest.id} does not have the map ${map}. The newest that has it: --backup ${id}`);
  }
  throw new Error(`No backup here has the map ${map}.`);
}

async function runSecrets(parts: BackupCommandParts, given: Given): Promise<number> {
  await parts.write(JSON.stringify([...(await parts.secrets(given.target, given.backup))]));
  return 0;
}

async function runPart(parts: BackupCommandParts, given: Given): Promise<number> {
  const { store } = await parts.place(given.target, 'there');
  const name = partName(given.part);
  const part = (await chosen(parts, store, given.backup)).parts.find(({ end }) => name.ok && end.end === name.value);
  if (part === undefined) throw new Error(`The backup has no part of ${JSON.stringify(given.part)}.`);
  for await (const line of partLines(parts.ports, store, part)) await parts.write(line);
  return 0;
}

/**
 * Its input is one line of JSON: the maps that are wanted, or null for all. Its last line says, as JSON, what would become of them, or which
 * of them are there now.
 */
async function runDocuments(parts: BackupCommandParts, given: Given): Promise<number> {
  const { ports, say } = parts;
  const place = await parts.place(given.target, 'there');
  const manifest = await chosen(parts, place.store, given.backup);
  const newest = await newestBeside(parts, place.store, manifest);
  const { first, second } = await parts.locations(given.isPlan ? 'look' : 'write');
  const stores = { first: first.store, second: second?.store ?? null };
  const has = new Set(manifest.documents.map(({ map }) => map));
  const wanted = await wantedMaps(parts.lines());
  const maps = wanted === null ? [...has] : wanted.filter((map) => has.has(map));
  const purged = new Set(purgedSince(manifest, newest));
  const fates = await fatesOf(stores, maps, { purged, withPurged: given.withPurged });
  const all = (fate: string): string[] => maps.filter((map) => fates.get(map) === fate);
  const restoring = { ports, from: backupView(place.store, manifest), ...stores, say };
  if (given.isPlan) {
    const damaged = await mendingsOf(restoring, all('there'));
    const isDamaged = new Set(damaged.map(({ map }) => map));
    const there = all('there').filter((map) => !isDamaged.has(map));
    const plan = { missing: all('missing'), there, damaged, purged: all('purged'), inSecond: all('in second') };
    await parts.write(JSON.stringify(plan));
    return 0;
  }
  const meant = [...all('missing'), ...all('there')];
  return await runNoted(notedBy(parts, first), { command: wordsOf('restore', given), maps: [] }, async (changed) => {
    const back = await restoreDocuments(restoring, meant, given.losesNewer);
    for (const map of back) changed(map);
    await parts.write(JSON.stringify({ back }));
    return back.length === meant.length ? 0 : 1;
  });
}

/** Nothing is brought back that is not there: that is for `restore`. */
async function runRepair(parts: BackupCommandParts, given: Given): Promise<number> {
  const { ports, say } = parts;
  const place = await openTold(parts, given.target, 'there');
  const manifest = await chosen(parts, place.store, given.backup);
  const { first, second } = await parts.locations('write');
  const stores = { first: first.store, second: second?.store ?? null };
  const maps = manifest.documents.map(({ map }) => map);
  const fates = await fatesOf(stores, maps, { purged: new Set(), withPurged: true });
  const there = maps.filter((map) => fates.get(map) === 'there');
  const restoring = { ports, from: backupView(place.store, manifest), ...stores, say };
  const damaged = await mendingsOf(restoring, there);
  for (const { map, says, isHopeless } of damaged) if (isHopeless) say(`${map}: ${says}`);
  const meant = damaged.flatMap(({ map, isHopeless }) => (isHopeless ? [] : [map]));
  return await runNoted(
    notedBy(parts, first),
    { command: wordsOf('repair --from', given), maps: [] },
    async (changed) => {
      const back = await restoreDocuments(restoring, meant, given.losesNewer);
      for (const map of back) changed(map);
      say(
        `${there.length} documents read, ${damaged.length} damaged, ${back.length} mended from the backup ${manifest.id}`,
      );
      return back.length === damaged.length ? 0 : 1;
    },
  );
}

/** What changes documents is noted for the audit log. */
function notedBy({ ports, say }: BackupCommandParts, first: Location): NotedRun {
  return { ports, stores: [first.store], say };
}

/** The command as it was given, without its place and ids. */
function wordsOf(name: string, { withPurged, losesNewer }: Given): string {
  return [name, ...(withPurged ? ['--with-purged'] : []), ...(losesNewer ? ['--lose-newer'] : [])].join(' ');
}

/** What the newest backup knows as removed, or knows no more. */
function purgedSince(manifest: Manifest, newest: Manifest): readonly string[] {
  const known = new Set([...newest.documents, ...newest.unread].map(({ map }) => map));
  const gone = newest === manifest ? [] : manifest.documents.map(({ map }) => map).filter((map) => !known.has(map));
  return [...new Set([...newest.purged, ...gone])];
}

/** Without a name it is the newest; where that is damaged, a person decides for an older one. */
async function chosen(parts: BackupCommandParts, store: BlobStore, id: string | null): Promise<Manifest> {
  if (id !== null) return await readManifest(parts.ports, store, id);
  const { newest, damaged } = await newestReadable(parts.ports, store);
  const [first] = damaged;
  if (first !== undefined) {
    const older = newest === null ? 'No older one can be read.' : `The newest that can be read: --backup ${newest.id}`;
    throw new Error(`${first.why} ${older}`);
  }
  if (newest === null) throw new Error('There is no whole backup.');
  return newest;
}

/** The newest backup that can be read, which knows what was removed since; `say` is told which newer ones might know more. */
async function newestBeside(
  { ports }: BackupCommandParts,
  store: BlobStore,
  manifest: Manifest,
  say: (line: string) => void = () => undefined,
): Promise<Manifest> {
  const { newest, damaged } = await newestReadable(ports, store);
  for (const { why } of damaged) say(`${why} What was removed forever since then may not be known.`);
  return newest === null || newest.id === manifest.id ? manifest : newest;
}

async function wantedMaps(lines: AsyncIterable<string>): Promise<readonly string[] | null> {
  for await (const line of lines) {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null;
  }
  return null;
}
