import { aptInstall, mayUseApt } from '../install/apt.ts';
import { onPath } from '../places.ts';
import type { Found, ProgramRunning, Server } from '../server.ts';

/** The program itself, for tests that kill and stop it, or start several that know each other: also `--sentinel` is it. */
export const redisProgram: Server<ProgramRunning> = {
  name: 'redis-program',
  find,
  install: async () => {
    if (mayUseApt() && find().kind === 'missing') return aptInstall('redis-server');
    const found = find();
    return found.kind === 'missing' ? found.why : null;
  },
};

function find(): Found<ProgramRunning> {
  const executable = onPath('redis-server') ?? onPath('valkey-server');
  if (executable === null) {
    return {
      kind: 'missing',
      why: 'Neither redis-server nor valkey-server is on PATH.',
      howTo: 'Install redis-server or valkey-server (Debian: apt-get install redis-server).',
    };
  }
  return { kind: 'ready', from: executable, start: async () => ({ executable, stop: async () => undefined }) };
}
