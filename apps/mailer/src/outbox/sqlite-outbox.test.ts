import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { atEnd, endAll, folder } from '../testing/mail-world.ts';
import { outboxContract } from '../testing/outbox-contract.ts';
import { openSqliteOutbox } from './sqlite-outbox.ts';
import { openMailFile } from './sqlite-steps.ts';

afterEach(endAll);

outboxContract(async () => {
  const data = folder();
  return async () => {
    const outbox = openSqliteOutbox(data);
    atEnd(() => outbox.close());
    return outbox;
  };
});

test('[MAIL-11] an outbox that was cut off is called damaged, with what to do', async () => {
  const data = folder();
  await openSqliteOutbox(data).close();
  truncateSync(join(data, 'mailer.sqlite'), 4_096);
  const failure = { code: 'mailer/no-outbox', message: expect.stringContaining('is damaged') };
  expect(() => openSqliteOutbox(data)).toThrowError(expect.objectContaining(failure));
  expect(() => openSqliteOutbox(data)).toThrowError(
    expect.objectContaining({ hint: expect.stringContaining('restore PLACE') }),
  );
});

test('[MAIL-11] a folder that cannot be written and an outbox that was closed are failures that say what to check', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  const failure = { kind: 'unavailable', code: 'mailer/no-outbox', hint: expect.stringContaining('BOUGH_DATA') };
  expect(() => openSqliteOutbox(join(file, 'data'))).toThrowError(expect.objectContaining(failure));
  const outbox = openSqliteOutbox(folder());
  await outbox.close();
  await outbox.close();
  await expect(outbox.ping()).rejects.toMatchObject(failure);
});

test('[MAIL-12] the file is written ahead of itself, and what is forgotten is wiped from it', () => {
  const data = folder();
  const outbox = openSqliteOutbox(data);
  atEnd(() => outbox.close());
  const raw = new DatabaseSync(join(data, 'mailer.sqlite'));
  expect(raw.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  raw.close();
});

test('[MAIL-32] each commit is flushed before it counts', () => {
  const database = openMailFile(join(folder(), 'mailer.sqlite'));
  atEnd(async () => database.close());
  const FULL = 2;
  expect(database.raw.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(database.raw.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: FULL });
});

test('[MAIL-18] a file of the first version is brought up, with what waits in it; one of a newer Bough is left alone', async () => {
  const data = folder();
  const old = new DatabaseSync(join(data, 'mailer.sqlite'));
  old.exec(`CREATE TABLE mails (id TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE, recipient TEXT NOT NULL, subject TEXT NOT NULL,
    text TEXT NOT NULL, html TEXT NOT NULL, at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')), attempts INTEGER NOT NULL, due_at INTEGER NOT NULL,
    useless_at INTEGER) STRICT;
    INSERT INTO mails VALUES ('a', 'a', 'ann@example.org', 'S', 'T', 'H', 5, 'waiting', 1, 5, NULL)`);
  old.close();
  for (let at = 0; at < 2; at++) {
    const outbox = openSqliteOutbox(data);
    expect(await outbox.claim('me', 10 + at, 11 + at)).toEqual({
      ...{ id: 'a', to: 'ann@example.org', subject: 'S', text: 'T', html: 'H', attempts: 1 },
      ...{ uselessAt: null, topic: 'account', noMore: null, picture: null },
    });
    await outbox.close();
  }
  const newer = new DatabaseSync(join(data, 'mailer.sqlite'));
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  expect(() => openSqliteOutbox(data)).toThrowError(/newer version of Bough/);
});
