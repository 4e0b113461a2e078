import { copyFile, cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../../../../', import.meta.url));

/** The project's files, with its packages where they were installed; what one package takes from another it takes from the copy. */
export async function scratchTree(): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'bough-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: TOP, encoding: 'utf8' });
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(TOP, file)));
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
