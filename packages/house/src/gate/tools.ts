import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, type Outcome } from '../servers/places.ts';

/** Where the checked files stand; nothing else is walked. */
export const CHECKED = ['packages', 'apps', 'e2e', 'load', 'infra'];

const BIN = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url));

/** A configuration kept with the house. */
export function preset(name: string): string {
  return fileURLToPath(new URL(`../../presets/${name}`, import.meta.url));
}

/** Runs one of the house's own tools from the root. */
export function runTool(
  root: string,
  tool: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  // oxlint looks for tsgolint on PATH.
  const PATH = `${BIN}${delimiter}${process.env['PATH'] ?? ''}`;
  return run(join(BIN, tool), args, { cwd: root, env: { ...env, PATH, NO_COLOR: '1', FORCE_COLOR: undefined } });
}

/** The parts of `names` that exist. */
export function present(root: string, names: readonly string[]): string[] {
  return names.filter((name) => existsSync(join(root, name)));
}

/** Every tsconfig of every part. */
export function tsconfigsOf(root: string): string[] {
  const grouped = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return present(root, [...grouped, 'e2e', 'load', 'infra']).flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /^tsconfig(\.[a-z]+)?\.json$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

/** Runs `work` over `items`, as many at a time as there are cores, and keeps their order. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), items.length) }, worker));
  return results;
}
