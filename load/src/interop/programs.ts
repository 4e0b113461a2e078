import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onPath } from '@bough/house/servers';
import type { FoundJudge } from './judge.ts';

const execute = promisify(execFile);
const PATIENCE_MS = 240_000;

/** What the program printed; throws when it failed. */
export async function printed(command: string, args: readonly string[]): Promise<string> {
  const settings = { maxBuffer: 512 * 1024 * 1024, timeout: PATIENCE_MS };
  return (await execute(command, [...args], settings)).stdout;
}

/** The program with its first line of version, or how to get it. */
export async function program(name: string, versionFlag: string, howTo: string): Promise<FoundJudge> {
  if (onPath(name) === null) return { missing: howTo };
  const { stdout, stderr } = await execute(name, [versionFlag]).catch(() => ({ stdout: '', stderr: '' }));
  const line = `${stdout}${stderr}`.split('\n')[0] ?? '';
  return { version: /\d+(?:\.\d+)+/.exec(line)?.[0] ?? '' };
}

/** A module of Python, by the name under which it is imported. */
export async function pythonModule(module: string, distribution: string): Promise<FoundJudge> {
  const script = `import importlib.metadata as m, ${module}; print(m.version("${distribution}"))`;
  try {
    return { version: (await printed('python3', ['-c', script])).trim() };
  } catch {
    return { missing: `pip install ${distribution}` };
  }
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
