import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchTree } from '@bough/house/mutants';

const THIS = fileURLToPath(new URL('../../../', import.meta.url));

/** This checkout, and a copy of it that calls itself the next version: what processes are rolled between. */
export class Versions {
  #next: Promise<string> | null = null;
  #isNext = false;

  /** The checkout that processes are to run from now on: the other one than before. */
  async other(): Promise<string> {
    this.#isNext = !this.#isNext;
    return this.#isNext ? await (this.#next ??= nextVersion()) : THIS;
  }

  async remove(): Promise<void> {
    if (this.#next !== null) await rm(await this.#next, { recursive: true, force: true });
  }
}

async function nextVersion(): Promise<string> {
  const tree = await scratchTree();
  const manifest = join(tree, 'package.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace(/"version": "(\d+\.\d+)\.\d+"/, '"version": "$1.999"'));
  return tree;
}
