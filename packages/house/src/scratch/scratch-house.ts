import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A house in a temporary folder, for one test to spoil. */
export interface ScratchHouse {
  readonly root: string;
  readonly write: (path: string, text: string) => void;
  readonly [Symbol.dispose]: () => void;
}

/** An empty house with the given files. */
export function scratchHouse(files: Readonly<Record<string, string>> = {}): ScratchHouse {
  const root = mkdtempSync(join(tmpdir(), 'bough-house-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { root, write, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

/** A copy of the real packages and apps, or of those of their files: what a test adds to it is judged as if somebody had committed it. */
export function scratchCopy(isWanted: (name: string) => boolean = () => true): ScratchHouse {
  const scratch = scratchHouse();
  const unwanted = new Set(['node_modules', 'dist', 'data', 'test-results']);
  for (const folder of ['packages', 'apps', 'e2e']) {
    cpSync(join(ROOT, folder), join(scratch.root, folder), {
      recursive: true,
      filter: (path) => !unwanted.has(basename(path)) && (isWanted(basename(path)) || statSync(path).isDirectory()),
    });
  }
  return scratch;
}
