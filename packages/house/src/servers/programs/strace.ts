import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { aptInstall, mayUseApt } from '../install/apt.ts';
import { onPath } from '../places.ts';
import type { Found, ProgramRunning, Server } from '../server.ts';

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

/** The same where it may attach to a process that runs already: see `injectFault`. */
export const straceAttach: Server<ProgramRunning> = {
  name: 'strace-attach',
  find: () => {
    const found = find();
    if (found.kind === 'missing' || mayAttach()) return found;
    const howTo = 'Run as root, or set kernel.yama.ptrace_scope to 0.';
    return { kind: 'missing', why: 'This user may not attach strace to a process.', howTo };
  },
  install: strace.install,
};

/** As the kernel's Yama module says; where there is none, one's own processes may be traced. */
function mayAttach(): boolean {
  if (process.getuid?.() === 0) return true;
  try {
    return readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'utf8').trim() === '0';
  } catch {
    return true;
  }
}

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
