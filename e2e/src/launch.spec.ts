import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { freePort } from '@bough/house/servers';
import { plainEnvironment, test } from './bough.ts';

const launcher = fileURLToPath(new URL('../../infra/launch/start.mjs', import.meta.url));

async function tryStart(env: Readonly<Record<string, string>>): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [launcher], {
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, said: said.trim() };
}

test('Ctrl-C drains everything and leaves no process behind', async ({ bough }) => {
  const pids = bough.pids();
  expect(pids).toHaveLength(5);
  expect(await bough.stop()).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(bough.isNoted).toBe(false);
});

test('a launcher that is killed leaves no service behind', async ({ bough }) => {
  const [launcherPid = 0, ...services] = bough.pids();
  process.kill(launcherPid, 'SIGKILL');
  for (const pid of services) {
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  }
});

test('a service that dies is started again, and serves', async ({ bough, request }) => {
  const [, ...before] = bough.pids();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  const isReady = async (): Promise<boolean> =>
    (await request.get(`${bough.url}/ready`).catch(() => null))?.ok() ?? false;
  await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
  expect(bough.pids().slice(1)).not.toEqual(before);
});

test('a second Bough on the same folder says so', async ({ bough }) => {
  const { code, said } = await tryStart({ PORT: String(await freePort()), BOUGH_DATA: bough.data });
  expect(code).toBe(1);
  expect(said).toBe(`Bough already runs on ${bough.data}: http://localhost:${bough.port}`);
});

test.describe('what is wrong is told in one sentence, with exit code 1', () => {
  test('a taken port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { code, said } = await tryStart({ PORT: String(port), BOUGH_DATA: test.info().outputPath('data') });
    server.close();
    expect(code).toBe(1);
    expect(said).toBe(`Port ${port} is taken by another program. Choose another: PORT=8081 npm start`);
  });

  test('a host that is none of this machine', async () => {
    const place = { PORT: String(await freePort()), BOUGH_DATA: test.info().outputPath('data') };
    const { code, said } = await tryStart({ ...place, BOUGH_HOST: '192.0.2.1' });
    expect(code).toBe(1);
    expect(said).toBe(
      'BOUGH_HOST is "192.0.2.1", which is no address of this machine: give one, or 0.0.0.0 for all of them.',
    );
  });

  test('a folder that cannot be made', async () => {
    const { code, said } = await tryStart({ BOUGH_DATA: '/proc/bough' });
    expect(code).toBe(1);
    expect(said).toMatch(/^The folder \/proc\/bough cannot be made: [^\n]+$/);
  });

  test('a port that is none', async () => {
    const { code, said } = await tryStart({ PORT: 'eighty' });
    expect(code).toBe(1);
    expect(said).toBe('PORT is "eighty", which is no port: give a number from 1 to 65535.');
  });

  test('a setting that does not exist, and a value that is none', async () => {
    const place = { PORT: String(await freePort()), BOUGH_DATA: test.info().outputPath('data') };
    const misspelt = await tryStart({ ...place, BOUGH_LOG_LEVLE: 'info' });
    expect(misspelt.code).toBe(1);
    expect(misspelt.said).toContain('There is no setting BOUGH_LOG_LEVLE');
    const wrong = await tryStart({ ...place, BOUGH_LOG_LEVEL: 'loud' });
    expect(wrong.code).toBe(1);
    expect(wrong.said).toContain('BOUGH_LOG_LEVEL');
    expect(wrong.said.split('\n')).toHaveLength(1);
  });
});

/** One that has ended and whom nobody has looked after, as in a container without an init, is dead. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
