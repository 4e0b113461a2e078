import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../../../../', import.meta.url));
/** Bytes of a list of all files, at most. */
const LIST = 16 * 1024 * 1024;
const MADE = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage', 'test-results']);

/** The project's files, with its packages where they were installed; what one package takes from another it takes from the copy. */
export async function scratchTree(): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'bough-mutants-'));
  const files = listedFiles() ?? (await foundFiles());
  for (const folder of new Set(files.map((file) => dirname(file))))
    await mkdir(join(tree, folder), { recursive: true });
  for (const file of files) await copyFile(join(TOP, file), join(tree, file));
  await symlink(join(TOP, 'node_modules'), join(tree, 'node_modules'));
  for (const manifest of files.filter((file) => file.endsWith('/package.json'))) {
    const installed = join(dirname(manifest), 'node_modules');
    // These are links to other packages of the project, and to what stands in the one above.
    if (existsSync(join(TOP, installed)))
      await cp(join(TOP, installed), join(tree, installed), { recursive: true, verbatimSymlinks: true });
  }
  return tree;
}

/** As git has them; null on a machine without git, or in a tree that is no checkout. */
function listedFiles(): readonly string[] | null {
  const args = ['ls-files', '-z', '-co', '--exclude-standard'];
  const { status, stdout } = spawnSync('git', args, { cwd: TOP, encoding: 'utf8', maxBuffer: LIST });
  if (status !== 0) return null;
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(TOP, file)));
}

/** All that is there, but for what is installed, made or kept there. */
async function foundFiles(folder = ''): Promise<readonly string[]> {
  const entries = await readdir(join(TOP, folder), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    // In a second working tree of git, `.git` is a file.
    if (MADE.has(entry.name)) return [];
    if (entry.isDirectory()) return await foundFiles(path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}
