import { spawnSync } from 'node:child_process';
import { aptInstall, mayUseApt } from './apt.ts';
import { onPath } from './places.ts';
import type { Found, ProgramRunning, Server } from './server.ts';

/** Records what a process asks of the kernel, and makes such calls fail; whoever needs it runs it. */
export const strace: Server<ProgramRunning> = {
  name: 'strace',
  find,
  install: async () => {
    if (mayUseApt() && onPath('strace') === null) return aptInstall('strace');
    const found = find();
    return found.kind === 'missing' ? found.why : null;
  },
};

function find(): Found<ProgramRunning> {
  const executable = onPath('strace');
  if (executable === null) {
    return {
      kind: 'missing',
      why: 'strace is not on PATH.',
      howTo: 'Install strace (Debian: apt-get install strace).',
    };
  }
  const why = whyNot(executable);
  if (why !== null) {
    const howTo = 'Run where a process may trace its children (a container needs --cap-add SYS_PTRACE).';
    return { kind: 'missing', why: `strace is there, but may not trace: ${why}.`, howTo };
  }
  return { kind: 'ready', from: executable, start: async () => ({ executable, stop: async () => undefined }) };
}

const refusals = new Map<string, string | null>();

/** Why it cannot trace here, null when it can: some containers, and some kernels' settings, forbid it. */
function whyNot(executable: string): string | null {
  const known = refusals.get(executable);
  if (known !== undefined) return known;
  const tried = spawnSync(executable, ['-f', '-o', '/dev/null', 'true'], { encoding: 'utf8', timeout: 10_000 });
  const why = tried.status === 0 ? null : (tried.stderr.trim().split('\n')[0] ?? '') || 'it ended badly';
  refusals.set(executable, why);
  return why;
}
