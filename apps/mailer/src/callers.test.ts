import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mailerRoutes } from '@bough/contracts';
import { ServiceProcess } from '@bough/house/servers';
import { newTokenKey, tokenKeysSetting, whoMayCall } from '@bough/service/testing';
import { expect, onTestFinished, test } from 'vitest';

test('[SVC-78] mailer answers the gateway and nobody else, whatever name they give', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-callers-'));
  const [gateway, other] = [newTokenKey(), newTokenKey()];
  const mailer = await ServiceProcess.make({
    main: fileURLToPath(new URL('./main.ts', import.meta.url)),
    environment: {
      BOUGH_DATA: folder,
      BOUGH_LOG_LEVEL: 'error',
      BOUGH_TOKEN_KEYS: tokenKeysSetting('mailer', gateway),
    },
  });
  onTestFinished(async () => {
    await mailer.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
  await mailer.start();
  const found = await whoMayCall(mailer.url, mailerRoutes, {
    gateway: { issuer: 'gateway', kid: 't', key: gateway },
    'the gateway as exporter': { issuer: 'exporter', kid: 't', key: gateway },
    'the gateway as mailer': { issuer: 'mailer', kid: 't', key: gateway },
    'the gateway as docstore': { issuer: 'docstore', kid: 't', key: gateway },
    'another as gateway': { issuer: 'gateway', kid: 't', key: other },
    'another by its name': { issuer: 'exporter', kid: 't', key: other },
  });
  expect(found).toEqual({
    sendMail: ['gateway'],
    withdrawMail: ['gateway'],
    wantMail: ['gateway'],
    mailWish: ['gateway'],
    setMailWish: ['gateway'],
    listMails: ['gateway'],
  });
});
