import { type Clock, parseMapId, parsePersonId } from '@bough/base';
import { list, longId, nullable, object, type ParsedBy, text } from '@bough/contracts';
import { type Command, type PartHead, readPartRows, writePart } from '@bough/service';
import { type AuditLog, OF_BOUGH } from '../features/audit/audit-log.ts';
import type { About } from '../features/audit/entry.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { parseRecord, type StoredRecord } from '../metadata/records/tables.ts';
import { occupancyOf } from './occupancy.ts';
import { byTable, ownersOf, selectRecords, type Wanted, wantedMaps } from './select-records.ts';

// The gateway's part in backing up and restoring: what `npm run bough -- backup` and `restore` ask it for, through pipes.

/** What a command works with. */
export interface BackupCommandParts {
  readonly clock: Clock;
  readonly metadata: Metadata;
  readonly own: (withSecrets: boolean) => Pick<PartHead, 'settings' | 'secrets'>;
  /** The audit log; throws where the key is missing that its entries are sealed with. */
  readonly audit: () => Pick<AuditLog, 'add'>;
  readonly lines: () => AsyncIterable<string>;
  readonly write: (line: string) => Promise<void>;
  readonly say: (line: string) => void;
}

const MOST = 100_000_000;

const someIds = list(longId, MOST);
/** What the lines of the part are preceded by. */
const orderOf = object({
  map: nullable(longId),
  person: nullable(text({ min: 1, max: 1_000 })),
  /** People who left since. */
  left: someIds,
  /** The maps whose documents are there; null: that is not known yet. */
  there: nullable(someIds),
});
type Order = ParsedBy<typeof orderOf>;

/** The commands. */
export const backupCommands: readonly Command<BackupCommandParts>[] = [
  {
    name: 'backup-part',
    takes: '[--with-secrets]',
    does: 'Tells people, lists and shares: for a pipe.',
    run: async ({ metadata, own, write }, words) => {
      const named = { maps: new Set<string>(), people: new Set<string>() };
      const rows = (async function* (): AsyncGenerator<StoredRecord> {
        for await (const record of metadata.records()) {
          if (record.table === 'maps') named.maps.add(String(record.values['id']));
          if (record.table === 'people') named.people.add(String(record.values['id']));
          yield record;
        }
      })();
      const head = { part: 'gateway', ...own(words.includes('--with-secrets')) } as const;
      await writePart(head, rows, () => ({ maps: [...named.maps], people: [...named.people] }), write);
      return 0;
    },
  },
  {
    name: 'restore-plan',
    takes: '',
    does: 'Says which maps are wanted of a part that comes through a pipe, as JSON.',
    run: async (parts) => {
      const { order, records } = await readAll(parts.lines());
      const tables = byTable(records);
      const wanted = wantedOf(order);
      const occupancy = await occupancyOf(parts.metadata, tables);
      const maps = wantedMaps(tables, wanted, new Set(order.left));
      const refusal = maps.ok ? await refusalOf(parts, tables, wanted, order) : maps.error;
      if (!maps.ok || refusal !== null) return refuse(parts, refusal ?? '');
      const { kind } = occupancy;
      if (wanted.kind !== 'all') await parts.write(JSON.stringify({ kind, maps: maps.value, unlisted: [] }));
      else if (occupancy.kind === 'other') return refuse(parts, occupancy.why);
      else {
        // What lists do not name is not missed: where there are lists of this Bough, they know what was removed.
        const known = kind === 'same' ? await onlyKnown(parts.metadata, maps.value) : maps.value;
        const isKnown = new Set(known);
        const unlisted = maps.value.filter((map) => !isKnown.has(map));
        await parts.write(JSON.stringify({ kind, maps: known, unlisted }));
      }
      return 0;
    },
  },
  {
    name: 'restore-part',
    takes: '',
    does: 'Adds what is wanted of a part that comes through a pipe.',
    run: async (parts) => {
      const audit = parts.audit();
      const { order, records } = await readAll(parts.lines());
      const { metadata, clock } = parts;
      const wanted = wantedOf(order);
      const tables = byTable(records);
      const occupancy = wanted.kind === 'all' ? await occupancyOf(metadata, tables) : null;
      if (occupancy?.kind === 'other') return refuse(parts, occupancy.why);
      if (occupancy?.kind === 'same') return refuse(parts, 'the lists of this Bough are there already');
      const ids = (tables.get('people') ?? []).flatMap(({ values }) => parsePersonId(String(values['id'])) ?? []);
      const here = new Set<string>(wanted.kind === 'all' ? [] : (await metadata.people(ids)).map(({ id }) => id));
      const there = new Set(order.there);
      const chosen = selectRecords(tables, wanted, {
        hasMap: (map) => there.has(map),
        isHere: (person) => here.has(person),
        left: new Set(order.left),
        nowMs: clock.now(),
      });
      if (occupancy?.kind === 'visited') for (const person of occupancy.replaced) await metadata.removePerson(person);
      await metadata.addRecords(chosen);
      // After what came back: so it vouches for entries of the log among that, whose key may be gone.
      await audit.add({ ...OF_BOUGH, what: 'operator-command', via: 'command', about: aboutOf(wanted, chosen) });
      const count = (table: string): number => chosen.filter((record) => record.table === table).length;
      parts.say(
        `${count('people')} people, ${count('maps')} maps in lists, ${count('grants')} shares, ${count('folders')} folders`,
      );
      return 0;
    },
  },
];

/** What the audit log says of it: the map, the person by id, or neither for everything. */
function aboutOf(wanted: Wanted, chosen: readonly StoredRecord[]): About {
  const command = 'restore';
  if (wanted.kind === 'map') return { command, map: wanted.map };
  if (wanted.kind === 'all') return { command };
  const person = chosen.find(({ table, values }) => table === 'people' && values['email'] === wanted.email);
  return person === undefined ? { command } : { command, to: String(person.values['id']) };
}

function wantedOf({ map, person }: Order): Wanted {
  if (map !== null) return { kind: 'map', map };
  return person === null ? { kind: 'all' } : { kind: 'person', email: person.toLowerCase() };
}

/** A map that nobody could open, and an address that somebody else has, are not brought back. Guests come with their map. */
async function refusalOf(
  { metadata }: BackupCommandParts,
  tables: ReturnType<typeof byTable>,
  wanted: Wanted,
  { left }: Order,
): Promise<string | null> {
  if (wanted.kind === 'all') return null;
  if (wanted.kind === 'person') {
    const there = await metadata.personByEmail(wanted.email);
    const ids = (tables.get('people') ?? []).filter(({ values }) => values['email'] === wanted.email);
    const isOther = there !== null && ids.every(({ values }) => values['id'] !== there.id);
    return isOther ? `somebody else has the address ${wanted.email} by now` : null;
  }
  const owners = ownersOf(tables, wanted.map);
  const here = await metadata.people(owners.flatMap(({ id }) => parsePersonId(id) ?? []));
  if (here.length > 0 || owners.some(({ id, email }) => email === null && !left.includes(id))) return null;
  const who = owners.flatMap(({ email }) => email ?? []).join(', ') || 'a guest who left';
  return `its owner is not here (${who}): restore that person, and their maps come with them`;
}

async function onlyKnown(metadata: Metadata, maps: readonly string[]): Promise<readonly string[]> {
  const known: string[] = [];
  for (const each of maps) {
    const map = parseMapId(each);
    if (map !== null && (await metadata.map(map)) !== null) known.push(each);
  }
  return known;
}

async function readAll(
  lines: AsyncIterable<string>,
): Promise<{ readonly order: Order; readonly records: readonly StoredRecord[] }> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  const order = mustOrder(first.done === true ? '' : first.value);
  const records: StoredRecord[] = [];
  for await (const row of readPartRows('gateway', { [Symbol.asyncIterator]: () => iterator })) {
    const record = parseRecord(row);
    if (!record.ok) throw new Error(`The backup's part of the gateway cannot be read: ${record.error}.`);
    records.push(record.value);
  }
  return { order, records };
}

function mustOrder(line: string): Order {
  const read = orderOf(JSON.parse(line));
  if (!read.ok) throw new Error(`What is to be restored is not understood: ${read.error}.`);
  return read.value;
}

function refuse({ say }: BackupCommandParts, why: string): number {
  say(`Nothing was done: ${why}.`);
  return 1;
}
