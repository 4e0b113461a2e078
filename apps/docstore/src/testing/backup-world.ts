import { type BlobStore, logNames, sealedStore } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { nodeCiphers } from '@bough/blobs';
import { platformClock, platformIds, platformRandom, writePart } from '@bough/service';
import { parsed } from '@bough/map/testing';
import { type BackedUp, backUp } from '../backup/write/back-up.ts';
import { backupCommands } from '../backup/commands.ts';
import { backupView } from '../backup/backup-view.ts';
import { checkBackup } from '../backup/mend/check-backup.ts';
import { type Manifest, newestReadable } from '../backup/place/manifest.ts';
import { fatesOf, restoreDocuments } from '../backup/mend/restore-documents.ts';
import { Documents } from '../documents/documents.ts';
import { logPorts } from '../locations/locations.ts';
import { documentsSettings } from '../settings.ts';
import { add, ANN, change, mapNamed } from './test-maps.ts';

// Three documents in a first location, and a place of backups: both in memory, each sealed with a key of its own.

/** What logs need, as production has it. */
export const ports = logPorts({ clock: platformClock, random: platformRandom, ids: platformIds });

/** A location of that key. */
export function sealed(raw: MemoryStore, id: string): BlobStore {
  return sealedStore(raw, [{ id, bytes: platformRandom.bytes(32) }], { ...ports, ciphers: nodeCiphers });
}

/** The lines of a gateway that names these maps. */
export async function gatewayNaming(...maps: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const rows = (async function* (): AsyncGenerator {
    for (const map of maps) yield { map };
  })();
  const head = {
    part: 'gateway',
    settings: [['BOUGH_PUBLIC_URL', 'https://maps.example.org']],
    secrets: null,
  } as const;
  await writePart(
    head,
    rows,
    () => ({ maps, people: [ANN] }),
    async (line) => void lines.push(line),
  );
  return lines;
}

/** Lines as a pipe brings them. */
export async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** What `world` makes. */
export type BackupWorld = Awaited<ReturnType<typeof world>>;

/** The documents, their place of backups, and what was said. */
export async function world() {
  const raw = { first: new MemoryStore(ports.clock), place: new MemoryStore(ports.clock) };
  const stores = { first: sealed(raw.first, 'one'), place: sealed(raw.place, 'backup') };
  const documents = new Documents(
    { ports, store: stores.first },
    documentsSettings({ BOUGH_OPEN_MB: 64, BOUGH_WRITE_SPACING_MS: 0 }),
  );
  const maps = ['a', 'b', 'c'].map(mapNamed);
  for (const map of maps) {
    await documents.create({ map, by: ANN, ops: parsed(add('root', `Map ${map}`, null)) });
    await documents.append(map, { base: 1, changes: [change('ann', 1, add('x', 'X'))] });
  }
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const place = { store: stores.place, raw: raw.place };
  const own = { settings: [], secrets: null };
  const made = async (lines: readonly string[] = [], readsAll = false): Promise<BackedUp> =>
    await backUp({ ports, first: stores.first, second: null, place, say, readsAll }, { lines: each(lines), own });
  const run = async (lines: readonly string[] = []): Promise<Manifest> => (await made(lines)).manifest;
  const check = (manifest: Manifest): Promise<number> => checkBackup({ ports, place: stores.place }, manifest, say);
  return { raw, stores, documents, maps, said, say, place, made, run, check };
}

/** An empty place to which the backup's documents were brought back. */
export async function restored(w: Awaited<ReturnType<typeof world>>, manifest: Manifest, withPurged = false) {
  const first = sealed(new MemoryStore(ports.clock), 'new');
  const maps = manifest.documents.map(({ map }) => map);
  const newest = (await newestReadable(ports, w.stores.place)).newest ?? manifest;
  const fates = await fatesOf({ first, second: null }, maps, { purged: new Set(newest.purged), withPurged });
  const missing = maps.filter((map) => fates.get(map) === 'missing');
  const from = backupView(w.stores.place, manifest);
  const there = await restoreDocuments({ ports, from, first, second: null, say: w.say }, missing);
  return { first, there: there.toSorted() };
}

/** The documents of a location. */
export async function names(store: BlobStore): Promise<string[]> {
  const all: string[] = [];
  for await (const name of logNames(store)) all.push(name);
  return all;
}

/** One bit of what stands there turns. */
export function turnBit(raw: MemoryStore, key: string): void {
  const kept = raw.objects.get(key);
  if (kept === undefined) throw new Error(`${key} is not there`);
  const bytes = kept.bytes.slice();
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  raw.objects.set(key, { ...kept, bytes });
}

/** A command of docstore's on this world; what it writes to its pipe is added to `written`. */
export async function runBackupCommand(
  w: BackupWorld,
  name: string,
  words: readonly string[],
  written: string[] = [],
): Promise<number> {
  const command = backupCommands.find((candidate) => candidate.name === name);
  if (command === undefined) throw new Error(`${name} is no command`);
  const location = { store: w.stores.first, raw: w.raw.first, mustStand: () => undefined, close: () => undefined };
  const parts = {
    ports,
    place: async () => ({ ...w.place, close: () => undefined }),
    locations: async () => ({ first: location, second: null }),
    sources: async () => ({ first: location, second: null, isAll: true }),
    secrets: async () => new Map<string, string>(),
    own: () => ({ settings: [], secrets: null }),
    lines: () => each([]),
    write: async (line: string) => void written.push(line),
    say: w.say,
  };
  return await command.run(parts, ['/backups', ...words]);
}
