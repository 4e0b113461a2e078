import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { MongoClient, type MongoClientOptions, MongoError, MongoServerError } from 'mongodb';
import { GatewayFailure } from '../failure.ts';
import {
  type Grant,
  type LinkRecord,
  listedOnce,
  type MapListing,
  type MapRecord,
  type Metadata,
  type Person,
  type Revocation,
  type SignIn,
  strongest,
  type UsedSignIn,
} from './metadata.ts';
import {
  bin,
  type Collections,
  type GrantDoc,
  hashBin,
  idOf,
  openCollections,
  toGrant,
  toLink,
  toMap,
  toPerson,
  toRevocation,
} from './mongo-collections.ts';

/** Where the database is: its name stands in the address; without one it is `bough`. */
export interface MongoMetadataSettings {
  readonly url: string;
  /** How long a server may be away before asking it fails. */
  readonly reachWithinMs?: number;
}

const DUPLICATE = 11_000;
const NAMED = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/;
const OPTIONS: MongoClientOptions = {
  appName: 'bough-gateway',
  // A gateway asks little and shortly; more connections than this would only wait inside the database.
  maxPoolSize: 20,
  minPoolSize: 2,
  maxIdleTimeMS: 60_000,
  waitQueueTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  socketTimeoutMS: 10_000,
  // A role that was taken back must not come again when a primary is lost.
  writeConcern: { w: 'majority' },
};

/**
 * Metadata in MongoDB. Nothing here needs a transaction, so that a server without replicas will do: a step is one write of one
 * record, or several in an order in which a crash leaves nothing that anybody can see. What must be single is kept so by
 * unique indexes, what is counted by writes that name the count they have read.
 */
export class MongoMetadata implements Metadata {
  readonly #client: MongoClient;
  readonly #all: Collections;

  private constructor(client: MongoClient, all: Collections) {
    this.#client = client;
    this.#all = all;
  }

  /** Connects and makes the indexes; rejects with GatewayFailure 'metadata' when the server cannot be reached. */
  static async connect(settings: MongoMetadataSettings): Promise<MongoMetadata> {
    const client = new MongoClient(settings.url, {
      ...OPTIONS,
      serverSelectionTimeoutMS: settings.reachWithinMs ?? 5_000,
    });
    try {
      await client.connect();
      const db = client.db(NAMED.exec(settings.url)?.[1] ?? 'bough');
      return new MongoMetadata(client, await openCollections(db));
    } catch (error) {
      await client.close();
      throw new GatewayFailure('metadata', 'the metadata database cannot be reached', {
        cause: error,
        hint: 'Check BOUGH_MONGODB_URL, or set BOUGH_METADATA=sqlite when there is one gateway only.',
      });
    }
  }

  async addPerson(person: Person): Promise<void> {
    const { id, name, email, hue, createdAt } = person;
    const doc = { _id: bin(id), name, hue, createdAt, ...(email === null ? {} : { email }) };
    await asked(() => this.#all.people.insertOne(doc));
  }

  async person(id: PersonId): Promise<Person | null> {
    const doc = await asked(() => this.#all.people.findOne({ _id: bin(id) }));
    return doc === null ? null : toPerson(doc);
  }

  async personByEmail(email: string): Promise<Person | null> {
    const doc = await asked(() => this.#all.people.findOne({ email }));
    return doc === null ? null : toPerson(doc);
  }

  async renamePerson(id: PersonId, name: string): Promise<void> {
    await asked(() => this.#all.people.updateOne({ _id: bin(id) }, { $set: { name } }));
  }

  async tryClaimEmail(id: PersonId, email: string): Promise<boolean> {
    const guest = { _id: bin(id), email: { $exists: false } };
    const claimed = await unlessDuplicate(() => this.#all.people.updateOne(guest, { $set: { email } }));
    return claimed !== null && claimed.modifiedCount === 1;
  }

  async addSignIn(signIn: SignIn): Promise<void> {
    const { hash, email, browser, expiresAt } = signIn;
    const doc = { _id: hashBin(hash), email, browser, expiresAt, used: false };
    await asked(() => this.#all.signIns.insertOne(doc));
  }

  async useSignIn(hash: string, browser: string, nowMs: number): Promise<UsedSignIn> {
    const usable = { _id: hashBin(hash), used: false, expiresAt: { $gt: nowMs } };
    return await asked(async () => {
      const found = await this.#all.signIns.findOne(usable);
      if (found === null) return { kind: 'gone' };
      if (found.browser !== browser) return { kind: 'wrong-browser' };
      const { modifiedCount } = await this.#all.signIns.updateOne(usable, { $set: { used: true } });
      return modifiedCount === 1 ? { kind: 'used', email: found.email } : { kind: 'gone' };
    });
  }

  /** The grant comes last: without it nobody sees the map. */
  async addMap(map: MapRecord, owner: PersonId): Promise<void> {
    const { id, title, createdAt } = map;
    await asked(() => this.#all.maps.insertOne({ _id: bin(id), title, createdAt }));
    await this.setOpened(id, owner, createdAt);
    await this.addGrant({ map: id, person: owner, role: 'own', link: null, at: createdAt });
  }

  async map(id: MapId): Promise<MapRecord | null> {
    const doc = await asked(() => this.#all.maps.findOne({ _id: bin(id) }));
    return doc === null ? null : toMap(doc);
  }

  async setTitle(id: MapId, title: string): Promise<void> {
    await asked(() => this.#all.maps.updateOne({ _id: bin(id) }, { $set: { title } }));
  }

  async mapsOf(person: PersonId): Promise<readonly MapListing[]> {
    return await this.#listings(await this.#grants({ person: bin(person) }), person);
  }

  async listing(map: MapId, person: PersonId): Promise<MapListing | null> {
    const grants = await this.#grants({ person: bin(person), map: bin(map) });
    return (await this.#listings(grants, person))[0] ?? null;
  }

  async setOpened(map: MapId, person: PersonId, at: number): Promise<void> {
    const set = { person: bin(person), map: bin(map), at };
    await upserted(() => this.#all.opened.updateOne({ _id: bin(person, map) }, { $set: set }, { upsert: true }));
  }

  async addGrant(grant: Grant): Promise<void> {
    const { _id, ...set } = grantDoc(grant);
    await upserted(() => this.#all.grants.updateOne({ _id }, { $set: set }, { upsert: true }));
  }

  async role(map: MapId, person: PersonId): Promise<MapRole | null> {
    return strongest((await this.#grants({ person: bin(person), map: bin(map) })).map(({ role }) => role));
  }

  /** Copies before it deletes: a crash between leaves both with what the first had, and nobody without. */
  async moveGrants(from: PersonId, to: PersonId): Promise<void> {
    if (from === to) return;
    for (const grant of await this.#grants({ person: bin(from) })) {
      await this.#raiseGrant({ ...grant, person: to });
      // Revoked while it was being copied: the copy came after everybody's grants were taken back.
      if (grant.link !== null && !(await this.#hasLink(grant.link))) await this.revokeGrants(grant.map, grant.link);
    }
    await asked(() => this.#all.grants.deleteMany({ person: bin(from) }));
    for (const { map, at } of await asked(() => this.#all.opened.find({ person: bin(from) }).toArray())) {
      const moved = { _id: bin(to, idOf(map)), person: bin(to), map, at };
      await unlessDuplicate(() => this.#all.opened.insertOne(moved));
    }
    await asked(() => this.#all.opened.deleteMany({ person: bin(from) }));
  }

  async addLink(link: LinkRecord): Promise<void> {
    const { id, map, hash, role, createdAt } = link;
    const doc = { _id: bin(id), map: bin(map), hash: hashBin(hash), role, createdAt };
    await asked(() => this.#all.links.insertOne(doc));
  }

  async linksOf(map: MapId): Promise<readonly LinkRecord[]> {
    const order = { createdAt: 1, _id: 1 } as const;
    return (
      await asked(() =>
        this.#all.links
          .find({ map: bin(map) })
          .sort(order)
          .toArray(),
      )
    ).map(toLink);
  }

  async linkByHash(hash: string): Promise<LinkRecord | null> {
    const doc = await asked(() => this.#all.links.findOne({ hash: hashBin(hash) }));
    return doc === null ? null : toLink(doc);
  }

  async revokeGrants(map: MapId, link: string): Promise<void> {
    await asked(() => this.#all.grants.deleteMany({ map: bin(map), link: bin(link) }));
  }

  /** The link goes first, so that from then on nobody joins by it. */
  async revokeLink(map: MapId, id: string): Promise<readonly PersonId[] | null> {
    const { deletedCount } = await asked(() => this.#all.links.deleteOne({ _id: bin(id), map: bin(map) }));
    if (deletedCount === 0) return null;
    const lost = await this.#grants({ map: bin(map), link: bin(id) });
    await this.revokeGrants(map, id);
    return lost.map(({ person }) => person);
  }

  async addRevocation(revocation: Extract<Revocation, { readonly kind: 'session' }>): Promise<void> {
    const { kind, session, at } = revocation;
    const update = { $set: { kind, epoch: 0 }, $max: { at } };
    await upserted(() => this.#all.revocations.updateOne({ _id: bin(session) }, update, { upsert: true }));
  }

  async endSessions(person: PersonId, at: number): Promise<number> {
    const _id = bin(person);
    if ((await this.person(person)) === null) throw new GatewayFailure('absent', 'no such person');
    for (;;) {
      const known = await asked(() => this.#all.revocations.findOne({ _id }));
      if (known === null) {
        const first = { _id, kind: 'person', epoch: 1, at } as const;
        if ((await unlessDuplicate(() => this.#all.revocations.insertOne(first))) !== null) return 1;
        continue;
      }
      const epoch = known.epoch + 1;
      const update = { $set: { epoch }, $max: { at } };
      const raised = await asked(() => this.#all.revocations.updateOne({ _id, epoch: known.epoch }, update));
      if (raised.modifiedCount === 1) return epoch;
    }
  }

  async revocations(sinceMs: number): Promise<readonly Revocation[]> {
    const since = { at: { $gte: sinceMs } };
    return (await asked(() => this.#all.revocations.find(since).sort({ at: 1 }).toArray())).map(toRevocation);
  }

  async prune(signInsBefore: number, revocationsBefore: number): Promise<void> {
    await asked(() => this.#all.signIns.deleteMany({ expiresAt: { $lt: signInsBefore } }));
    await asked(() => this.#all.revocations.deleteMany({ kind: 'session', at: { $lt: revocationsBefore } }));
  }

  async ping(): Promise<void> {
    await asked(() => this.#client.db().command({ ping: 1 }));
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #grants(filter: Partial<Pick<GrantDoc, 'person' | 'map' | 'link'>>): Promise<Grant[]> {
    return (await asked(() => this.#all.grants.find(filter).toArray())).map(toGrant);
  }

  async #listings(grants: readonly Grant[], person: PersonId): Promise<MapListing[]> {
    const keys = grants.map(({ map }) => bin(person, map));
    const [maps, opened] = await Promise.all([
      asked(() => this.#all.maps.find({ _id: { $in: grants.map(({ map }) => bin(map)) } }).toArray()),
      asked(() => this.#all.opened.find({ _id: { $in: keys } }).toArray()),
    ]);
    const mapById = new Map(maps.map(toMap).map((map) => [map.id, map]));
    const openedAt = new Map<string, number>(opened.map(({ map, at }) => [idOf(map), at]));
    const listings = grants.flatMap(({ map: id, role, at }) => {
      const map = mapById.get(id);
      return map === undefined ? [] : [{ ...map, role, openedAt: openedAt.get(id) ?? at }];
    });
    return listedOnce(listings);
  }

  async #hasLink(link: string): Promise<boolean> {
    return (await asked(() => this.#all.links.findOne({ _id: bin(link) }))) !== null;
  }

  /** Gives the grant unless a stronger one is there. */
  async #raiseGrant(grant: Grant): Promise<void> {
    const { _id, ...set } = grantDoc(grant);
    for (;;) {
      const known = await asked(() => this.#all.grants.findOne({ _id }));
      if (known === null) {
        if ((await unlessDuplicate(() => this.#all.grants.insertOne({ _id, ...set }))) !== null) return;
        continue;
      }
      if (strongest([known.role, grant.role]) === known.role) return;
      const raised = await asked(() => this.#all.grants.updateOne({ _id, role: known.role }, { $set: set }));
      if (raised.modifiedCount === 1) return;
    }
  }
}

function grantDoc(grant: Grant): GrantDoc {
  const { map, person, link, role, at } = grant;
  const _id = link === null ? bin(map, person) : bin(map, person, link);
  return { _id, map: bin(map), person: bin(person), link: link === null ? null : bin(link), role, at };
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
    throw new GatewayFailure('metadata', 'the metadata database does not answer', { cause: error });
  }
}

/** null: the record, or its unique field, is there already. */
async function unlessDuplicate<T>(work: () => Promise<T>): Promise<T | null> {
  return await asked(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE) return null;
      throw error;
    }
  });
}

/** Two first upserts of one record at once: the second meets the first's record, and then updates it. */
async function upserted<T>(work: () => Promise<T>): Promise<void> {
  if ((await unlessDuplicate(work)) === null) await asked(work);
}
