import { err, ok, type Result } from '@bough/base';
import type { StoredRecord, TableName } from '../metadata/records/tables.ts';

// Which records of a backup are brought back. All of it goes to an empty place; a map or a person goes beside what is there. Nothing is
// brought back that would name what is not there: a map whose document is missing, a person who left, a folder of such a person.

/** What is wanted. */
export type Wanted =
  | { readonly kind: 'all' }
  | { readonly kind: 'map'; readonly map: string }
  | { readonly kind: 'person'; readonly email: string };

/** What is known beside the backup. */
export interface Around {
  /** Whether the document of a map is there. */
  readonly hasMap: (map: string) => boolean;
  /** Whether a person is known here, whom the backup need not bring. */
  readonly isHere: (person: string) => boolean;
  /** People who left since the backup was made: they stay away. */
  readonly left: ReadonlySet<string>;
  readonly nowMs: number;
}

type Records = ReadonlyMap<TableName, readonly StoredRecord[]>;
type Values = StoredRecord['values'];

/** The records by table. */
export function byTable(records: readonly StoredRecord[]): Records {
  const tables = new Map<TableName, StoredRecord[]>();
  for (const record of records) {
    const of = tables.get(record.table);
    if (of === undefined) tables.set(record.table, [record]);
    else of.push(record);
  }
  return tables;
}

/** The maps that are wanted, whether their documents are there or not; or why that cannot be. */
export function wantedMaps(
  records: Records,
  wanted: Wanted,
  left: ReadonlySet<string>,
): Result<readonly string[], string> {
  const maps = rowsOf(records, 'maps').map(({ id }) => String(id));
  if (wanted.kind === 'all') return ok(maps);
  if (wanted.kind === 'map') {
    return maps.includes(wanted.map) ? ok([wanted.map]) : err(`the backup has no map ${wanted.map}`);
  }
  const person = personOf(records, wanted.email);
  if (person === null) return err(`nobody in the backup has the address "${wanted.email}"`);
  if (left.has(person)) {
    return err(`${wanted.email} left after the backup was made; --with-purged brings back also those who did`);
  }
  return ok(ownedBy(records, person));
}

/** What is to be added, from all that the backup has. */
export function selectRecords(records: Records, wanted: Wanted, around: Around): readonly StoredRecord[] {
  const kept = wanted.kind === 'all' ? everything(records, around) : someOf(records, wanted, around);
  return wanted.kind === 'map' ? kept : signedOut(kept, around.nowMs);
}

/** Who owns a map, by the addresses that the backup has; guests have none. */
export function ownersOf(
  records: Records,
  map: string,
): readonly { readonly id: string; readonly email: string | null }[] {
  const owners = new Set(
    rowsOf(records, 'grants')
      .filter((grant) => grant['map'] === map && grant['role'] === 'own')
      .map(({ person }) => String(person)),
  );
  return rowsOf(records, 'people')
    .filter(({ id }) => owners.has(String(id)))
    .map(({ id, email = null }) => ({ id: String(id), email: email === null ? null : String(email) }));
}

function everything(records: Records, around: Around): readonly StoredRecord[] {
  const people = setOf(records, 'people', ({ id }) => !around.left.has(String(id)));
  const maps = setOf(records, 'maps', ({ id }) => around.hasMap(String(id)));
  const folders = setOf(records, 'folders', ({ owner }) => people.has(String(owner)));
  const groups = setOf(records, 'groups', ({ owner }) => people.has(String(owner)));
  const isGood = goodAmong({ maps, people, folders, groups, links: linksAmong(records, maps) });
  return whole(records, folders, around.left).filter(isGood);
}

/** One map with all who are here, and its owners who are guests; or one person with what they own. */
function someOf(records: Records, wanted: Exclude<Wanted, { kind: 'all' }>, around: Around): readonly StoredRecord[] {
  const person = wanted.kind === 'person' ? personOf(records, wanted.email) : null;
  const owned = wanted.kind === 'map' ? [wanted.map] : person === null ? [] : ownedBy(records, person);
  const coming = new Set(
    wanted.kind === 'map' ? guestsOwning(records, wanted.map, around) : person === null ? [] : [person],
  );
  const maps = new Set(owned.filter(around.hasMap));
  const here = setOf(records, 'people', ({ id }) => coming.has(String(id)) || around.isHere(String(id)));
  const folders = setOf(records, 'folders', ({ owner }) => person !== null && owner === person);
  // Of a map, what groups of those who are here had a role on it: a group itself comes back with its owner alone.
  const groups = setOf(records, 'groups', ({ owner }) =>
    person === null ? here.has(String(owner)) : owner === person,
  );
  const isGood = goodAmong({ maps, people: here, folders, groups, links: linksAmong(records, maps) });
  const ofPerson = new Set<TableName>([
    ...([
      'people',
      'accounts',
      'providerPeople',
      'secondSteps',
      'tokens',
      'passkeys',
      'revocations',
      'sessions',
      'watchWishes',
      'pictures',
      'rung',
    ] as const),
  ]);
  return whole(records, folders, around.left).filter((record) => {
    const { table, values } = record;
    if (table === 'repeatables' || table === 'setUp' || table === 'audit' || !isGood(record)) return false;
    if (table === 'groups' || table === 'groupAddresses') return person !== null;
    if (table === 'groupNotices') return false;
    // A guest has nothing but a session; who has an address signs in again.
    if (table === 'sessions' && wanted.kind === 'person') return false;
    const whose = ['id', 'person', 'subject'].map((field) => values[field]);
    return !ofPerson.has(table) || whose.some((each) => typeof each === 'string' && coming.has(each));
  });
}

/** Guests who own a map, are not here and did not leave: nobody else could bring them back, as they have no address. */
function guestsOwning(records: Records, map: string, { isHere, left }: Around): readonly string[] {
  const guests = ownersOf(records, map).filter(({ email }) => email === null);
  return guests.flatMap(({ id }) => (isHere(id) || left.has(id) ? [] : [id]));
}

interface Kept {
  readonly maps: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
}

/** Whether everything that a record names is kept, too. */
function goodAmong({ maps, people, folders, groups, links }: Kept): (record: StoredRecord) => boolean {
  const has = (set: ReadonlySet<string>, value: unknown): boolean => typeof value === 'string' && set.has(value);
  return ({ table, values }) => {
    switch (table) {
      case 'maps':
        return has(maps, values['id']);
      case 'people':
        return has(people, values['id']);
      case 'folders':
        return has(folders, values['id']);
      case 'groups':
        return has(groups, values['id']);
      case 'groupAddresses':
        return has(groups, values['group']);
      case 'groupGrants':
      case 'groupNotices':
        return has(groups, values['group']) && has(maps, values['map']);
      case 'links':
        return has(links, values['id']);
      case 'accounts':
      case 'providerPeople':
      case 'secondSteps':
      case 'tokens':
      case 'passkeys':
      case 'sessions':
      case 'watchWishes':
      case 'pictures':
      case 'rung':
        return has(people, values['person']);
      case 'grants':
        return (
          has(maps, values['map']) &&
          has(people, values['person']) &&
          (values['link'] === null || has(links, values['link']))
        );
      case 'opened':
      case 'watches':
      case 'shelves':
        return has(maps, values['map']) && has(people, values['person']);
      case 'folderGrants':
        return has(folders, values['folder']) && has(people, values['person']);
      case 'invitations':
        return has(values['kind'] === 'map' ? maps : folders, values['target']) && has(people, values['by']);
      case 'asks':
      case 'rings':
        return has(maps, values['map']) && has(people, values['person']) && has(people, values['by']);
      case 'revocations':
        return values['kind'] === 'session' || has(people, values['subject']);
      case 'formerPeople':
      case 'repeatables':
      case 'setUp':
      case 'audit':
        return true;
    }
  };
}

/** All records; what stood in a folder that is not kept stands in none, and the audit log names nobody who left. */
function whole(records: Records, folders: ReadonlySet<string>, left: ReadonlySet<string>): readonly StoredRecord[] {
  const kept = (value: unknown): string | null => (typeof value === 'string' && folders.has(value) ? value : null);
  return [...records.values()].flat().map((record) => {
    const { table, values } = record;
    if (table === 'shelves') return { table, values: { ...values, folder: kept(values['folder']) } };
    if (table === 'audit' && left.has(String(values['person']))) {
      return { table, values: { ...values, name: null, salt: null } };
    }
    return table === 'folders' ? { table, values: { ...values, parent: kept(values['parent']) } } : record;
  });
}

/**
 * What ended sessions after the backup was made is not known any more: so everybody with an address signs in again. Guests have nothing
 * but their session, and keep it.
 */
function signedOut(records: readonly StoredRecord[], nowMs: number): readonly StoredRecord[] {
  const people = new Set(
    records
      .filter(({ table, values }) => table === 'people' && values['email'] !== null)
      .map(({ values }) => values['id']),
  );
  const epochs = new Map<unknown, number>([...people].map((id) => [id, 0]));
  const rest = records.filter(({ table, values }) => {
    if (table === 'sessions') return !people.has(values['person'] ?? null);
    if (table !== 'revocations' || !epochs.has(values['subject'])) return true;
    epochs.set(values['subject'], Number(values['epoch']));
    return false;
  });
  const ended = [...epochs].map(([subject, epoch]): StoredRecord => {
    const values = { kind: 'person', subject: String(subject), epoch: epoch + 1, at: nowMs };
    return { table: 'revocations', values };
  });
  return [...rest, ...ended];
}

function rowsOf(records: Records, table: TableName): readonly Values[] {
  return (records.get(table) ?? []).map(({ values }) => values);
}

function setOf(records: Records, table: TableName, isIn: (values: Values) => boolean): ReadonlySet<string> {
  return new Set(rowsOf(records, table).flatMap((values) => (isIn(values) ? [String(values['id'])] : [])));
}

function linksAmong(records: Records, maps: ReadonlySet<string>): ReadonlySet<string> {
  return setOf(records, 'links', ({ map }) => maps.has(String(map)));
}

function personOf(records: Records, email: string): string | null {
  const person = rowsOf(records, 'people').find((each) => each['email'] === email.toLowerCase());
  return person === undefined ? null : String(person['id']);
}

function ownedBy(records: Records, person: string): readonly string[] {
  const isOwn = (grant: Values): boolean =>
    grant['person'] === person && grant['role'] === 'own' && grant['link'] === null;
  const owned = new Set(
    rowsOf(records, 'grants')
      .filter(isOwn)
      .map(({ map }) => String(map)),
  );
  return rowsOf(records, 'maps').flatMap(({ id }) => (owned.has(String(id)) ? [String(id)] : []));
}
