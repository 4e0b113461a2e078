import { type ChildProcess, spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../log/logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { platformClock, platformIds } from '../process/platform.ts';
import { knock } from './knock.ts';
import { createServiceServer, type ServiceServer } from './server.ts';

async function listenOn(host: string): Promise<ServiceServer> {
  const metrics = createMetrics('gateway');
  const parts = { service: 'gateway', clock: platformClock, ids: platformIds, log: silentLog, metrics } as const;
  const server = createServiceServer({ ...parts, verifier: null, routes: [] }, { host, port: 0 });
  await server.start?.();
  onTestFinished(async () => {
    await server.drain?.(100);
    await server.stop?.();
    metrics.stop();
  });
  return server;
}

/** Where there is IPv6, of that, too. */
const HOSTS = ['127.0.0.1', '0.0.0.0', 'localhost', ''];
if (Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1')))
  HOSTS.push('::1', '::');

test.each(HOSTS)(
  '[SVC-103] who knocks arrives wherever the server listens, and DNS is not asked: "%s"',
  async (host) => {
    const server = await listenOn(host);
    const asked = vi.spyOn(dns, 'lookup');
    onTestFinished(() => asked.mockRestore());
    for (const times of [1, 2]) {
      await server.knock();
      expect(server.connectionsSeen()).toBe(times);
    }
    expect(asked).not.toHaveBeenCalled();
  },
);

/** A server with room for one or two at its door, in a process that stands still; and some who stand there. */
async function fullDoor(): Promise<number> {
  const program = `const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));`;
  const child: ChildProcess = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = child.stdout === null ? [] : ((await once(child.stdout, 'data')) as [Buffer]);
  child.kill('SIGSTOP');
  const port = Number(String(said));
  const others: Socket[] = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(() => others.forEach((each) => each.destroy()));
  await setTimeout(100);
  return port;
}

test('[SVC-102] a knock ends once it has waited as long as is counted, even if the system never lets it to the door', async () => {
  const port = await fullDoor();
  const fromMs = performance.now();
  const ended = knock('127.0.0.1', port, 300).then(() => 'ended');
  expect(await Promise.race([ended, setTimeout(10_000, 'waits')])).toBe('ended');
  expect(performance.now() - fromMs).toBeGreaterThan(250);
});
