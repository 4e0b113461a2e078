import { err, isRecord, ok, type Result } from '@bough/base';

// Everything that the metadata keeps for more than minutes, in a form that no database knows better than another: what backups are made
// of. A record is its table's name and its values by field: ids and hashes in base64url, nothing as null. What can be made anew is
// not among them (the index of words), nor what is good for minutes (links that are on their way to sign somebody in).
//
// A field has the same name in MongoDB unless `mongo` says another one, and in SQLite the same in small letters unless `sqlite` does.

/** How a value is kept: an id of 16 bytes, a hash of 32, a text, a whole number, a flag, a list of texts. */
export type FieldType = 'id' | 'hash' | 'text' | 'number' | 'flag' | 'texts';

/** One field of a table. */
export interface Field {
  readonly type: FieldType;
  /** What it is where older records have nothing; absent: it must be there. */
  readonly none?: null | boolean | string | readonly string[];
  /** Where MongoDB has no field at all for nothing: an index passes over those. */
  readonly isLeftOut?: boolean;
  readonly sqlite?: string;
  readonly mongo?: string;
}
/** One table: its fields, and those which MongoDB's `_id` is made of, one after the other. */
export interface Table {
  readonly sqlite: string;
  readonly mongo: string;
  readonly key: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
}

const id = { type: 'id' } as const;
const maybeId = { type: 'id', none: null } as const;
const hash = { type: 'hash' } as const;
const text = { type: 'text' } as const;
const number = { type: 'number' } as const;
const maybeText = { type: 'text', none: null } as const;
const maybeNumber = { type: 'number', none: null } as const;

/** Every table, in the order in which records are read where a database reads them one after the other: a map before who may open it. */
export const TABLES = {
  maps: {
    ...{ sqlite: 'maps', mongo: 'maps', key: ['id'] },
    fields: {
      ...{ id, title: text, createdAt: number, page: { type: 'text', none: 'none' } },
      ...{ changedAt: { ...maybeNumber, isLeftOut: true }, changedBy: maybeId },
      trashedAt: { ...maybeNumber, isLeftOut: true },
      mayEditorsInvite: { type: 'flag', none: false, sqlite: 'editors_invite' },
    },
  },
  people: {
    ...{ sqlite: 'people', mongo: 'people', key: ['id'] },
    fields: {
      ...{ id, name: text, email: { type: 'text', none: null, isLeftOut: true }, hue: number, createdAt: number },
      became: { ...maybeId, isLeftOut: true },
    },
  },
  formerPeople: {
    ...{ sqlite: 'former_people', mongo: 'former_people', key: ['id'] },
    fields: { id, name: text, hue: number },
  },
  accounts: {
    ...{ sqlite: 'accounts', mongo: 'accounts', key: ['person'] },
    fields: {
      ...{
        person: id,
        password: { type: 'text', none: null },
        provider: { type: 'hash', none: null, isLeftOut: true },
      },
      ...{ isOwner: { type: 'flag', none: false, sqlite: 'owner' }, disabledAt: maybeNumber },
      ownerBy: { type: 'hash', none: null },
    },
  },
  providerPeople: {
    ...{ sqlite: 'provider_people', mongo: 'provider_people', key: ['subject'] },
    fields: { subject: hash, person: id, issuer: hash },
  },
  secondSteps: {
    ...{ sqlite: 'second_steps', mongo: 'second_steps', key: ['person'] },
    fields: {
      person: id,
      sealed: text,
      onAt: maybeNumber,
      lastStep: number,
      codes: { type: 'texts' },
      codesAt: maybeNumber,
    },
  },
  setUp: {
    ...{ sqlite: 'set_up', mongo: 'set_up', key: ['id'] },
    fields: { id, turn: number },
  },
  folders: {
    ...{ sqlite: 'folders', mongo: 'folders', key: ['id'] },
    fields: { id, owner: id, parent: maybeId, name: text, createdAt: number },
  },
  links: {
    ...{ sqlite: 'links', mongo: 'links', key: ['id'] },
    fields: {
      ...{ id, map: id, hash, role: text, createdAt: number },
      ...{ needsSignIn: { type: 'flag', none: false }, mayCopy: { type: 'flag', none: true } },
      mayReadPast: { type: 'flag', none: false, sqlite: 'may_read_past' },
      expiresAt: { ...maybeNumber, isLeftOut: true },
    },
  },
  grants: {
    ...{ sqlite: 'grants', mongo: 'grants', key: ['map', 'person', 'link'] },
    fields: {
      ...{ map: id, person: id, link: maybeId, role: text, at: number },
      ...{ mayCopy: { type: 'flag', none: true }, until: maybeNumber, later: maybeText },
      isInvited: { type: 'flag', none: false, sqlite: 'invited' },
      isSet: { type: 'flag', none: false },
      mayReadPast: { type: 'flag', none: false, sqlite: 'may_read_past' },
    },
  },
  opened: {
    ...{ sqlite: 'opened', mongo: 'opened', key: ['person', 'map'] },
    fields: {
      ...{ person: id, map: id, at: number },
      ...{
        readUpTo: { ...maybeNumber, sqlite: 'read_up_to' },
        readThreads: { type: 'texts', none: [], sqlite: 'read_threads' },
        seen: maybeText,
        entry: maybeId,
      },
    },
  },
  shelves: {
    ...{ sqlite: 'shelves', mongo: 'shelves', key: ['person', 'map'] },
    fields: {
      ...{ person: id, map: id, starred: { type: 'flag', none: false }, tags: { type: 'texts', none: [] } },
      folder: maybeId,
    },
  },
  folderGrants: {
    ...{ sqlite: 'folder_grants', mongo: 'folder_grants', key: ['folder', 'person'] },
    fields: { folder: id, person: id, role: text, at: number },
  },
  groups: {
    ...{ sqlite: 'people_groups', mongo: 'people_groups', key: ['id'] },
    fields: { id, owner: id, name: text, createdAt: number },
  },
  groupAddresses: {
    ...{ sqlite: 'group_addresses', mongo: 'group_addresses', key: ['id'] },
    fields: {
      ...{ id, group: { type: 'id', sqlite: 'of_group' }, email: text, at: number },
      settings: { type: 'texts', none: [] },
    },
  },
  groupGrants: {
    ...{ sqlite: 'group_grants', mongo: 'group_grants', key: ['map', 'group'] },
    fields: { map: id, group: { type: 'id', sqlite: 'of_group' }, role: text, at: number },
  },
  groupNotices: {
    ...{ sqlite: 'group_notices', mongo: 'group_notices', key: ['id'] },
    fields: { id, group: { type: 'id', sqlite: 'of_group' }, map: id, email: text, at: number, dueAt: number },
  },
  asks: {
    ...{ sqlite: 'asks', mongo: 'asks', key: ['id'] },
    fields: {
      ...{ id, kind: text, map: id, person: id, by: { type: 'id', sqlite: 'asker' }, message: text, at: number },
      isRefused: { type: 'flag', none: false, sqlite: 'refused' },
      isMailed: { type: 'flag', none: false, sqlite: 'mailed' },
    },
  },
  watches: {
    ...{ sqlite: 'watches', mongo: 'watches', key: ['map', 'person'] },
    fields: { map: id, person: id, toldTo: maybeNumber, tellsTo: maybeNumber, dueAt: maybeNumber },
  },
  watchWishes: {
    ...{ sqlite: 'watch_wishes', mongo: 'watch_wishes', key: ['person'] },
    fields: { person: id, wish: text },
  },
  pictures: {
    ...{ sqlite: 'pictures', mongo: 'pictures', key: ['person'] },
    fields: { person: id, hash: text, bytes: text },
  },
  rings: {
    ...{ sqlite: 'rings', mongo: 'rings', key: ['person', 'id'] },
    fields: {
      ...{ person: id, id, kind: text, map: id, by: { type: 'id', sqlite: 'ringer' }, at: number },
      isRead: { type: 'flag', none: false },
      ...{ item: maybeText, comment: maybeText, chat: maybeText },
    },
  },
  rung: {
    ...{ sqlite: 'rung', mongo: 'rung', key: ['person', 'id'] },
    fields: { person: id, id, at: number },
  },
  invitations: {
    ...{ sqlite: 'invitations', mongo: 'invitations', key: ['id'] },
    fields: {
      ...{ id, kind: text, target: id, email: text, role: text, by: { type: 'id', sqlite: 'inviter' }, hash },
      ...{ createdAt: number, expiresAt: number, until: maybeNumber },
    },
  },
  tokens: {
    ...{ sqlite: 'tokens', mongo: 'tokens', key: ['id'] },
    fields: {
      ...{ id, person: id, hash, name: text, scopes: { type: 'texts' }, createdAt: number },
      ...{ usedAt: maybeNumber, expiresAt: maybeNumber },
    },
  },
  passkeys: {
    ...{ sqlite: 'passkeys', mongo: 'passkeys', key: ['id'] },
    fields: {
      ...{ id, person: id, hash, credential: text, key: text, algorithm: number, counter: number },
      ...{ transports: { type: 'texts', none: [] }, name: text, maySync: { type: 'flag' } },
      ...{ createdAt: number, usedAt: maybeNumber },
    },
  },
  repeatables: {
    ...{ sqlite: 'repeatables', mongo: 'repeatables', key: ['hash'] },
    fields: { hash, request: hash, at: number, answer: { type: 'text', none: null } },
  },
  revocations: {
    ...{ sqlite: 'revocations', mongo: 'revocations', key: ['subject'] },
    fields: { kind: text, subject: id, epoch: number, at: number },
  },
  audit: {
    ...{ sqlite: 'audit', mongo: 'audit', key: ['id'] },
    fields: {
      ...{ id, at: number, what: text, person: maybeId, body: text },
      ...{ name: maybeText, salt: maybeText, hash, seal: hash },
    },
  },
  sessions: {
    ...{ sqlite: 'session_records', mongo: 'session_records', key: ['session'] },
    fields: {
      ...{ session: id, person: id, device: text, by: { type: 'text', sqlite: 'way' } },
      ...{ beganAt: number, seenAt: number },
      issuer: { type: 'hash', none: null },
      providerSession: { type: 'hash', none: null, isLeftOut: true },
    },
  },
} as const satisfies Readonly<Record<string, Table>>;

/** The name of a table. */
export type TableName = keyof typeof TABLES;
/** A value of a record. */
export type Value = string | number | boolean | null | readonly string[];
/** One record of a table. */
export interface StoredRecord {
  readonly table: TableName;
  readonly values: Readonly<Record<string, Value>>;
}

/** The names of all tables, in their order. */
export const TABLE_NAMES: readonly TableName[] = Object.keys(TABLES).filter(isTableName);

/** The fields of a table. */
export function fieldsOf(name: TableName): readonly (readonly [string, Field])[] {
  return Object.entries(TABLES[name].fields);
}

/** Reads a record from what stands in a backup; fields that this version does not know are refused, since something would be lost. */
export function parseRecord(value: unknown): Result<StoredRecord, string> {
  if (!isRecord(value) || typeof value['table'] !== 'string' || !isRecord(value['values'])) return err('no record');
  const { table, values } = value;
  if (!isTableName(table)) return err(`there is no table ${JSON.stringify(table)}`);
  const read: Record<string, Value> = {};
  const fields = new Map(fieldsOf(table));
  for (const name of Object.keys(values)) if (!fields.has(name)) return err(`${table} has no ${JSON.stringify(name)}`);
  for (const [name, field] of fields) {
    const given = values[name] ?? field.none ?? null;
    if (!isValue(given) || (given === null && field.none !== null) || !isOf(field.type, given)) {
      return err(`${table} with a wrong ${name}`);
    }
    read[name] = given;
  }
  return ok({ table, values: read });
}

function isTableName(name: string): name is TableName {
  return Object.hasOwn(TABLES, name);
}

function isValue(value: unknown): value is Value {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string');
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isOf(type: FieldType, value: Value): boolean {
  if (value === null) return true;
  if (type === 'id') return typeof value === 'string' && /^[\w-]{22}$/.test(value);
  if (type === 'hash') return typeof value === 'string' && /^[\w-]{43}$/.test(value);
  if (type === 'texts') return Array.isArray(value);
  return typeof value === ({ text: 'string', number: 'number', flag: 'boolean' } as const)[type];
}
