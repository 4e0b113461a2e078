import { readFile, rm } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inOrder } from './in-order.ts';
import { type Call, readCalls } from './strace-calls.ts';

// Everything that changes a disk, whatever the system calls it; a name with a question mark may be unknown to this processor.
const ON_DISK = [
  '?open,openat,?openat2,?creat,close,?dup2,dup,dup3',
  'write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,copy_file_range,sendfile,lseek',
  'fsync,fdatasync,sync,syncfs,sync_file_range',
  '?rename,renameat,renameat2,?unlink,unlinkat,?rmdir,?mkdir,mkdirat,?link,linkat,?symlink,symlinkat',
  '?fork,?vfork,clone,?clone3,execve',
].join(',');
/** Longer than any write. */
const LONGEST_BYTES = 64 * 1024 * 1024;

/** What strace is told, so that `readRecording` understands what it writes into that file. */
export function recordingArgs(into: string): readonly string[] {
  const quiet = ['-qq', '-e', 'signal=none'];
  return [
    '-f',
    '--seccomp-bpf',
    '-xx',
    ...quiet,
    '-s',
    String(LONGEST_BYTES),
    '-o',
    into,
    '-e',
    `trace=${ON_DISK}`,
    '--',
  ];
}

/** Without it Node may write by a ring in memory, of which no call tells. */
export const RECORDED_ENVIRONMENT = { UV_USE_IO_URING: '0' } as const;

/** Runs a command to its end and answers its calls; throws when it ended badly. */
export async function record(
  strace: string,
  command: readonly string[],
  settings: { readonly into: string; readonly environment?: Readonly<Record<string, string>> },
): Promise<readonly Call[]> {
  const child = spawn(strace, [...recordingArgs(settings.into), ...command], {
    env: { ...process.env, ...settings.environment, ...RECORDED_ENVIRONMENT },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`what was to be recorded ended with ${child.exitCode}: ${said}`);
  return readRecording(settings.into);
}

/** The calls that strace has written into this file, which is removed. */
export async function readRecording(from: string): Promise<readonly Call[]> {
  const trace = await readFile(from, 'latin1');
  await rm(from);
  return inOrder(readCalls(trace));
}
