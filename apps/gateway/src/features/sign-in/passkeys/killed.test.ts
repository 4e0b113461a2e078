import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceProcess } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { Authenticator } from '../../../testing/visitors/authenticator.ts';
import { gatewayProcess } from '../../../testing/running/gateway-process.ts';
import { newcomer, newMailAddress, signedIn } from '../../../testing/visitors/mail.ts';
import { Neighbours } from '../../../testing/running/neighbours.ts';

let neighbours: Neighbours;
let gateway: ServiceProcess;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-passkeys-'));
  neighbours = await Neighbours.start(['mailer']);
  const more = { BOUGH_MAILER_URL: neighbours.urls.mailer, BOUGH_LOG_LEVEL: 'debug' };
  gateway = await gatewayProcess(neighbours, folder, more);
  await gateway.start();
  return async () => {
    await gateway.end('SIGKILL');
    await neighbours.stop();
    rmSync(folder, { recursive: true, force: true });
  };
});

test('[GW-325] a gateway that was killed lets nobody in twice by one answer, and its log knows no passkey', async () => {
  const owner = await signedIn(gateway, newMailAddress());
  const key = new Authenticator('ES256', { counts: true });
  const order = (await owner.must('POST', '/api/account/passkeys/begin', { proof: null })).json;
  await owner.must('POST', '/api/account/passkeys', key.make(order));
  const browser = await newcomer(gateway);
  const asked = (await browser.must('POST', '/api/session/passkey')).json;
  const again = async (): Promise<void> => {
    await gateway.end('SIGKILL');
    await gateway.start();
  };
  // Nothing of a question is kept, so that nothing of it is lost.
  await again();
  const overheard = browser.at(gateway);
  const answer = key.answer(asked);
  const confirm = '/api/session/passkey/confirm';
  expect((await browser.must('POST', confirm, { answer })).json.person).toEqual(await owner.person());
  await again();
  expect((await overheard.ask('POST', confirm, { answer })).json.code).toBe('gateway/late-passkey');
  const behind = key.answer((await overheard.must('POST', '/api/session/passkey')).json, { counter: 1 });
  expect((await overheard.ask('POST', confirm, { answer: behind })).json.code).toBe('gateway/copied-passkey');
  await expect.poll(() => gateway.said).toContain('counted backwards');
  for (const not of [key.credential, answer.signature, answer.clientData, asked.challenge]) {
    expect(gateway.said).not.toContain(not);
  }
});
