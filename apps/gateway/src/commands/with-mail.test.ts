import { expect, onTestFinished, test } from 'vitest';
import { lastSecret, mailsTo, newcomer, newMailAddress } from '../testing/visitors/mail.ts';
import { RunningClock } from '../testing/running-clock.ts';
import { newFolder, startedBough } from '../testing/running/started-bough.ts';
import { turnOn } from '../testing/visitors/totp-app.ts';
import { operator, type Ran } from '../testing/running/whole-bough.ts';

// `npm run bough` where two services have a part in one command, on the processes that run in production.

const LONG_MS = 300_000;

test(
  '[GW-422] [GW-423] the owner of an account hears that an operator removed its second step, and who looks at mails stands in the log',
  async () => {
    const data = newFolder();
    const bough = await startedBough(data);
    const email = newMailAddress();
    const browser = await newcomer(bough);
    await browser.must('POST', '/api/session/sign-in', { email });
    await browser.must('POST', '/api/session/sign-in/confirm', { secret: await lastSecret(bough, email) });
    const ours = (...words: readonly string[]): Promise<Ran> => operator(data, words);
    const none = await ours('remove-second-step', email);
    expect([none.code, none.said]).toEqual([1, expect.stringContaining('has no second step')]);
    const clock = new RunningClock();
    onTestFinished(() => clock.stop());
    clock.jump(Date.now() - clock.now());
    await turnOn({ clock }, browser);
    const before = (await mailsTo(bough, email)).length;
    const removed = await ours('remove-second-step', email.toUpperCase());
    expect([removed.code, removed.said]).toEqual([
      0,
      expect.stringContaining(`The email to ${email} is in the outbox`),
    ]);
    const [mail, ...others] = (await mailsTo(bough, email)).slice(0, -before);
    expect([mail?.subject, others]).toEqual(['Two-step sign-in was removed from your Bough account', []]);
    // No page shows the outbox where others come by; who has the data folder reads it.
    const listed = await ours('outbox');
    expect([listed.code, listed.said]).toEqual([0, expect.stringContaining(`${email}  "Sign in to Bough"`)]);
    const id = /^(\S+) .*"Sign in to Bough"$/m.exec(listed.said)?.[1] ?? expect.unreachable('a mail is listed');
    const shown = await ours('outbox', id);
    expect([shown.code, shown.said]).toEqual([1, expect.stringContaining('on a terminal only')]);
    expect((await ours('outbox', '--all')).code).toBe(2);
    expect((await ours('outbox', '--help')).code).toBe(0);
    const lines = (await ours('audit')).said.split('\n').filter((line) => line.startsWith('{'));
    const noted = lines.map((line) => JSON.parse(line)).filter(({ via }) => via === 'command');
    expect(noted.map(({ what, about }) => [what, about.command])).toEqual([
      ['second-step-off', undefined],
      ['operator-command', 'outbox'],
      ['operator-command', `outbox ${id}`],
    ]);
  },
  LONG_MS,
);
