import { type BlobStore, type LogPorts } from '@bough/bloblog';
import { type Command, type PartHead, partName } from '@bough/service';
import type { Location } from '../locations.ts';
import { backUp, type BackupPlace } from './back-up.ts';
import { backupView } from './backup-view.ts';
import { checkBackup } from './check-backup.ts';
import { backupIds, type Manifest, newestManifest, readManifest } from './manifest.ts';
import { partLines } from './part-objects.ts';
import { fatesOf, restoreDocuments } from './restore-documents.ts';
import { thinOut } from './thin-out.ts';
import { argumentsOf, type Given } from './words.ts';

// Docstore's part in backing up and restoring. `npm run bough -- backup` and `restore` are made of these and of what the other services
// have to tell (infra/launch/backup.mjs), which come and go through pipes: no record of a person stands in a file on the way.

/** What a command works with; each is opened when it is asked for, and closed when the command ends. */
export interface BackupCommandParts {
  readonly ports: LogPorts;
  readonly place: (target: string, how: 'new' | 'there') => Promise<BackupPlace>;
  /** Of a machine that is to be restored nothing is there before its secrets are. */
  readonly locations: () => Promise<{ readonly first: Location; readonly second: Location | null }>;
  readonly secrets: (target: string, id: string | null) => Promise<ReadonlyMap<string, string>>;
  /** What docstore has to tell of itself; with its secrets where they are wanted. */
  readonly own: (withSecrets: boolean) => Pick<PartHead, 'settings' | 'secrets'>;
  readonly lines: () => AsyncIterable<string>;
  readonly write: (line: string) => Promise<void>;
  readonly say: (line: string) => void;
}

type Run = (parts: BackupCommandParts, given: Given) => Promise<number>;

/** All commands; those that take no TARGET first are asked by other commands alone. */
export const backupCommands: readonly Command<BackupCommandParts>[] = [
  command('backup', '[--with-secrets] [--keep N]', 'Makes a backup of everything, beside a running Bough.', runBackup),
  command('backups', '', 'Lists the backups that are there, oldest first.', runList),
  command('check-backup', '[--backup ID]', 'Reads everything that a backup names, and says what is wrong.', runCheck),
  command('restore-facts', '[--backup ID]', 'What a restore begins with, as JSON.', runFacts),
  command('restore-secrets', '[--backup ID]', 'The secrets of a backup, as JSON: for a pipe.', runSecrets),
  command('restore-part', '--backup ID --part NAME', 'A part of a service, as it told it: for a pipe.', runPart),
  command('restore-documents', '--backup ID [--plan] [--with-purged]', 'Brings documents back.', runDocuments),
];

function command(name: string, takes: string, does: string, run: Run): Command<BackupCommandParts> {
  const run_ = async (parts: BackupCommandParts, words: readonly string[]): Promise<number> => {
    const given = argumentsOf(words);
    if (given.ok) return await run(parts, given.value);
    parts.say(given.error);
    parts.say(`npm run bough -- ${name} FOLDER|s3://BUCKET/FOLDER ${takes}`.trimEnd());
    return 2;
  };
  return { name, takes: `FOLDER|s3://... ${takes}`.trimEnd(), does, run: run_ };
}

async function runBackup(parts: BackupCommandParts, given: Given): Promise<number> {
  const { ports, say } = parts;
  const { first, second } = await parts.locations();
  const place = await parts.place(given.target, 'new');
  const stores = { first: first.store, second: second?.store ?? null };
  const told = { lines: parts.lines(), own: parts.own(given.withSecrets) };
  const manifest = await backUp({ ports, ...stores, place, say }, told);
  if (given.keep !== null) {
    const { backups, objects } = await thinOut({ ports, place }, given.keep);
    say(`${backups} older backups forgotten, and ${objects} objects that only they named`);
  }
  return manifest.unread.length === 0 ? 0 : 1;
}

async function runList(parts: BackupCommandParts, { target }: Given): Promise<number> {
  const { store } = await parts.place(target, 'there');
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
  const { store } = await parts.place(given.target, 'there');
  const manifest = await chosen(parts, store, given.backup);
  const wrong = await checkBackup({ ports: parts.ports, place: store }, manifest, parts.say);
  parts.say(`backup ${manifest.id}: ${manifest.documents.length} documents read, ${wrong} findings`);
  return wrong === 0 ? 0 : 1;
}

/** What was removed, and who left, since the backup was made: told by the newest backup of the same place. */
async function runFacts(parts: BackupCommandParts, given: Given): Promise<number> {
  const { store } = await parts.place(given.target, 'there');
  const manifest = await chosen(parts, store, given.backup);
  const newest = (await newestManifest(parts.ports, store)) ?? manifest;
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

/** Its input is one line of JSON: the maps that are wanted, or null for all. Its last line says which are there, as JSON. */
async function runDocuments(parts: BackupCommandParts, given: Given): Promise<number> {
  const { ports, say } = parts;
  const place = await parts.place(given.target, 'there');
  const manifest = await chosen(parts, place.store, given.backup);
  const newest = (await newestManifest(ports, place.store)) ?? manifest;
  const { first, second } = await parts.locations();
  const stores = { first: first.store, second: second?.store ?? null };
  const has = new Set(manifest.documents.map(({ map }) => map));
  const wanted = await wantedMaps(parts.lines());
  const maps = wanted === null ? [...has] : wanted.filter((map) => has.has(map));
  const purged = new Set(purgedSince(manifest, newest));
  const fates = await fatesOf(stores, maps, { purged, withPurged: given.withPurged });
  const count = (fate: string): string[] => maps.filter((map) => fates.get(map) === fate);
  if (given.isPlan) {
    const counts = { missing: count('missing').length, there: count('there').length };
    await parts.write(JSON.stringify({ ...counts, purged: count('purged'), inSecond: count('in second').length }));
    return 0;
  }
  const from = backupView(place.store, manifest);
  const missing = count('missing');
  const back = await restoreDocuments({ ports, from, ...stores, say }, missing);
  await parts.write(JSON.stringify({ back, there: [...back, ...count('there'), ...count('in second')] }));
  return back.length === missing.length ? 0 : 1;
}

/** What the newest backup knows as removed, or knows no more. */
function purgedSince(manifest: Manifest, newest: Manifest): readonly string[] {
  const known = new Set([...newest.documents, ...newest.unread].map(({ map }) => map));
  const gone = newest === manifest ? [] : manifest.documents.map(({ map }) => map).filter((map) => !known.has(map));
  return [...new Set([...newest.purged, ...gone])];
}

async function chosen(parts: BackupCommandParts, store: BlobStore, id: string | null): Promise<Manifest> {
  if (id !== null) return await readManifest(parts.ports, store, id);
  const newest = await newestManifest(parts.ports, store);
  if (newest === null) throw new Error('There is no whole backup.');
  return newest;
}

async function wantedMaps(lines: AsyncIterable<string>): Promise<readonly string[] | null> {
  for await (const line of lines) {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null;
  }
  return null;
}
