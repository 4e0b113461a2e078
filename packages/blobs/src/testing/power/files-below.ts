import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stateOf } from './power-states.ts';
import { RecordedDisk } from './recorded-disk.ts';
import type { Call } from './strace-calls.ts';

/** What stands below a folder: by path, the bytes of a file or null for a folder. */
export async function filesBelow(folder: string): Promise<ReadonlyMap<string, Buffer | null>> {
  const files = new Map<string, Buffer | null>();
  for (const each of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(each.parentPath, each.name);
    files.set(path.slice(folder.length + 1), each.isDirectory() ? null : await readFile(path));
  }
  return files;
}

/**
 * Throws unless what the recorded calls have made of a folder, on the disk of the power cuts, is what stands there now. `before` is what
 * stood there before them.
 */
export async function mustBeSame(
  folder: string,
  calls: readonly Call[],
  before: ReadonlyMap<string, Uint8Array | null> = new Map(),
): Promise<void> {
  const disk = new RecordedDisk(folder, before);
  for (const call of calls) disk.follow(call);
  const { left } = stateOf(disk.root, () => true);
  const there = await filesBelow(folder);
  for (const path of new Set([...left.keys(), ...there.keys()])) {
    const [model, real] = [left.get(path), there.get(path)];
    const isSame = model === real || (model && real && model.equals(real));
    if (!isSame)
      throw new Error(`the recording is not what was done: ${path} is ${sizeOf(model)}, not ${sizeOf(real)}`);
  }
}

function sizeOf(found: Buffer | null | undefined): string {
  return found === undefined ? 'not there' : found === null ? 'a folder' : `a file of ${found.length} bytes`;
}
