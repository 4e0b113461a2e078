import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAILED_FLUSH_EXIT } from '@bough/disk';
import { describeWith, type Fault, injectFault, type ServiceProcess } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';
import { Browser } from '../testing/visitors/browser.ts';
import { gatewayProcess } from '../testing/running/gateway-process.ts';
import { Neighbours } from '../testing/running/neighbours.ts';

async function started(): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'bough-disk-'));
  const neighbours = await Neighbours.start(['docstore']);
  const gateway = await gatewayProcess(neighbours, folder);
  onTestFinished(async () => {
    await gateway.end('SIGKILL');
    await neighbours.stop();
    rmSync(folder, { recursive: true });
  });
  await gateway.start();
  return gateway;
}

describeWith('strace-attach', (tracer) => {
  const failing = (gateway: ServiceProcess, fault: Fault): ReturnType<typeof injectFault> => {
    if (gateway.pid === null) throw new Error('it runs');
    return injectFault(tracer(), gateway.pid, fault);
  };

  test('[GW-120] a person whose record cannot be flushed is told nothing: the gateway ends, and goes on where it had answered', async () => {
    const gateway = await started();
    const ann = await Browser.guest(gateway, 'Ann');
    const map = await ann.makeMap('Garden');
    const injected = await failing(gateway, { calls: 'fsync,fdatasync', error: 'EIO', when: '1' });
    await expect(Browser.guest(gateway, 'Bob')).rejects.toThrow(/hang up|ECONNRESET/);
    expect(await gateway.ended()).toBe(FAILED_FLUSH_EXIT);
    await injected.stop();
    expect(gateway.said).toContain('the disk did not keep what was written to');
    await gateway.start();
    expect((await ann.must('GET', '/api/maps')).json).toMatchObject({ maps: [{ id: map.id, title: 'Garden' }] });
    await Browser.guest(gateway, 'Bob');
  });

  test('[GW-121] on a full disk people see their maps and open them, and who is new is told that there is no room; with room all is well', async () => {
    const gateway = await started();
    const ann = await Browser.guest(gateway, 'Ann');
    const map = await ann.makeMap('Garden');
    const full = await failing(gateway, { calls: 'pwrite64', error: 'ENOSPC' });
    const bob = new Browser(gateway);
    await bob.open();
    const refused = await bob.ask('POST', '/api/session/guest', { name: 'Bob' });
    expect([refused.status, refused.json.code]).toEqual([503, 'gateway/full']);
    const lists = await ann.must('GET', '/api/maps');
    expect(lists.json).toMatchObject({ maps: [{ id: map.id }] });
    expect((await ann.must('GET', `/api/maps/${map.id}/document`)).status).toBe(200);
    await ann.must('POST', `/api/maps/${map.id}/ticket?client=AAAAAAAAAAAA`);

    await full.stop();
    await bob.must('POST', '/api/session/guest', { name: 'Bob' });
  });
});
