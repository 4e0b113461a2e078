import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes a small file for this user alone, whole or not at all. Of several processes that do so at once each writes one of its own first. */
export function putInPlace(path: string, text: string): void {
  const aside = join(dirname(path), `.${basename(path)}-${process.pid}`);
  const file = openSync(aside, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(aside, path);
}
