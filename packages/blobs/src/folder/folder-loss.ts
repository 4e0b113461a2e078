import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Random } from '@bough/base';
import { BlobFailure } from '../failure.ts';
import { isNotThere } from './folder-files.ts';
import { openFolderStore } from './folder-store.ts';
import { JOURNAL } from './journal-path.ts';

type Ports = { readonly clock: Clock; readonly random: Random };

/**
 * Goes on with a folder that is refused since a part of it was lost, as it is: what cannot be read of its journal is set aside, with what
 * may be in it. Answers what had been lost; null: nothing had, and nothing was done. Nobody may have the folder open.
 */
export async function acceptLoss(ports: Ports, { folder }: { readonly folder: string }): Promise<BlobFailure | null> {
  const lost = await lossOf(ports, folder);
  if (lost === null) return null;
  if (lost.code === 'blobs/no-journal') {
    const kept = join(folder, `${JOURNAL}-lost-${Math.floor(ports.clock.now())}`);
    await rename(join(folder, JOURNAL), kept).catch((error: unknown) => {
      if (!isNotThere(error)) throw error;
    });
  }
  (await openFolderStore(ports, { folder, loss: 'accept' })).close();
  return lost;
}

/** Why the folder is refused: a part of it was lost; null: it is not. */
export async function lossOf(ports: Ports, folder: string): Promise<BlobFailure | null> {
  try {
    (await openFolderStore(ports, { folder })).close();
    return null;
  } catch (failure) {
    if (failure instanceof BlobFailure && failure.kind === 'corrupt') return failure;
    throw failure;
  }
}
