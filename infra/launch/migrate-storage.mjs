// npm run bough -- migrate-storage: each service that owns data moves its own, in a process of its own. All three say first whether they can;
// nothing is moved before all of them can.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { dataFolder, mustBeOurs } from './data-folder.mjs';
import { cacheFolder, ensureToolchain, root } from './toolchain.mjs';

/** Documents first: they take longest, and what stops a move most likely stops it there, with nothing moved. */
const SERVICES = ['docstore', 'mailer', 'gateway'];

/** How it is written, with what it does. */
export const HOW_TO_MIGRATE = `  migrate-storage             Moves everything to another place: a folder or S3, SQLite or MongoDB (docs/moving.md). Says what it would do, and how long the pause is.
    --to FILE                 FILE has the settings of the new place that differ from those set    --from FILE  those of the old place
    --ahead                   copies what never changes, while people write    --yes  moves everything; Bough is stopped
    --begin                   only says in the new place that it is being filled, so that nothing starts there; --yes does it, too`;

/** Runs it to its end; its exit code becomes ours. */
export async function migrateStorage(words) {
  const { node, env } = await ensureToolchain((line) => console.error(line));
  const at = { node, env: { NODE_COMPILE_CACHE: `${cacheFolder()}/compiled`, ...env } };
  if (words.some((word) => word === '--help' || word === '-h')) {
    console.log(HOW_TO_MIGRATE);
    return;
  }
  const isPart = words.includes('--ahead') || words.includes('--begin');
  const isMeant = words.includes('--yes') && !isPart;
  if (isMeant) {
    await mustBeOurs({ folder: dataFolder(env) });
    const plan = words.filter((word) => word !== '--yes');
    process.exitCode = await inTurn(at, plan);
    // Before one of them serves from the new place, none begins anew there.
    if (process.exitCode === 0) process.exitCode = await inTurn(at, [...plan, '--begin']);
    if (process.exitCode !== 0) return;
    console.log('The pause begins.');
  }
  const fromMs = performance.now();
  process.exitCode = await inTurn(at, words);
  if (process.exitCode !== 0 && isMeant)
    console.log('Not everything was moved: see above. Run this again, and nothing is lost.');
  else if (process.exitCode === 0 && isMeant)
    console.log(
      `Everything was moved, in ${((performance.now() - fromMs) / 1_000).toFixed(1)} s. Start Bough with the settings of the new place.`,
    );
  else if (process.exitCode === 0 && !isPart)
    console.log('Nothing has been done yet. Stop Bough, and run this with --yes.');
}

async function inTurn(at, words) {
  for (const service of SERVICES) {
    const code = await run(at, service, ['migrate-storage', ...words]);
    if (code !== 0) return code;
  }
  return 0;
}

async function run({ node, env }, service, words) {
  const file = join(root, 'apps', service, 'src/commands/main.ts');
  const child = spawn(node, [file, ...words], { cwd: root, env, stdio: 'inherit' });
  return await new Promise((done) => child.on('close', (code) => done(code ?? 1)));
}
