import { expect, test } from 'vitest';
import type { Outbox } from '../outbox/outbox.ts';
import { asBroughtBack, type OutboxRecord, parseRecord } from '../outbox/records.ts';
import { movingEmails } from '../moving/migrate-emails.ts';
import { openSqliteOutbox } from '../outbox/sqlite-outbox.ts';
import { atEnd, folder } from './mail-world.ts';
import { letterTo, shortLivedLetter } from './sender-world.ts';

const AT = 1_700_000_000_000;

const pictured = (id: string) => ({ ...letterTo(`${id}@example.org`), topic: 'watched' as const, picture: 'AAAA' });

/** Mails of every state, and readers with every wish. */
async function filled(outbox: Outbox): Promise<OutboxRecord[]> {
  for (const id of ['waiting', 'sent', 'failed'])
    await outbox.keep({ id, key: `key-${id}`, at: AT, state: 'waiting', letter: pictured(id) }, AT);
  const short = {
    id: 'short',
    key: 'key-short',
    at: AT,
    state: 'waiting',
    letter: shortLivedLetter('s@example.org'),
  } as const;
  await outbox.keep(short, AT);
  await outbox.sent('sent', AT + 1);
  for (let at = 0; at < 3; at++) {
    const claim = await outbox.claim('me', AT + 2, AT + 9);
    if (claim?.id === 'failed') await outbox.failed({ id: 'failed', by: 'me' }, 'no such address', AT + 3);
  }
  await outbox.refuse(await outbox.tokenOf('refuses@example.org', 'token-of-one'), AT);
  await outbox.reads('reads@example.org', 'de', 'token-of-two');
  return await recordsOf(outbox);
}

async function recordsOf(outbox: Outbox): Promise<OutboxRecord[]> {
  const records: OutboxRecord[] = [];
  for await (const record of outbox.records()) records.push(record);
  return records;
}

async function put(records: readonly OutboxRecord[], to: Outbox): Promise<void> {
  for (const record of records) {
    const read = parseRecord(JSON.parse(JSON.stringify(record)));
    if (!read.ok) return expect.unreachable(read.error);
    if (read.value.kind === 'mail') await to.place.addMail(read.value.mail);
    else await to.place.addReader(read.value.reader);
  }
}

/** What every implementation keeps of records, for backups. */
export function recordsContract(fresh: () => Promise<() => Promise<Outbox>>): void {
  test('[MAIL-24] everything that the outbox keeps stands in records, and makes the same outbox anew', async () => {
    const outbox = await (await fresh())();
    const records = await filled(outbox);
    expect(records.map((each) => (each.kind === 'mail' ? each.mail.state : each.reader._id)).toSorted()).toEqual(
      ['failed', 'reads@example.org', 'refuses@example.org', 'sent', 'waiting', 'waiting'].toSorted(),
    );
    const other = openSqliteOutbox(folder());
    atEnd(() => other.close());
    await put(records, other);
    expect(await recordsOf(other)).toEqual(expect.arrayContaining(records));
    const again = await (await fresh())();
    for (let time = 0; time < 2; time++) await put(await recordsOf(other), again);
    expect(await recordsOf(again)).toHaveLength(records.length);
    expect(await recordsOf(again)).toEqual(expect.arrayContaining(records));
  });

  test('[MAIL-25] what waited when the backup was made is not sent by itself, and what was good for minutes never', async () => {
    const outbox = await (await fresh())();
    const records = await filled(outbox);
    const back = await (await fresh())();
    for (const record of records)
      if (record.kind === 'mail') await back.place.addMail(asBroughtBack(record.mail, AT + 50));
    expect(await back.claim('me', AT + 1_000_000, AT + 2_000_000)).toBeNull();
    expect(await back.tryAgain('waiting', AT + 60)).toBe(true);
    expect(await back.tryAgain('short', AT + 60)).toBe(false);
    expect((await back.claim('me', AT + 70, AT + 90))?.id).toBe('waiting');
    expect(JSON.stringify(await recordsOf(back))).not.toContain('sign-in#');
  });

  test('[GW-574] an outbox is moved whole, what waits waits, and it says what it has to do with a move', async () => {
    const [from, to] = [await (await fresh())(), openSqliteOutbox(folder())];
    atEnd(() => to.close());
    const records = await filled(from);
    await put(records.slice(0, 2), to);
    const moving = movingEmails({ name: 'old', outbox: from }, { name: 'new', outbox: to });
    expect(await moving.to.isEmpty()).toBe(false);
    await expect(moving.verify()).rejects.toThrow(`${records.length} here, 2 there`);
    await to.moves.clear();
    expect(await moving.to.isEmpty()).toBe(true);
    await moving.copy(async () => undefined);
    expect(await moving.verify()).toContain(`${records.length} emails and readers`);
    expect(await recordsOf(to)).toEqual(expect.arrayContaining(records));
    // And back again.
    const back = movingEmails({ name: 'new', outbox: to }, { name: 'old', outbox: from });
    await from.refuse(await from.tokenOf('later@example.org', 'token-of-three'), AT);
    await back.copy(async () => undefined);
    await back.verify();
    expect(await recordsOf(from)).toHaveLength(records.length);
    expect(await from.moves.mark()).toBeNull();
    for (const state of ['filling', 'moved'] as const) {
      const mark = { state, id: 'a move', other: 'SQLite', at: AT };
      await from.moves.setMark(mark);
      expect(await from.moves.mark()).toEqual(mark);
    }
  });
}
