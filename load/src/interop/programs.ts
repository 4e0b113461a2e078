import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findServer, onPath, type ServerName } from '@bough/house/servers';
import type { FoundJudge } from './judge.ts';

const execute = promisify(execFile);
/** What a program may use of a processor: on a busy machine it takes many times as long, and sees the same. */
const PROCESSOR_S = 600;
/** One that waits for what never comes uses none. */
const PATIENCE_MS = 3_600_000;

/** What the program printed; throws when it failed. */
export async function printed(command: string, args: readonly string[]): Promise<string> {
  const settings = { maxBuffer: 512 * 1024 * 1024, timeout: PATIENCE_MS };
  return (await execute('sh', ['-c', `ulimit -t ${PROCESSOR_S}; exec "$0" "$@"`, command, ...args], settings)).stdout;
}

/** A program that the gate knows how to bring, with its version, or how to get it. */
export async function known(name: ServerName, versionFlag: string): Promise<FoundJudge> {
  const found = findServer(name);
  if (found.kind === 'missing') return { missing: found.howTo };
  return { version: await versionOf(found.from, versionFlag) };
}

/** The program with its version, or how to get it. */
export async function program(name: string, versionFlag: string, howTo: string): Promise<FoundJudge> {
  return onPath(name) === null ? { missing: howTo } : { version: await versionOf(name, versionFlag) };
}

async function versionOf(executable: string, flag: string): Promise<string> {
  const { stdout, stderr } = await execute(executable, [flag]).catch(() => ({ stdout: '', stderr: '' }));
  const line = `${stdout}${stderr}`.split('\n')[0] ?? '';
  return /\d+(?:\.\d+)+/.exec(line)?.[0] ?? '';
}

/** A module of this Python, by the name under which it is imported. */
export async function pythonModule(module: string, distribution: string, python = 'python3'): Promise<FoundJudge> {
  const script = `import importlib.metadata as m, ${module}; print(m.version("${distribution}"))`;
  try {
    return { version: (await printed(python, ['-c', script])).trim() };
  } catch {
    return { missing: `pip install ${distribution}` };
  }
}

/** A module for which the gate keeps a Python of its own. */
export async function knownModule(name: ServerName, module: string, distribution: string): Promise<FoundJudge> {
  const found = findServer(name);
  return found.kind === 'missing' ? { missing: found.howTo } : await pythonModule(module, distribution, found.from);
}

/** Where a program that was found is. */
export function placeOf(name: ServerName): string {
  const found = findServer(name);
  if (found.kind === 'missing') throw new Error(found.why);
  return found.from;
}

/** Packages and programs that only judges need, outside of the project. */
export const JUDGES = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'bough', 'judges');

/** A package of npm that is too large to be the project's. */
export async function npmPackage(name: string, wanted: string): Promise<FoundJudge> {
  const about = join(JUDGES, 'node_modules', name, 'package.json');
  if (!existsSync(about)) return { missing: `npm install --prefix ~/.cache/bough/judges ${name}@${wanted}` };
  const { default: said } = (await import(about, { with: { type: 'json' } })) as { default: { version: string } };
  return { version: said.version };
}

/** The lines of a program that answers in one line of JSON for each file, parsed. */
export function jsonLines(output: string, mark: string): unknown[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map((line) => JSON.parse(line.slice(mark.length)) as unknown);
}
