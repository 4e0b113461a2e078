import { describeWith } from '@bough/house/servers';
import { MongoClient } from 'mongodb';
import { afterEach, expect, test } from 'vitest';
import { atEnd, endAll } from '../testing/mail-world.ts';
import { outboxContract } from '../testing/outbox-contract.ts';
import { openMongoOutbox } from './mongo-outbox.ts';
import { INDEXES, MAILS, READERS, STEPS, STEPS_IN } from './mongo-records.ts';

afterEach(endAll);

describeWith('mongodb', (server) => {
  let databases = 0;
  /** A database of the test's own, which goes with it. */
  const freshUrl = (): string => {
    const url = new URL(server().url);
    url.pathname = `/${server().database}_mail_${++databases}`;
    atEnd(async () => {
      const client = await MongoClient.connect(url.href);
      await client.db().dropDatabase();
      await client.close();
    });
    return url.href;
  };
  const opened = async (url: string) => {
    const outbox = await openMongoOutbox({ url });
    atEnd(() => outbox.close());
    return outbox;
  };

  outboxContract(async () => {
    const url = freshUrl();
    return async () => await opened(url);
  });

  test('[MAIL-21] its collections stand beside those of others, with steps of their own, and are checked by the database', async () => {
    const url = freshUrl();
    const client = await MongoClient.connect(url);
    await client.db().collection('migrations').insertOne({ name: 'of the gateway' });
    await opened(url);
    await opened(url);
    const db = client.db();
    expect(await db.collection('migrations').countDocuments()).toBe(1);
    expect(await db.collection(STEPS_IN).countDocuments()).toBe(STEPS.length);
    for (const [collection, keys] of INDEXES) {
      const there = await db.collection(collection).indexes();
      expect(there.map(({ key }) => key)).toContainEqual(keys);
    }
    if (!server().standIn) {
      for (const collection of [MAILS, READERS]) {
        await expect(db.collection(collection).insertOne({ subject: 'no mail of ours' })).rejects.toThrow();
      }
    }
    await client.close();
  });

  test('[MAIL-11] an outbox that was closed is a failure', async () => {
    const outbox = await openMongoOutbox({ url: freshUrl() });
    await outbox.close();
    await expect(outbox.ping()).rejects.toMatchObject({ kind: 'unavailable', code: 'mailer/no-outbox' });
    await expect(outbox.count('sent')).rejects.toMatchObject({ code: 'mailer/no-outbox' });
  });
});

test('[MAIL-11] no database at the address is a failure that says what to check', async () => {
  await expect(openMongoOutbox({ url: 'mongodb://127.0.0.1:1', reachWithinMs: 200 })).rejects.toMatchObject({
    code: 'mailer/no-outbox',
    hint: expect.stringContaining('BOUGH_MONGODB_URL'),
  });
});
