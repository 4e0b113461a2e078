import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAILED_FLUSH_EXIT } from '@bough/disk';
import { expect, onTestFinished, test } from 'vitest';
import { Browser } from '../testing/visitors/browser.ts';
import { gatewayProcess } from '../testing/running/gateway-process.ts';
import { Neighbours } from '../testing/running/neighbours.ts';

test('[GW-200] a person whose record would go into a folder that was moved away is told nothing: the gateway ends, and goes on when it is back', async () => {
  const top = mkdtempSync(join(tmpdir(), 'bough-gone-'));
  const folder = join(top, 'data');
  const neighbours = await Neighbours.start(['docstore']);
  const gateway = await gatewayProcess(neighbours, folder);
  onTestFinished(async () => {
    await gateway.end('SIGKILL');
    await neighbours.stop();
    rmSync(top, { recursive: true });
  });
  await gateway.start();
  const ann = await Browser.guest(gateway, 'Ann');
  const map = await ann.makeMap('Garden');
  renameSync(folder, `${folder}-away`);
  await expect(Browser.guest(gateway, 'Bob')).rejects.toThrow(/hang up|ECONNRESET/);
  expect(await gateway.ended()).toBe(FAILED_FLUSH_EXIT);
  expect(gateway.said).toMatch(/bough: .* is not the file any more that this process has open/);
  rmSync(folder, { recursive: true, force: true });
  renameSync(`${folder}-away`, folder);
  await gateway.start();
  expect((await ann.must('GET', '/api/maps')).json).toMatchObject({ maps: [{ id: map.id, title: 'Garden' }] });
  await Browser.guest(gateway, 'Bob');
}, 60_000);
