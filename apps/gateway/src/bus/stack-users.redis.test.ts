import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersTcp, describeWith, findServer, startProgram, type Started } from '@bough/house/servers';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBus } from '../testing/bus/opened-bus.ts';
import { until } from '../testing/until.ts';

// A server with the users that the compose file gives Valkey.

const MAKE = fileURLToPath(new URL('../../../../infra/compose/make-secrets.mjs', import.meta.url));

describeWith('redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-users-'));
  let running: Started;
  const url = (): string => {
    const address = new URL(readFileSync(join(folder, 'gateway/redis-url'), 'utf8').trim());
    address.host = `127.0.0.1:${running.place.port}`;
    return address.href;
  };
  beforeAll(async () => {
    for (const name of ['gateway', 'docstore', 'mailer', 'exporter', 'first', 'second', 'mongodb', 'valkey'])
      mkdirSync(join(folder, name));
    execFileSync(process.execPath, [MAKE, folder]);
    const found = findServer('redis');
    running = await startProgram({
      name: 'redis',
      command: found.kind === 'ready' ? found.from : '',
      args: ({ port }) => [
        ...['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
        ...['--aclfile', join(folder, 'valkey/users.acl')],
      ],
      isReady: ({ port }) => answersTcp(port, 'PING\r\n', '+PONG'),
    });
  });
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('[GW-272] the bus does all that it does with the rights that the stack gives the gateway', async () => {
    const [one, two] = await Promise.all([openBus(url()), openBus(url())]);
    await until(() => one.bus.isWhole && two.bus.isWhole);
    const heard: string[] = [];
    await two.bus.subscribe('news', (message) => heard.push(message));
    one.bus.publish('news', 'hello');
    await until(() => heard.length === 1);
    expect([await one.bus.tryClaim('x', 9_000), await two.bus.tryClaim('x', 9_000)]).toEqual([true, false]);
    expect([await one.bus.count('y', 9_000), await two.bus.count('y', 9_000)]).toEqual([1, 2]);
    expect([one.told, two.told]).toEqual([[], []]);
    await Promise.all([one.bus.close(), two.bus.close()]);
  });

  test('[GW-272] whoever has no password, and the gateway beyond its own, is refused', async () => {
    const may = async (address: string, words: readonly string[]): Promise<string> => {
      const client = createClient({ url: address, socket: { reconnectStrategy: false } });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const answer: unknown = await client.sendCommand([...words]);
        return typeof answer === 'string' ? answer : 'done';
      } catch (error) {
        return String(error).includes('NOPERM') ? 'refused' : String(error);
      } finally {
        client.destroy();
      }
    };
    const nobody = `redis://127.0.0.1:${running.place.port}`;
    expect(await may(nobody, ['PING'])).toBe('PONG');
    for (const words of [
      ['GET', 'bough:claim:x'],
      ['PUBLISH', 'bough:news', 'x'],
      ['KEYS', '*'],
      ['CONFIG', 'GET', '*'],
    ]) {
      expect([words, await may(nobody, words)]).toEqual([words, 'refused']);
    }
    for (const words of [
      ['KEYS', '*'],
      ['FLUSHALL'],
      ['CONFIG', 'GET', '*'],
      ['SET', 'other', '1'],
      ['PUBLISH', 'other', 'x'],
    ]) {
      expect([words, await may(url(), words)]).toEqual([words, 'refused']);
    }
  });
});
