import { freePort } from '@bough/house/servers';
import { expect, test } from 'vitest';
import { type MailerProcess, mailerProcess, smtpSink } from './mailer-process.ts';

// What a kill at the worst moment does, with either outbox: `storage` names one that no other test has.

const SOON = { timeout: 15_000 };
const LIMIT = { timeout: 60_000 };

/** Kills one mailer and starts it again. */
export function killContract(storage: () => Readonly<Record<string, string>>): void {
  test('[MAIL-9] killed with -9 before it could send, it sends each mail once when it runs again', LIMIT, async () => {
    const smtpPort = await freePort();
    const mailer = await mailerProcess({ ...storage(), BOUGH_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });
    await mailer.start();
    for (let at = 0; at < 10; at++) expect((await mailer.send(at)).state).toBe('waiting');
    await mailer.kill();
    const taken = await smtpSink(smtpPort);
    await mailer.start();
    await expect.poll(() => taken.length, SOON).toBe(10);
    for (let at = 0; at < 10; at++) await expect.poll(async () => (await mailer.send(at)).state, SOON).toBe('sent');
    await mailer.kill();
    await mailer.start();
    expect((await mailer.send(1)).state).toBe('sent');
    expect([taken.length, new Set(taken.map(({ to }) => to)).size]).toEqual([10, 10]);
  });

  test(
    '[MAIL-9] killed with -9 after the server took a mail and before the outbox knows, it sends that one twice, under one Message-ID, and no other',
    LIMIT,
    async () => {
      const smtpPort = await freePort();
      const doomed = new Map<string, MailerProcess>();
      const taken = await smtpSink(smtpPort, async ({ to }) => {
        const victim = doomed.get(to);
        doomed.clear();
        // The mail is the server's now; its answer never reaches a living process.
        await victim?.kill();
      });
      const mailer = await mailerProcess({ ...storage(), BOUGH_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });
      await mailer.start();
      for (let at = 0; at < 2; at++) await mailer.send(at);
      for (let at = 0; at < 2; at++) await expect.poll(async () => (await mailer.send(at)).state, SOON).toBe('sent');
      doomed.set('person2@example.org', mailer);
      await mailer.send(2);
      await mailer.gone();
      expect(taken.length).toBe(3);

      await mailer.start();
      await mailer.send(3);
      for (const at of [2, 3]) await expect.poll(async () => (await mailer.send(at)).state, SOON).toBe('sent');
      const twice = taken.filter(({ to }) => to === 'person2@example.org');
      expect([taken.length, twice.length, new Set(twice.map(({ id }) => id)).size]).toEqual([5, 2, 1]);
      expect(new Set(taken.map(({ id }) => id)).size).toBe(4);
    },
  );
}

/** Kills a mailer while a mail gathers. */
export function gatheringKillContract(storage: () => Readonly<Record<string, string>>): void {
  test(
    '[MAIL-22] a mail that gathers outlives a kill -9 and leaves by itself, once, as it was last',
    LIMIT,
    async () => {
      const smtpPort = await freePort();
      const taken = await smtpSink(smtpPort);
      const mailer = await mailerProcess({ ...storage(), BOUGH_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });
      await mailer.start();
      await mailer.gather(1, 'said first', 60);
      await mailer.gather(1, 'said last', 2);
      await mailer.kill();
      expect(taken.length).toBe(0);
      await mailer.start();
      await expect.poll(() => taken.length, SOON).toBe(1);
      // Whoever asks again for what has left changes nothing.
      await expect.poll(async () => (await mailer.gather(1, 'too late', 2)).state, SOON).toBe('sent');
      await mailer.send(2);
      await expect.poll(() => taken.length, SOON).toBe(2);
      expect(taken.map(({ raw }) => [/said first|too late/.test(raw), /said last/.test(raw)])).toEqual([
        [false, true],
        [false, false],
      ]);
    },
  );
}

/** Kills one of two mailers at one outbox, each on a machine of its own: nothing of the dead one's machine is there any more. */
export function otherMachineContract(storage: () => Readonly<Record<string, string>>): void {
  test(
    '[MAIL-19] a mailer on another machine finds the mails of one that was killed, and both never send one mail twice',
    LIMIT,
    async () => {
      const smtpPort = await freePort();
      const environment = { ...storage(), BOUGH_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` };
      const [first, second] = [await mailerProcess(environment), await mailerProcess(environment)];
      await Promise.all([first.start(), second.start()]);
      for (let at = 0; at < 8; at++) expect((await first.send(at)).state).toBe('waiting');
      await first.kill();
      const taken = await smtpSink(smtpPort);
      for (let at = 0; at < 8; at++) await expect.poll(async () => (await second.send(at)).state, SOON).toBe('sent');
      await first.start();
      const both = [first, second];
      for (let at = 8; at < 24; at++) await both[at % 2]?.send(at);
      for (let at = 8; at < 24; at++) await expect.poll(async () => (await second.send(at)).state, SOON).toBe('sent');
      expect([taken.length, new Set(taken.map(({ id }) => id)).size]).toEqual([24, 24]);
    },
  );
}
