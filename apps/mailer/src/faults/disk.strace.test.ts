import { fileURLToPath } from 'node:url';
import { mailerRoutes } from '@bough/contracts';
import { FAILED_FLUSH_EXIT } from '@bough/disk';
import { describeWith, type Fault, injectFault, ServiceProcess } from '@bough/house/servers';
import { platformIds } from '@bough/service';
import { Asker, newTokenKey, tokenKeysSetting } from '@bough/service/testing';
import { afterEach, expect, test } from 'vitest';
import { atEnd, endAll, folder } from '../testing/mail-world.ts';

interface Mailer {
  readonly process: ServiceProcess;
  readonly asker: Asker;
  /** Asks it to sign somebody in. */
  send(to: string): Promise<unknown>;
}

afterEach(endAll);

async function started(): Promise<Mailer> {
  const key = newTokenKey();
  const mailer = await ServiceProcess.make({
    main: fileURLToPath(new URL('../main.ts', import.meta.url)),
    environment: { BOUGH_DATA: folder(), BOUGH_TOKEN_KEYS: tokenKeysSetting('mailer', key) },
  });
  const asker = new Asker('mailer', [mailer.url], key);
  atEnd(async () => {
    await mailer.end('SIGKILL');
    await asker.stop();
  });
  await mailer.start();
  return {
    process: mailer,
    asker,
    send: (to) => {
      const mail = { kind: 'sign-in', to, link: 'https://a.example/#s', expiresInMinutes: 10 } as const;
      return asker.call(mailerRoutes.sendMail, { params: {}, body: { key: platformIds.long(), mail } });
    },
  };
}

describeWith('strace-attach', (tracer) => {
  const failing = (mailer: ServiceProcess, fault: Fault): ReturnType<typeof injectFault> => {
    if (mailer.pid === null) throw new Error('it runs');
    return injectFault(tracer(), mailer.pid, fault);
  };

  test('[MAIL-30] a mail whose record cannot be flushed is not accepted: mailer ends, and has at its next start what it accepted', async () => {
    const { process: mailer, asker, send } = await started();
    await send('ann@example.org');
    const injected = await failing(mailer, { calls: 'fsync,fdatasync', error: 'EIO', when: '1' });
    await expect(send('bob@example.org')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await mailer.ended()).toBe(FAILED_FLUSH_EXIT);
    await injected.stop();
    expect(mailer.said).toContain('the disk did not keep what was written to');
    await mailer.start();
    await send('bob@example.org');
    const { mails } = await asker.call(mailerRoutes.listMails, { params: { limit: 9 } });
    expect(mails.filter((each) => each.to === 'ann@example.org')).toHaveLength(1);
  });

  test('[MAIL-31] on a full disk a mail is refused and mailer goes on; with room it is taken', async () => {
    const { process: mailer, asker, send } = await started();
    await send('ann@example.org');
    const full = await failing(mailer, { calls: 'pwrite64', error: 'EDQUOT' });
    await expect(send('bob@example.org')).rejects.toMatchObject({ kind: 'unavailable', code: 'mailer/full' });
    expect((await asker.call(mailerRoutes.listMails, { params: { limit: 9 } })).mails).toHaveLength(1);
    await full.stop();
    await send('bob@example.org');
    expect((await asker.call(mailerRoutes.listMails, { params: { limit: 9 } })).mails).toHaveLength(2);
  });
});
