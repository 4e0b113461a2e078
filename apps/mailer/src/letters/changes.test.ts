import type { MailRequest } from '@bough/contracts';
import PostalMime from 'postal-mime';
import { afterEach, expect, test } from 'vitest';
import { openSqliteOutbox } from '../outbox/sqlite-outbox.ts';
import { atEnd, client, endAll, folder, invitation, runMailer, signIn, smtpServer } from '../testing/mail-world.ts';
import { senderWorld } from '../testing/sender-world.ts';
import { writeLetter } from './letter.ts';

afterEach(endAll);

/** The smallest PNG that there is. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const STOP = 'https://bough.example/stop-watching/AAAA';

type Changes = Extract<MailRequest['mail'], { readonly kind: 'changes' }>;
const NOTHING = { added: 0, removed: 0, reworded: 0, moved: 0, restyled: 0, linked: 0, unlinked: 0 } as const;
const REST = { commented: 0, said: 0, reacted: 0, resolved: 0, isRetitled: false } as const;
function changes(given: Partial<Changes> = {}): Changes {
  return {
    ...{ kind: 'changes', to: 'ann@example.org', link: 'https://bough.example/m/x', title: 'Budget', every: 'day' },
    shares: [
      { from: 'Ana', below: 'Money', ...NOTHING, ...REST, added: 12, moved: 2 },
      { from: 'Bo', below: null, ...NOTHING, ...REST, isRetitled: true },
    ],
    ...{ more: 3, picture: PICTURE, noMore: STOP },
    ...given,
  };
}

test('[MAIL-63] it says what each did in the words of history, in both languages', () => {
  const [en, de] = (['en', 'de'] as const).map((language) => writeLetter(changes(), language, null));
  expect(en?.subject).toBe('A map that you watch was changed');
  expect(en?.text).toContain(
    'Others have changed a map that you watch in Bough:\n\nBudget\n\nAna: Added 12 items below “Money”, moved 2 items\n\nBo: Renamed the map\n\n3 more people made changes.\n\nhttps://bough.example/m/x\n',
  );
  expect(en?.text).toContain(`No more emails about changes to this map:\n${STOP}\n`);
  expect(en?.html).toContain('<strong>Ana</strong><br>Added 12 items below “Money”, moved 2 items</p>');
  expect(de?.subject).toBe('Eine Karte, die du beobachtest, wurde geändert');
  expect(de?.text).toContain(
    'Ana: 12 Punkte unter „Money“ hinzugefügt, 2 Punkte verschoben\n\nBo: Die Karte umbenannt',
  );
  expect(de?.text).toContain('3 weitere Personen haben etwas geändert.');
  expect(de?.text).toContain('höchstens einmal am Tag');
  expect(de?.html).toContain('>Nicht mehr beobachten</a>');
  const hourly = writeLetter(changes({ every: 'hour', more: 1 }), 'de', null);
  expect(hourly.text).toMatch(/Eine weitere Person hat etwas geändert.*höchstens einmal in der Stunde/s);
  const unknown = changes({ shares: [{ from: '', below: null, ...NOTHING, ...REST, removed: 1 }] });
  expect(writeLetter(unknown, 'de', null).text).toContain('Jemand: Einen Punkt entfernt\n');
  // Who may not read who did what.
  const plain = writeLetter(changes({ shares: [], more: 0, picture: null }), 'en', null);
  expect(plain.text).toContain('A map that you watch in Bough was changed:\n\nBudget\n\nhttps://');
  expect(plain.html).not.toContain('<img');
});

test('[MAIL-3] [MAIL-63] names of people, maps and items stay words', () => {
  const hostile = '\u202e</p><img src=x onerror=alert(1)>';
  const shares = [{ from: hostile, below: hostile, ...NOTHING, ...REST, added: 1 }];
  const letter = writeLetter(changes({ title: hostile, shares, picture: null }), 'en', null);
  expect(letter.html).not.toMatch(/<img|\u202e/);
  expect(letter.subject).toBe('A map that you watch was changed');
});

test('[MAIL-63] the picture travels with the mail, in the language of its reader, and is forgotten with its words', async () => {
  const [data, smtp] = [folder(), await smtpServer()];
  const mailer = await runMailer({ data, smtpPort: smtp.port });
  await client(mailer, 'de-DE').send(signIn('before'));
  await client(mailer).send({ key: 'changes', mail: changes() });
  await expect.poll(() => smtp.mails.length).toBe(2);
  const raw = smtp.mails.find((mail) => mail.raw.includes('stop-watching'))?.raw ?? '';
  const mail = await new PostalMime().parse(Buffer.from(raw, 'latin1'));
  expect(mail.subject).toBe('Eine Karte, die du beobachtest, wurde geändert');
  const [picture, ...others] = mail.attachments;
  expect([picture?.mimeType, picture?.contentId, picture?.disposition, others]).toEqual([
    'image/png',
    '<map>',
    'inline',
    [],
  ]);
  const content = picture?.content;
  expect(content instanceof ArrayBuffer ? Buffer.from(content).toString('base64') : '').toBe(PICTURE);
  expect(mail.html?.match(/<img/g)).toHaveLength(1);
  expect(mail.html).toContain('<img class="rule" src="cid:map"');
  const outbox = openSqliteOutbox(data);
  atEnd(() => outbox.close());
  await expect
    .poll(async () => (await outbox.list(9, Date.now() + 1_000)).map(({ state, picture: kept }) => [state, kept]))
    .toEqual([
      ['sent', null],
      ['sent', null],
    ]);
});

test('[MAIL-63] one that could not be sent for a day is not sent, and its picture is forgotten', async () => {
  const outbox = openSqliteOutbox(folder());
  atEnd(() => outbox.close());
  const { clock, sender, keep, settle, sent } = senderWorld(outbox, {
    answer: () => ({ kind: 'later', reason: 'away' }),
  });
  await keep('changes', writeLetter(changes(), 'en', null));
  await sender.start();
  await settle();
  expect((await outbox.list(9, clock.now()))[0]).toMatchObject({ state: 'waiting', picture: PICTURE });
  clock.advance(24 * 3_600_000);
  await settle();
  expect((await outbox.list(9, clock.now()))[0]).toMatchObject({ state: 'failed', text: '', picture: null });
  expect(sent).toEqual([]);
});

test('[MAIL-64] one click ends the watch of that map; who wants no invitations still gets it, and it is counted apart', async () => {
  const smtp = await smtpServer();
  const mailer = await runMailer({ data: folder(), smtpPort: smtp.port, BOUGH_MAIL_PER_HOUR: 1 });
  const { send, setWish } = client(mailer);
  await send(invitation('one'));
  await expect.poll(() => smtp.mails.length).toBe(1);
  await setWish('ann@example.org', false);
  await send({ key: 'changes', mail: changes() });
  await expect.poll(() => smtp.mails.length).toBe(2);
  const mail = await new PostalMime().parse(Buffer.from(smtp.mails[1]?.raw ?? '', 'latin1'));
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect([header('list-unsubscribe'), header('list-unsubscribe-post')]).toEqual([
    `<${STOP}>`,
    'List-Unsubscribe=One-Click',
  ]);
  expect(mail.html).toContain(`href="${STOP}"`);
});
