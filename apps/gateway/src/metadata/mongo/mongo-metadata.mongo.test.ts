import { describeWith } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Binary, MongoClient } from 'mongodb';
import { GatewayFailure } from '../../failure.ts';
import { newHash, newMapId, newPersonId } from '../../testing/metadata-contract/fixtures.ts';
import { metadataContract } from '../../testing/metadata-contract/metadata-contract.ts';
import type { Metadata } from '../metadata.ts';
import { bin, hashBin } from './binary.ts';
import { INDEXES } from './indexes.ts';
import { connectMongo } from './mongo-metadata.ts';
import { CHECKED, STEPS } from './schema.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

interface TokenBefore {
  readonly _id: Binary;
  readonly person: Binary;
  readonly hash: Binary;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly usedAt: null;
  readonly expiresAt: number | null;
}

interface PersonBefore {
  readonly _id: Binary;
  readonly name: string;
  readonly hue: number;
  readonly createdAt: number;
}

describeWith('mongodb', (server) => {
  let metadata: Metadata | null = null;
  const urlOf = (): string => {
    const url = new URL(server().url);
    url.pathname = `/${server().database}`;
    return url.href;
  };
  const open = (): Metadata => {
    if (metadata === null) throw new Error('asked before it was opened');
    return metadata;
  };
  beforeAll(async () => {
    metadata = await connectMongo({ url: urlOf() });
  });
  afterAll(async () => {
    const client = await MongoClient.connect(urlOf());
    await client.db().dropDatabase();
    await client.close();
    await metadata?.close();
  });

  metadataContract(open);

  test('[GW-1] ids are kept as 16 bytes, and a second gateway finds what the first has kept', async () => {
    const id = newPersonId();
    await open().addPerson({ id, name: 'Ada', email: null, hue: 1, createdAt: 5 });
    const client = await MongoClient.connect(urlOf());
    const kept = await client.db().collection('people').findOne({ name: 'Ada', createdAt: 5 });
    expect(kept?._id).toMatchObject({ sub_type: 0, position: 16 });
    await client.close();
    const second = await connectMongo({ url: urlOf() });
    expect((await second.person(id))?.name).toBe('Ada');
    await second.close();
  });

  test('[GW-582] grants that are asked for together are those of each pair, not of everybody on every map', async () => {
    const [ada, bob, cy] = [newPersonId(), newPersonId(), newPersonId()];
    const maps = [newMapId(), newMapId(), newMapId()];
    for (const map of maps) await open().addGrant({ map, person: ada, role: 'own', link: null, at: 1 });
    await open().addGrant({ map: maps[0] ?? newMapId(), person: bob, role: 'view', link: null, at: 1 });
    const pairs = [ada, bob, cy].flatMap((person) => maps.map((map) => ({ map, person })));
    const roles = await Promise.all(
      pairs.map(async ({ map, person }) => (await open().grantsOn(map, person)).map(({ role }) => role).join()),
    );
    expect(roles).toEqual(['own', 'own', 'own', 'view', '', '', '', '', '']);
  });

  test('[GW-95] a database from before is brought up to date and stays readable', async () => {
    const client = await MongoClient.connect(urlOf());
    const name = `${server().database}_before`;
    const db = client.db(name);
    const id = newPersonId();
    await db.collection<PersonBefore>('people').insertOne({ _id: bin(id), name: 'Ada', hue: 1, createdAt: 5 });
    const token = { person: bin(id), name: '', scopes: [], createdAt: 1, usedAt: null };
    for (const expiresAt of [null, 5]) {
      const keys = { _id: bin(newPersonId()), hash: hashBin(newHash()) };
      await db.collection<TokenBefore>('tokens').insertOne({ ...keys, ...token, expiresAt });
    }
    const fromMs = Date.now();
    const url = new URL(urlOf());
    url.pathname = `/${name}`;
    const opened = await connectMongo({ url: url.href });
    expect(await opened.person(id)).toEqual({ id, name: 'Ada', email: null, hue: 1, createdAt: 5 });
    // GW-247: those without an end get one, and no other is touched.
    const ends = (await opened.tokensOf(id)).map(({ expiresAt }) => expiresAt ?? 0).toSorted((a, b) => a - b);
    expect([ends[0], (ends[1] ?? 0) >= fromMs + YEAR_MS, (ends[1] ?? 0) <= Date.now() + YEAR_MS]).toEqual([
      5,
      true,
      true,
    ]);
    await opened.close();
    await (await connectMongo({ url: url.href })).close();
    expect(await db.collection('migrations').countDocuments()).toBe(STEPS.length);
    if (!server().standIn) {
      for (const collection of CHECKED) {
        await expect(db.collection(collection).insertOne({ name: 'no id of ours' }), collection).rejects.toThrow();
      }
    }
    await db.dropDatabase();
    await client.close();
  });

  test('[GW-7] a database that was closed or is not there is a failure', async () => {
    const closed = await connectMongo({ url: urlOf() });
    await closed.close();
    await expect(closed.ping()).rejects.toMatchObject({ code: 'gateway/metadata', kind: 'unavailable' });
    await expect(closed.person(newPersonId())).rejects.toBeInstanceOf(GatewayFailure);
  });
});

test('[GW-95] whatever has an index has a schema, which MongoDB checks', () => {
  expect(INDEXES.map(([name]) => name).filter((name) => !CHECKED.includes(name))).toEqual([]);
});

test('[GW-7] no database at the address is a failure that says what to check', async () => {
  const connecting = connectMongo({ url: 'mongodb://127.0.0.1:1', reachWithinMs: 200 });
  await expect(connecting).rejects.toMatchObject({
    code: 'gateway/metadata',
    hint: expect.stringContaining('BOUGH_MONGODB_URL'),
  });
});
