import { platformClock } from '@bough/service';
import { checkRecords, type MigrationStep, schemaOf } from '@bough/service/mongo';
import type { Binary, Db, Document } from 'mongodb';
import { putGiven } from '../grants/mongo-grant-records.ts';
import { mustMapId, mustPersonId } from '../ids-in-bytes.ts';

// What every record must have, checked by MongoDB itself: nothing that was written by a mistake, or by hand, is ever read as one of ours.
// Fields that came later are not asked for, so that older records stay good.

const YEAR_MS = 365 * 24 * 3_600_000;

const bytes = { bsonType: 'binData' };
const text = { bsonType: 'string' };
/** Times and counts: the driver writes whole numbers as whichever of these fits. */
const number = { bsonType: ['int', 'long', 'double'] };
const flag = { bsonType: 'bool' };
const role = { enum: ['view', 'comment', 'edit', 'own'] };

/** What the records of each collection must have. */
type Schemas = Readonly<Record<string, Document>>;

const OF_LISTS: Schemas = {
  people: schemaOf({ _id: bytes, name: text, hue: number, createdAt: number }),
  sign_ins: schemaOf({ _id: bytes, email: text, browser: text, expiresAt: number, used: flag }),
  maps: schemaOf({ _id: bytes, title: text, createdAt: number }),
  grants: schemaOf({ _id: bytes, map: bytes, person: bytes, role, at: number }),
  opened: schemaOf({ _id: bytes, person: bytes, map: bytes, at: number }),
  links: schemaOf({ _id: bytes, map: bytes, hash: bytes, role, createdAt: number }),
  shelves: schemaOf({ _id: bytes, person: bytes, map: bytes }),
  folders: schemaOf({ _id: bytes, owner: bytes, name: text, createdAt: number }),
  folder_grants: schemaOf({ _id: bytes, folder: bytes, person: bytes, role, at: number }),
  invitations: schemaOf({ _id: bytes, target: bytes, email: text, role, by: bytes, hash: bytes, expiresAt: number }),
  tokens: schemaOf({ _id: bytes, person: bytes, hash: bytes, name: text, createdAt: number }),
  repeatables: schemaOf({ _id: bytes, request: bytes, at: number }),
  map_words: schemaOf({ _id: bytes, seq: number, texts: bytes }),
  revocations: schemaOf({ _id: bytes, epoch: number, at: number }),
};

/** Those of the second step. Of an account nothing need be there: what is, is checked. */
const OF_ACCOUNTS: Schemas = {
  session_records: schemaOf({ _id: bytes, person: bytes, device: text, by: text, beganAt: number, seenAt: number }),
  accounts: {
    ...schemaOf({ _id: bytes }),
    properties: {
      _id: bytes,
      password: { bsonType: ['string', 'null'] },
      provider: bytes,
      isOwner: flag,
      disabledAt: { bsonType: [...number.bsonType, 'null'] },
    },
  },
};
/** Those of later steps. */
const OF_SET_UP: Schemas = { set_up: schemaOf({ _id: bytes, turn: number }) };
const OF_AUDIT: Schemas = {
  audit: schemaOf({ _id: bytes, at: number, what: text, body: text, hash: bytes, seal: bytes }),
};

const OF_SECOND_STEPS: Schemas = {
  second_steps: schemaOf({ _id: bytes, sealed: text, lastStep: number, codes: { bsonType: 'array' } }),
};

const OF_PASSKEYS: Schemas = {
  passkeys: schemaOf({
    ...{ _id: bytes, person: bytes, hash: bytes, credential: text, key: text, algorithm: number, counter: number },
    ...{ name: text, maySync: flag, createdAt: number },
  }),
  used_challenges: schemaOf({ _id: bytes, expiresAt: number }),
};

const OF_PROVIDERS: Schemas = {
  provider_people: schemaOf({ _id: bytes, person: bytes, issuer: bytes }),
};

const OF_FORMER: Schemas = { former_people: schemaOf({ _id: bytes, name: text, hue: number }) };

const OF_ASKS: Schemas = {
  asks: schemaOf({
    ...{
      _id: bytes,
      kind: { enum: ['access', 'owner'] },
      map: bytes,
      person: bytes,
      by: bytes,
      message: text,
      at: number,
    },
    ...{ isRefused: flag, isMailed: flag },
  }),
};

const OF_WATCHES: Schemas = {
  watches: schemaOf({ _id: bytes, map: bytes, person: bytes }),
  watch_wishes: schemaOf({ _id: bytes, wish: { enum: ['daily', 'hourly', 'never'] } }),
};

const OF_BELLS: Schemas = {
  pictures: schemaOf({ _id: bytes, hash: text, bytes: text }),
  rings: schemaOf({
    ...{ _id: bytes, person: bytes, id: bytes, kind: { enum: ['mention', 'answer', 'restored'] } },
    ...{ map: bytes, by: bytes, at: number, isRead: flag },
  }),
  rung: schemaOf({ _id: bytes, person: bytes, id: bytes, at: number }),
};

const OF_GROUPS: Schemas = {
  people_groups: schemaOf({ _id: bytes, owner: bytes, name: text, createdAt: number }),
  group_addresses: schemaOf({ _id: bytes, group: bytes, email: text, at: number }),
  group_grants: schemaOf({
    _id: bytes,
    map: bytes,
    group: bytes,
    role: { enum: ['view', 'comment', 'edit'] },
    at: number,
  }),
  group_notices: schemaOf({ _id: bytes, group: bytes, map: bytes, email: text, at: number, dueAt: number }),
};

/** Every collection whose records are checked. */
export const CHECKED: readonly string[] = [
  OF_LISTS,
  OF_ACCOUNTS,
  OF_SET_UP,
  OF_PASSKEYS,
  OF_PROVIDERS,
  OF_AUDIT,
  OF_SECOND_STEPS,
  OF_FORMER,
  OF_ASKS,
  OF_WATCHES,
  OF_BELLS,
  OF_GROUPS,
].flatMap((each) => Object.keys(each));

interface GivenDoc {
  readonly map: Binary;
  readonly person: Binary;
  readonly at: number;
}

/** Every step; a new one is added at the end. */
export const STEPS: readonly MigrationStep[] = [
  checking(OF_LISTS),
  checking(OF_ACCOUNTS),
  listGivenMaps,
  checking(OF_SET_UP),
  endTokens,
  checking(OF_PASSKEYS),
  checking(OF_PROVIDERS),
  checking(OF_AUDIT),
  checking(OF_SECOND_STEPS),
  checking(OF_FORMER),
  checking(OF_ASKS),
  checking(OF_WATCHES),
  checking(OF_BELLS),
  checking(OF_GROUPS),
  noteWhoSet,
];

/** Has what is written to these collections checked from then on. */
function checking(schemas: Schemas): MigrationStep {
  return async (db) => {
    for (const [name, schema] of Object.entries(schemas)) await checkRecords(db, name, schema);
  };
}

/** Tokens had no end unless one was said. They go on for a year, so that nothing stops on the day of the upgrade. */
async function endTokens(db: Db): Promise<void> {
  const expiresAt = platformClock.now() + YEAR_MS;
  await db.collection('tokens').updateMany({ expiresAt: null }, { $set: { expiresAt } });
}

/** Only owners could say when access ends. Since this step those who invite can, and what an owner has set says so. */
async function noteWhoSet(db: Db): Promise<void> {
  await db.collection('grants').updateMany({ until: { $ne: null }, link: null }, { $set: { isSet: true } });
}

/** Since this step everything that a person was given has its place among what they have opened. */
async function listGivenMaps(db: Db): Promise<void> {
  for await (const { map, person, at } of db.collection<GivenDoc>('grants').find().sort({ at: 1 })) {
    await putGiven(db, { map: mustMapId(map.value()), person: mustPersonId(person.value()), at });
  }
}
