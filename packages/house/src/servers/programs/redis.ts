import { aptInstall, mayUseApt } from '../install/apt.ts';
import { onPath } from '../places.ts';
import type { Found, Server, UrlRunning } from '../server.ts';
import { answersTcp, startProgram } from '../started.ts';

/** Redis, or Valkey, which speaks the same; or the one that BOUGH_TEST_REDIS_URL names. */
export const redis: Server<UrlRunning> = {
  name: 'redis',
  find,
  install: async () => {
    if (mayUseApt()) return aptInstall('redis-server');
    const found = find();
    return found.kind === 'missing' ? found.why : null;
  },
};

function find(): Found<UrlRunning> {
  const given = process.env['BOUGH_TEST_REDIS_URL'];
  if (given !== undefined) {
    const running: UrlRunning = { url: given, stop: () => Promise.resolve() };
    return { kind: 'ready', from: 'BOUGH_TEST_REDIS_URL', start: () => Promise.resolve(running) };
  }
  const command = onPath('redis-server') ?? onPath('valkey-server');
  if (command !== null) return { kind: 'ready', from: command, start: () => start(command) };
  const howTo =
    'Install redis-server or valkey-server (Debian: apt-get install redis-server), or set BOUGH_TEST_REDIS_URL.';
  return { kind: 'missing', why: 'Neither redis-server nor valkey-server is on PATH.', howTo };
}

async function start(command: string): Promise<UrlRunning> {
  const { place, stop } = await startProgram({
    name: 'redis',
    command,
    args: ({ port }) => ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
    isReady: ({ port }) => answersTcp(port, 'PING\r\n', '+PONG'),
  });
  return { url: `redis://127.0.0.1:${place.port}`, stop };
}
