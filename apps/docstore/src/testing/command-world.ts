import type { MapId } from '@bough/base';
import { reconcileLog, sealedStore } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { nodeCiphers } from '@bough/blobs';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { parsed } from '@bough/map/testing';
import type { CommandParts } from '../commands/command.ts';
import { runCommand } from '../commands/commands.ts';
import { Documents } from '../documents/documents.ts';
import { type Location, logPorts } from '../locations/locations.ts';
import { documentsSettings } from '../settings.ts';
import { add, ANN, change, mapNamed } from './test-maps.ts';

const ports = logPorts({ clock: platformClock, random: platformRandom, ids: platformIds });

/** Documents in two locations in memory, both whole and alike, and the commands that work on them. */
export interface CommandWorld {
  readonly raw: { readonly first: MemoryStore; readonly second: MemoryStore };
  readonly parts: CommandParts & { readonly second: Location };
  readonly documents: Documents;
  readonly maps: readonly MapId[];
  /** What commands have said since this was last emptied. */
  readonly said: string[];
  readonly run: (name: string, ...args: string[]) => Promise<number>;
}

/** One with documents of these names, of two changes each. */
export async function commandWorld(names: readonly string[]): Promise<CommandWorld> {
  const raw = { first: new MemoryStore(ports.clock), second: new MemoryStore(ports.clock) };
  const location = (store: MemoryStore, id: string): Location => ({
    raw: store,
    store: sealedStore(store, [{ id, bytes: platformRandom.bytes(32) }], { ...ports, ciphers: nodeCiphers }),
    mustStand: () => undefined,
    close: () => undefined,
  });
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const parts = {
    ports,
    first: location(raw.first, 'one'),
    second: location(raw.second, 'two'),
    openBackup: () => Promise.reject(new Error('there is no backup')),
    trashDays: 30,
    addresses: null,
    losses: { look: async () => null, accept: async () => 0 },
    newestKeys: { first: 'one', second: 'two' },
    say,
  };
  const documents = new Documents(
    { ports, store: parts.first.store },
    documentsSettings({ BOUGH_OPEN_MB: 64, BOUGH_WRITE_SPACING_MS: 0 }),
  );
  const maps = names.map(mapNamed);
  for (const map of maps) {
    await documents.create({ map, by: ANN, ops: parsed(add('root', `Map ${map}`, null)) });
    await documents.append(map, { base: 1, changes: [change('ann', 1, add('x', 'X'))] });
    await reconcileLog({ ports, first: parts.first.store, second: parts.second.store }, map);
  }
  const run = (name: string, ...args: string[]): Promise<number> =>
    runCommand(name, args, async () => ({ ...parts, close: () => undefined }), say);
  return { raw, parts, documents, maps, said, run };
}
