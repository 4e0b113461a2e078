/** Where things are on this machine: the cache, programs on PATH; and how a command is run to its end. */

import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The folder under the home folder where fetched servers are kept. */
export function cacheFolder(...path: readonly string[]): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'bough', ...path);
}

/** The full path of a program on PATH, or null. */
export function onPath(program: string): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, program);
    if (folder !== '' && isProgram(path)) return path;
  }
  return null;
}

/** Whether a file is there that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a command said and how it ended. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Where and how long a command runs. */
export interface RunSettings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly limitMs?: number;
}

const LIMIT_MS = 20 * 60_000;

/** Runs a command to its end, or to its limit (20 minutes), without showing anything. */
export function run(command: string, args: readonly string[], settings: RunSettings = {}): Promise<Outcome> {
  const limitMs = settings.limitMs ?? LIMIT_MS;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: settings.cwd,
      env: { ...process.env, ...settings.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limitMs,
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code, signal) => {
      if (signal !== null) chunks.push(Buffer.from(`\nended by ${signal}; the limit was ${limitMs / 1000} s`));
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** The line that says what went wrong: the first that speaks of an error, else the last. */
export function gistOf(output: string): string {
  // pip says first that a program failed which it had begun, and then what that program said.
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => !line.includes('subprocess-exited-with-error'));
  return (lines.find((line) => /(\b|[a-z])(error|failed|cannot|could not)\b/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
