import { cp, rm } from 'node:fs/promises';
import type { ServiceProcess } from '@bough/house/servers';

/** Docstore's folder as it is now: `restore` brings it back, with a docstore that was killed and knows nothing of what came since. */
export async function backup(docstore: ServiceProcess): Promise<{ readonly restore: () => Promise<void> }> {
  const folder = docstore.environment['BOUGH_DATA'];
  if (folder === undefined) throw new Error('docstore has a folder');
  const copy = `${folder}-copy`;
  await docstore.end('SIGTERM');
  await rm(copy, { recursive: true, force: true });
  await cp(folder, copy, { recursive: true, preserveTimestamps: true });
  await docstore.start();
  return {
    restore: async () => {
      await docstore.end('SIGKILL');
      await rm(folder, { recursive: true });
      await cp(copy, folder, { recursive: true, preserveTimestamps: true });
      await docstore.start();
    },
  };
}
