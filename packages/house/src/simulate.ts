/**
 * `npm run sim -- PACKAGE [SEEDS] [--from N]` runs a package's simulation over that many seeds; without a name it tells which
 * packages have one. Many seeds are shared out over the processors, a run of them to each.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FEW = 1_000;

const packages = fileURLToPath(new URL('../../', import.meta.url));
const programOf = (name: string): string => join(packages, name, 'src/testing/simulate.ts');
const names = readdirSync(packages).filter((name) => existsSync(programOf(name)));

/** The arguments of each process: one gets all that it was given, unless that is many seeds. */
function shares(args: readonly string[]): readonly (readonly string[])[] {
  const [first = '', ...rest] = args;
  const seeds = /^\d+$/.test(first) ? Number(first) : 0;
  if (seeds <= FEW) return [args];
  const fromAt = rest.indexOf('--from');
  const from = fromAt < 0 ? 1 : Number(rest[fromAt + 1]);
  const others = fromAt < 0 ? rest : rest.toSpliced(fromAt, 2);
  const each = Math.ceil(seeds / availableParallelism());
  const begins = Array.from({ length: Math.ceil(seeds / each) }, (_, i) => i * each);
  return begins.map((at) => [`${Math.min(each, seeds - at)}`, '--from', `${from + at}`, ...others]);
}

async function run(name: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [programOf(name), ...args], { stdio: 'inherit' });
  await once(child, 'exit');
  return child.exitCode ?? 1;
}

const [name = '', ...args] = process.argv.slice(2);
if (names.includes(name)) {
  process.exitCode = Math.max(...(await Promise.all(shares(args).map((share) => run(name, share)))));
} else {
  process.stderr.write(`Simulations (npm run sim -- NAME [SEEDS]): ${names.join(', ')}\n`);
  process.exitCode = name === '' ? 0 : 1;
}
