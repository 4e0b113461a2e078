import { tryJson } from '@bough/base';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { putInPlace } from './put-in-place.ts';
import { ServiceFailure } from '../service-failure.ts';
import { VERSION } from '../version.ts';

// `format.json` in the data folder says how what stands there is written, and which version it needs: so an older Bough that meets it
// ends before it touches anything. Folders of 0.1.0 have no such file. A version that writes what an older one must not go on with
// adds a format here, with its own name.

/** The formats that there have been, oldest first, each with the version that it came with. */
const FORMATS: readonly string[] = ['0.1.0', '0.2.0', '0.3.0'];
const FILE = 'format.json';

/**
 * Says in the data folder which version it needs from now on; throws when that is a newer one than this. Where nothing can be written,
 * nothing is said: whoever keeps something there tells why it cannot.
 */
export function claimDataFolder(folder: string): void {
  const there = formatIn(folder);
  if (there.format >= FORMATS.length) return;
  const words = { format: FORMATS.length, needs: FORMATS.at(-1), writtenBy: VERSION };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Several services start at once, and put the same in place.
    putInPlace(join(folder, FILE), `${JSON.stringify(words, null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** Throws when the data folder needs a newer Bough; leaves it as it is. */
export function mustKnowDataFolder(folder: string): void {
  formatIn(folder);
}

function formatIn(folder: string): { readonly format: number } {
  const path = join(folder, FILE);
  if (!existsSync(path)) return { format: 1 };
  const value: unknown = tryJson(readFileSync(path, 'utf8'));
  const said = typeof value === 'object' && value !== null ? value : {};
  const format = 'format' in said ? Number(said.format) : Number.NaN;
  if (Number.isInteger(format) && format >= 1 && format <= FORMATS.length) return { format };
  // Every version has written whole objects with a number: this is damage, and no newer version.
  if (!Number.isInteger(format)) {
    throw new ServiceFailure(`${path} is damaged: it does not say how the data folder is written.`, {
      kind: 'corrupt',
      code: 'service/damaged-format',
      hint: `Move it away and start the Bough that wrote here last: it writes the file anew. Is the disk well?`,
    });
  }
  const needs = 'needs' in said ? String(said.needs) : 'a newer version';
  throw new ServiceFailure(`The data folder ${folder} needs Bough ${needs} or newer, and this is Bough ${VERSION}.`, {
    kind: 'corrupt',
    code: 'service/newer-data',
    hint: `Start Bough ${needs}, or restore a backup from before the upgrade to another folder.`,
  });
}
