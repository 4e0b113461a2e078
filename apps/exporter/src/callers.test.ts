import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exporterRoutes } from '@bough/contracts';
import { ServiceProcess } from '@bough/house/servers';
import { newTokenKey, tokenKeysSetting, whoMayCall } from '@bough/service/testing';
import { expect, onTestFinished, test } from 'vitest';

test('[SVC-78] exporter answers the gateway and nobody else, whatever name they give', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-callers-'));
  const [gateway, other] = [newTokenKey(), newTokenKey()];
  const exporter = await ServiceProcess.make({
    main: fileURLToPath(new URL('./main.ts', import.meta.url)),
    environment: {
      BOUGH_DATA: folder,
      BOUGH_LOG_LEVEL: 'error',
      BOUGH_TOKEN_KEYS: `${tokenKeysSetting('exporter', gateway)},${tokenKeysSetting('docstore', other, 'exporter')}`,
    },
  });
  onTestFinished(async () => {
    await exporter.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
  await exporter.start();
  const found = await whoMayCall(exporter.url, exporterRoutes, {
    gateway: { issuer: 'gateway', kid: 't', key: gateway },
    'the gateway as exporter': { issuer: 'exporter', kid: 't', key: gateway },
    'the gateway as mailer': { issuer: 'mailer', kid: 't', key: gateway },
    'the gateway as docstore': { issuer: 'docstore', kid: 't', key: gateway },
    'another as gateway': { issuer: 'gateway', kid: 't', key: other },
    'another by its name': { issuer: 'docstore', kid: 't', key: other },
  });
  expect(found).toEqual({
    exportMap: ['gateway'],
    exportReport: ['gateway'],
    prepareExport: ['gateway'],
    readMaps: ['gateway'],
    thumbnail: ['gateway'],
  });
});

test('[SVC-78] an exporter that has no key of its own for docstore does not start, and says which is missing', async () => {
  const exporter = await ServiceProcess.make({
    main: fileURLToPath(new URL('./main.ts', import.meta.url)),
    environment: {
      BOUGH_TOKEN_KEYS: `${tokenKeysSetting('exporter', newTokenKey())},${tokenKeysSetting('docstore', newTokenKey())}`,
    },
  });
  await expect(exporter.start()).rejects.toThrow();
  expect(exporter.said).toContain(
    'bough exporter: There is no key for tokens from exporter to docstore. Add the entry docstore:exporter:KID:BASE64URL to BOUGH_TOKEN_KEYS of both services.',
  );
});
