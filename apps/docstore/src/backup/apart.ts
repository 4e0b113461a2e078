import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { DocstoreFailure } from '../failure.ts';
import type { Target } from './place/open-place.ts';

/**
 * Throws when a folder of backups would stand in one of the folders that are backed up, also by way of a link: it would burn with them, and its
 * objects would stand among theirs.
 */
export function mustBeApart(target: Target, folders: readonly string[]): void {
  if (target.kind === 's3') return;
  const place = realPath(target.folder);
  for (const folder of folders.map(realPath)) {
    if (place !== folder && !place.startsWith(folder.endsWith(sep) ? folder : folder + sep)) continue;
    throw new DocstoreFailure(`${target.folder} is in ${folder}, which is what a backup is of.`, {
      kind: 'invalid',
      code: 'docstore/wrong-setting',
      hint: 'Choose a place on another disk, or another machine: what burns with the data is no backup.',
    });
  }
}

/** Where the folder really is; of one that is not there yet, where it would be. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const above = dirname(resolve(folder));
    return above === folder ? folder : join(realPath(above), basename(folder));
  }
}
