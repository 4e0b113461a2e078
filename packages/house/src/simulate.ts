/**
 * `npm run sim -- PACKAGE [SEEDS] [--from N]` runs a package's simulation over that many seeds; without a name it tells which
 * packages have one.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../', import.meta.url));
const programOf = (name: string): string => join(packages, name, 'src/testing/simulate.ts');
const names = readdirSync(packages).filter((name) => existsSync(programOf(name)));

const [name = '', ...args] = process.argv.slice(2);
if (names.includes(name)) {
  const done = spawnSync(process.execPath, [programOf(name), ...args], { stdio: 'inherit' });
  process.exitCode = done.status ?? 1;
} else {
  process.stderr.write(`Simulations (npm run sim -- NAME [SEEDS]): ${names.join(', ')}\n`);
  process.exitCode = name === '' ? 0 : 1;
}
