import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mailerRoutes } from '@bough/contracts';
import { FAILED_FLUSH_EXIT } from '@bough/disk';
import { ServiceProcess } from '@bough/house/servers';
import { platformIds } from '@bough/service';
import { Asker, newTokenKey, tokenKeysSetting } from '@bough/service/testing';
import { afterEach, expect, test } from 'vitest';
import { atEnd, endAll, folder } from '../testing/mail-world.ts';

afterEach(endAll);

async function mailerIn(data: string) {
  const key = newTokenKey();
  const mailer = await ServiceProcess.make({
    main: fileURLToPath(new URL('../main.ts', import.meta.url)),
    environment: { BOUGH_DATA: data, BOUGH_TOKEN_KEYS: tokenKeysSetting('mailer', key) },
  });
  const asker = new Asker('mailer', [mailer.url], key);
  atEnd(async () => {
    await mailer.end('SIGKILL');
    await asker.stop();
  });
  const send = (to: string): Promise<unknown> => {
    const mail = { kind: 'sign-in', to, link: 'https://a.example/#s', expiresInMinutes: 10 } as const;
    return asker.call(mailerRoutes.sendMail, { params: {}, body: { key: platformIds.long(), mail } });
  };
  return { mailer, asker, send };
}

const TOLD = /"level":"error".*the outbox that was here is gone/;

test('[MAIL-46] an outbox that is gone is begun anew, and the log says once that mails may be lost with it', async () => {
  const data = join(folder(), 'data');
  const { mailer, asker, send } = await mailerIn(data);
  await mailer.start();
  await send('ann@example.org');
  await mailer.end('SIGTERM');
  expect(mailer.said).not.toMatch(TOLD);
  for (const end of ['', '-wal', '-shm']) rmSync(join(data, `mailer.sqlite${end}`), { force: true });
  await mailer.start();
  await send('bob@example.org');
  await mailer.end('SIGTERM');
  expect(mailer.said).toMatch(TOLD);
  await mailer.start();
  const { mails } = await asker.call(mailerRoutes.listMails, { params: { limit: 9 } });
  expect(mails.map(({ to }) => to)).toEqual(['bob@example.org']);
  await mailer.end('SIGTERM');
  expect(mailer.said.match(new RegExp(TOLD, 'g'))).toHaveLength(1);
}, 60_000);

test('[MAIL-33] a mail that would go into a folder that was moved away is not accepted: mailer ends, and has what it accepted when it is back', async () => {
  const data = join(folder(), 'data');
  const { mailer, asker, send } = await mailerIn(data);
  await mailer.start();
  await send('ann@example.org');
  renameSync(data, `${data}-away`);
  await expect(send('bob@example.org')).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await mailer.ended()).toBe(FAILED_FLUSH_EXIT);
  expect(mailer.said).toMatch(/bough: .* is not the file any more that this process has open/);
  rmSync(data, { recursive: true, force: true });
  renameSync(`${data}-away`, data);
  await mailer.start();
  const { mails } = await asker.call(mailerRoutes.listMails, { params: { limit: 9 } });
  expect(mails.map(({ to }) => to)).toEqual(['ann@example.org']);
}, 60_000);
