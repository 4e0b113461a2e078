import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ProgramRunning } from './server.ts';

/** Which calls fail, and how. */
export interface Fault {
  /** Names of system calls, with commas between. */
  readonly calls: string;
  readonly error: 'EIO' | 'ENOSPC' | 'EDQUOT';
  /** Only calls on this file; absent: all. */
  readonly path?: string;
  /** As strace has it: `3` is the third alone, `3+` it and all after it; absent: all. */
  readonly when?: string;
}

/** From when this resolves, such calls of the process and its threads fail without being made, until `stop`. */
export async function injectFault(
  { executable }: ProgramRunning,
  pid: number,
  fault: Fault,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(executable, ['-p', String(pid), ...faultArguments(fault)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await attached(child);
  return {
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** What strace is started with, before the command whose calls fail from its beginning. */
export function faultArguments({ calls, error, path, when }: Fault): readonly string[] {
  const rule = `inject=${calls}:error=${error}${when === undefined ? '' : `:when=${when}`}`;
  const only = path === undefined ? [] : ['-P', path];
  return ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', rule, ...only];
}

async function attached(child: ChildProcess): Promise<void> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (/ attached/.test(said)) resolve();
  });
  child.once('exit', () => reject(new Error(`strace could not attach: ${said.trim()}`)));
  await promise;
}
