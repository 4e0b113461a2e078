// Builds the page, and only when what it is made from has changed since: the digest of the sources stands beside the build.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { run, Unmet } from './outside.mjs';
import { root } from './toolchain.mjs';

const built = join(root, 'apps/web/dist');

/** The page in apps/web/dist, as its sources are now. */
export async function ensurePage(toolchain, say) {
  const stamp = join(built, '.built-from');
  const digest = digestOfSources();
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
  if (isBuilt()) return;
  await oneAtATime(join(root, 'node_modules/.bough-page'), async () => {
    if (isBuilt()) return;
    say('Building the page ...');
    await build(toolchain);
    writeFileSync(stamp, digest);
  });
}

async function build(toolchain) {
  const vite = join(root, 'apps/web/node_modules/vite/bin/vite.js');
  const outcome = await run(toolchain.node, [vite, 'build'], {
    cwd: join(root, 'apps/web'),
    env: { ...toolchain.env, NO_COLOR: '1' },
  });
  if (outcome.code !== 0) throw new Unmet(`The page could not be built. Vite said:\n${outcome.output.trim()}`);
  const forms = await run(toolchain.node, [join(root, 'infra/launch/compress-page.mjs'), built], {
    env: toolchain.env,
  });
  if (forms.code !== 0) throw new Unmet(`The page could not be compressed:\n${forms.output.trim()}`);
}

function digestOfSources() {
  const hash = createHash('sha256');
  const read = (path) => hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  read('pnpm-lock.yaml');
  read('infra/launch/compress-page.mjs');
  for (const name of readdirSync(join(root, 'packages')).sort()) readAll(`packages/${name}/src`, read);
  readAll('apps/web', read);
  return hash.digest('hex');
}

function readAll(folder, read) {
  if (!existsSync(join(root, folder))) return;
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.endsWith('.test.ts')) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) readAll(path, read);
    else read(path);
  }
}
