import { describeWith } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MongoClient } from 'mongodb';
import { GatewayFailure } from '../../failure.ts';
import { newPersonId } from '../../testing/metadata-contract/fixtures.ts';
import { metadataContract } from '../../testing/metadata-contract/metadata-contract.ts';
import type { Metadata } from '../metadata.ts';
import { connectMongo } from './mongo-metadata.ts';

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

  test('[GW-7] a database that was closed or is not there is a failure', async () => {
    const closed = await connectMongo({ url: urlOf() });
    await closed.close();
    await expect(closed.ping()).rejects.toMatchObject({ code: 'gateway/metadata', kind: 'unavailable' });
    await expect(closed.person(newPersonId())).rejects.toBeInstanceOf(GatewayFailure);
  });
});

test('[GW-7] no database at the address is a failure that says what to check', async () => {
  const connecting = connectMongo({ url: 'mongodb://127.0.0.1:1', reachWithinMs: 200 });
  await expect(connecting).rejects.toMatchObject({
    code: 'gateway/metadata',
    hint: expect.stringContaining('BOUGH_MONGODB_URL'),
  });
});
