import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNode, seconds } from './program.ts';
import { scratchTree } from './scratch-tree.ts';
import { mutate, type MutantInTree } from './suite.ts';

const LIMIT_MS = 240_000;
const AT_ONCE = 2;
const VITEST = 'packages/house/presets/vitest.config.ts';
const PLAYWRIGHT = ['e2e/node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];
const IN_BROWSER = [...PLAYWRIGHT, '--project', 'chromium'];

/** Tells one after the other in scratch copies of the whole project; answers how many nothing noticed. */
export async function tellInTree(suite: string, mutants: readonly MutantInTree[]): Promise<number> {
  const waiting = [...mutants];
  let alive = 0;
  const work = async (): Promise<void> => {
    const tree = await scratchTree();
    const held = new Set<string>();
    try {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const startedMs = performance.now();
        const problem = await problemWith(tree, one, held);
        if (problem !== null) alive++;
        const took = seconds(performance.now() - startedMs);
        say(`${suite}: ${problem === null ? 'killed' : 'ALIVE '} ${took} [${one.rule}] ${one.name}${problem ?? ''}`);
      }
    } finally {
      // What a test started may write a little longer than it.
      await rm(tree, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, mutants.length) }, work));
  return alive;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** null: its test holds while nobody lies, and fails with the lie. `held` are tests that were seen to hold. */
async function problemWith(tree: string, one: MutantInTree, held: Set<string>): Promise<string | null> {
  const file = join(tree, one.file);
  const source = await readFile(file, 'utf8');
  const lie = mutate(source, one);
  if (!lie.ok) return `: ${lie.error}`;
  const args = runOf(one);
  if (!held.has(args.join(' '))) {
    const truth = await runNode(tree, args, LIMIT_MS);
    if (truth.code !== 0) return `: [${one.rule}] fails without any lie: ${truth.lastLine}`;
    held.add(args.join(' '));
  }
  try {
    await writeFile(file, lie.value);
    const { code } = await runNode(tree, args, LIMIT_MS);
    return code === 0 ? `: [${one.rule}] of ${one.test} passes` : null;
  } finally {
    await writeFile(file, source);
  }
}

/** The tests of its rule: in a browser where they are a `.spec.ts`. */
function runOf({ rule, test }: MutantInTree): readonly string[] {
  const name = `\\[${rule}\\]`;
  return test.endsWith('.spec.ts')
    ? [...IN_BROWSER, '-x', '-g', name, test]
    : ['packages/house/node_modules/vitest/vitest.mjs', 'run', '--config', VITEST, '--bail', '1', '-t', name, test];
}
