/** Programs that come as Python packages: each in a virtual environment of its own in the cache, named for its version. */

import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, mayUseApt } from './apt.ts';
import { cacheFolder, gistOf, onPath, run } from '../places.ts';

/** A path inside the environment of `package==version`; nothing needs to be there. */
export function inPython(requirement: string, ...path: readonly string[]): string {
  return cacheFolder('python', requirement.replace('==', '-'), ...path);
}

/** What a person can do where the program of a Python package is missing. */
export function pythonHelp(what: string): { readonly why: string; readonly howTo: string } {
  return onPath('python3') === null
    ? { why: `There is no Python 3 to install ${what} with.`, howTo: 'Install Python 3.11 or newer with venv.' }
    : { why: `${what} is not installed yet.`, howTo: 'Run npm test once with a network: it installs it.' };
}

/** Several packages are installed at once, and Python is brought once for all of them. */
let bringingPython: Promise<string | null> | null = null;

/** Makes the environment of `package==version` anew and installs the package; answers why it could not, or null. Calls `begin` where it can be tried. */
export async function pipInstall(requirement: string, begin: () => void): Promise<string | null> {
  if (onPath('python3') === null && mayUseApt()) {
    const why = await (bringingPython ??= aptInstall('python3', 'python3-venv'));
    if (why !== null) return why;
  }
  const python = onPath('python3');
  if (python === null) return 'There is no Python 3.';
  begin();
  // Once more: what comes over a network, and is built beside other things, fails now and then.
  return (await installOnce(python, requirement)) === null ? null : await installOnce(python, requirement);
}

async function installOnce(python: string, requirement: string): Promise<string | null> {
  const folder = inPython(requirement);
  mkdirSync(cacheFolder('python'), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  const made = await makeEnvironment(python, folder);
  if (made !== null) return made;
  // Not by its script: an environment that was begun twice may lack that.
  const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '-q', requirement];
  const outcome = await run(join(folder, 'bin', 'python3'), pip);
  if (outcome.code === 0) return null;
  // Moved away first: half an environment must never be taken for a whole one.
  renameSync(folder, `${folder}.failed`);
  rmSync(`${folder}.failed`, { recursive: true, force: true });
  return `pip install ${requirement} failed: ${gistOf(outcome.output)}`;
}

async function makeEnvironment(python: string, folder: string): Promise<string | null> {
  let outcome = await run(python, ['-m', 'venv', folder]);
  if (outcome.code !== 0 && mayUseApt()) {
    const why = await aptInstall('python3-venv');
    if (why !== null) return why;
    outcome = await run(python, ['-m', 'venv', '--clear', folder]);
  }
  return outcome.code === 0 ? null : `python3 -m venv failed: ${gistOf(outcome.output)}`;
}
