import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { freePort, onPath } from '@bough/house/servers';

export type Reader = 'file' | 'pipe' | 'slow pipe' | 'slow terminal';
export const READERS: readonly Reader[] = ['file', 'pipe', 'slow pipe', 'slow terminal'];

const SERVICE = fileURLToPath(new URL('./service.ts', import.meta.url));
const SIP_BYTES = 4_096;
const SIP_MS = 100;

/** A service whose log goes to such a reader. */
export interface Logging {
  readonly quiet: string;
  readonly logged: string;
  readonly used: () => Promise<Used>;
  /** The same, and what is in use is what a collection leaves. */
  readonly usedLive: () => Promise<Used>;
  stop(): void;
}
export interface Used {
  readonly processorUs: number;
  /** Bytes in use. */
  readonly live: number;
  readonly dropped: number;
}

/** Starts one; null where there is no such reader on this machine. */
export async function startLogging(reader: Reader, folder: string): Promise<Logging | null> {
  const ports = [await freePort(), await freePort(), await freePort()].map(String);
  const args = ['--expose-gc', SERVICE, ...ports];
  const child = begin(reader, args, folder);
  if (child === null) return null;
  const [quiet, logged, control] = ports.map((port) => `http://127.0.0.1:${port}/`);
  const ask = async (path: string): Promise<Used> => (await (await fetch(`${control ?? ''}${path}`)).json()) as Used;
  const used = async (): Promise<Used> => await ask('');
  for (let attempt = 0; attempt < 400; attempt++) {
    const answer = await used().catch(() => null);
    if (answer !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const usedLive = async (): Promise<Used> => await ask('live');
  return { quiet: quiet ?? '', logged: logged ?? '', used, usedLive, stop: () => child.kill('SIGKILL') };
}

function begin(reader: Reader, args: readonly string[], folder: string): ChildProcess | null {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME };
  switch (reader) {
    case 'file': {
      const file = openSync(join(folder, 'service.log'), 'w');
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', file, 'inherit'] });
      closeSync(file);
      return child;
    }
    case 'pipe': {
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout?.resume();
      return child;
    }
    case 'slow pipe': {
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      if (child.stdout !== null) sip(child.stdout);
      return child;
    }
    case 'slow terminal': {
      // `script` gives it a terminal, and shows us what stands there, as slowly as we look.
      if (onPath('script') === null) return null;
      const command = ['exec', process.execPath, ...args].join(' ');
      const child = spawn('script', ['-qfc', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
      if (child.stdout !== null) sip(child.stdout);
      return child;
    }
  }
}

/** Reads a little now and then. */
function sip(from: Readable): void {
  const timer = setInterval(() => from.read(SIP_BYTES), SIP_MS);
  from.once('close', () => clearInterval(timer));
}
