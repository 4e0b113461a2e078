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

const VALIDATORS: Readonly<Record<string, Readonly<Record<string, Document>>>> = {
  people: { _id: bytes, name: text, hue: number, createdAt: number },
  sign_ins: { _id: bytes, email: text, browser: text, expiresAt: number, used: flag },
  maps: { _id: bytes, title: text, createdAt: number },
  grants: { _id: bytes, map: bytes, person: bytes, role, at: number },
  opened: { _id: bytes, person: bytes, map: bytes, at: number },
  links: { _id: bytes, map: bytes, hash: bytes, role, createdAt: number },
  shelves: { _id: bytes, person: bytes, map: bytes },
  folders: { _id: bytes, owner: bytes, name: text, createdAt: number },
  folder_grants: { _id: bytes, folder: bytes, person: bytes, role, at: number },
  invitations: { _id: bytes, target: bytes, email: text, role, by: bytes, hash: bytes, expiresAt: number },
  tokens: { _id: bytes, person: bytes, hash: bytes, name: text, createdAt: number },
  repeatables: { _id: bytes, request: bytes, at: number },
  map_words: { _id: bytes, seq: number, texts: bytes },
  revocations: { _id: bytes, epoch: number, at: number },
};

/** Those of the second step. Of an account nothing need be there: what is, is checked. */
const OF_ACCOUNTS: Readonly<Record<string, Document>> = {
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
const OF_SET_UP: Readonly<Record<string, Document>> = { set_up: schemaOf({ _id: bytes, turn: number }) };
const OF_AUDIT: Readonly<Record<string, Document>> = {
  audit: schemaOf({ _id: bytes, at: number, what: text, body: text, hash: bytes, seal: bytes }),
};

const OF_SECOND_STEPS: Readonly<Record<string, Document>> = {
  second_steps: schemaOf({ _id: bytes, sealed: text, lastStep: number, codes: { bsonType: 'array' } }),
};

const OF_PASSKEYS: Readonly<Record<string, Document>> = {
  passkeys: schemaOf({
    ...{ _id: bytes, person: bytes, hash: bytes, credential: text, key: text, algorithm: number, counter: number },
    ...{ name: text, maySync: flag, createdAt: number },
  }),
  used_challenges: schemaOf({ _id: bytes, expiresAt: number }),
};

const OF_PROVIDERS: Readonly<Record<string, Document>> = {
  provider_people: schemaOf({ _id: bytes, person: bytes, issuer: bytes }),
};

/** Every collection whose records are checked. */
export const CHECKED: readonly string[] = [
  VALIDATORS,
  OF_ACCOUNTS,
  OF_SET_UP,
  OF_PASSKEYS,
  OF_PROVIDERS,
  OF_AUDIT,
  OF_SECOND_STEPS,
].flatMap((each) => Object.keys(each));

interface GivenDoc {
  readonly map: Binary;
  readonly person: Binary;
  readonly at: number;
}

/** Every step; a new one is added at the end. */
export const STEPS: readonly MigrationStep[] = [
  makeCollections,
  makeAccountCollections,
  listGivenMaps,
  makeSetUp,
  endTokens,
  makePasskeys,
  makeProviders,
  makeAudit,
  makeSecondSteps,
];

async function makeCollections(db: Db): Promise<void> {
  for (const [name, fields] of Object.entries(VALIDATORS)) await checkRecords(db, name, schemaOf(fields));
}

async function makeAccountCollections(db: Db): Promise<void> {
  for (const [name, schema] of Object.entries(OF_ACCOUNTS)) await checkRecords(db, name, schema);
}

async function makeSetUp(db: Db): Promise<void> {
  for (const [name, schema] of Object.entries(OF_SET_UP)) await checkRecords(db, name, schema);
}

async function makePasskeys(db: Db): Promise<void> {
  for (const [name, schema] of Object.entries(OF_PASSKEYS)) await checkRecords(db, name, schema);
}

async function makeProviders(db: Db): Promise<void> {
  for (const [name, schema] of Object.entries(OF_PROVIDERS)) await checkRecords(db, name, schema);
}

async function makeAudit(db: Db): Promise<void> {
  for (const [name, schema] of Object.entries(OF_AUDIT)) await checkRecords(db, name, schema);
}

async function makeSecondSteps(db: Db): Promise<void> {
  for (const [name, schema] of Object.entries(OF_SECOND_STEPS)) await checkRecords(db, name, schema);
}

/** Tokens had no end unless one was said. They go on for a year, so that nothing stops on the day of the upgrade. */
async function endTokens(db: Db): Promise<void> {
  const expiresAt = platformClock.now() + YEAR_MS;
  await db.collection('tokens').updateMany({ expiresAt: null }, { $set: { expiresAt } });
}

/** Since this step everything that a person was given has its place among what they have opened. */
async function listGivenMaps(db: Db): Promise<void> {
  for await (const { map, person, at } of db.collection<GivenDoc>('grants').find().sort({ at: 1 })) {
    await putGiven(db, { map: mustMapId(map.value()), person: mustPersonId(person.value()), at });
  }
}
