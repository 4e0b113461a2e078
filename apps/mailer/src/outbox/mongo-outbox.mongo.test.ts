import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeWith } from '@bough/house/servers';
import { MongoClient } from 'mongodb';
import { afterEach, expect, test } from 'vitest';
import { atEnd, endAll, folder } from '../testing/mail-world.ts';
import { outboxContract } from '../testing/outbox-contract.ts';
import { letterTo } from '../testing/sender-world.ts';
import { openMongoOutbox } from './mongo-outbox.ts';
import { openOutbox } from './open-outbox.ts';
import { openSqliteOutbox } from './sqlite-outbox.ts';
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

  test('[MAIL-23] an outbox that was in a file goes along, with mails, keys and wishes, and twice makes no difference', async () => {
    const [data, at] = [folder(), Date.now()];
    const file = openSqliteOutbox(data);
    for (const id of ['waiting', 'sent', 'other'])
      await file.keep({ id, key: `key-${id}`, at, state: 'waiting', letter: letterTo(`${id}@example.org`) }, at);
    await file.sent('sent', at + 1);
    const claim = await file.claim('dead', at + 1, at + 90_000);
    const token = await file.tokenOf('Ann@example.org', 'token-of-ann');
    await file.refuse(token, at);
    await file.tokenOf('bo@example.org', 'token-of-bo');
    await file.close();
    expect(claim?.id).toBe('waiting');
    const settings = { BOUGH_METADATA: 'mongodb', BOUGH_MONGODB_URL: freshUrl(), BOUGH_DATA: data } as const;
    // As a start that was killed before it could forget the file.
    cpSync(join(data, 'mailer.sqlite'), join(data, 'kept.sqlite'));
    for (let start = 0; start < 2; start++) {
      const carried: number[] = [];
      const outbox = await openOutbox(settings, (mails) => carried.push(mails));
      atEnd(() => outbox.close());
      expect([carried, existsSync(join(data, 'mailer.sqlite'))]).toEqual([[3], false]);
      expect([await outbox.count('waiting'), await outbox.count('sent')]).toEqual([2, 1]);
      expect(await outbox.isRefused('ann@example.org')).toBe(true);
      expect(await outbox.tokenOf('bo@example.org', 'another')).toBe('token-of-bo');
      const again = { id: 'new', key: 'key-sent', at, state: 'waiting', letter: letterTo('sent@example.org') } as const;
      expect(await outbox.keep(again, at)).toEqual({ id: 'sent', state: 'sent' });
      cpSync(join(data, 'kept.sqlite'), join(data, 'mailer.sqlite'));
    }
    const last = await openOutbox({ ...settings, BOUGH_DATA: folder() }, () => expect.unreachable('there is no file'));
    atEnd(() => last.close());
    const claims = [
      await last.claim('me', at + 100_000, at + 200_000),
      await last.claim('me', at + 100_000, at + 200_000),
    ];
    expect(claims.map((mail) => mail?.text)).toEqual([letterTo('').text, letterTo('').text]);
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
