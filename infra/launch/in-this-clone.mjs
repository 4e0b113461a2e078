// Where commands about backups (backup.mjs) find the services of `npm start`: in this clone, with one folder of data and one set of settings.

import { join } from 'node:path';
import { dataFolder } from './data-folder.mjs';
import { SECRET_FILES } from './secrets.mjs';
import { cacheFolder, ensureToolchain, root } from './toolchain.mjs';

/** What does a service's part; `documents` are docstore's commands. */
const PROGRAMS = {
  docstore: 'apps/docstore/src/backup/main.ts',
  gateway: 'apps/gateway/src/backup/main.ts',
  mailer: 'apps/mailer/src/backup/main.ts',
  documents: 'apps/docstore/src/commands/main.ts',
};

/**
 * The services here. `env` are the settings, to which a command adds; `data` is the folder with the keys of backups, and `documents` the one
 * that documents are in. `hasTakenConfig`: what the file of settings says of keys stands in `env`. `fileOf` answers the file that this machine keeps a secret in, null where it is set otherwise.
 */
export async function inThisClone() {
  const { node, env: given } = await ensureToolchain((line) => console.error(line));
  const env = { NODE_COMPILE_CACHE: `${cacheFolder()}/compiled`, ...given };
  const data = dataFolder(env);
  return {
    ...{ node, env, data, documents: data, folder: root, hasTakenConfig: true },
    programOf: (what) => join(root, PROGRAMS[what]),
    settingsOf: () => env,
    fileOf: (name) =>
      env[name] === undefined && env[`${name}_FILE`] === undefined
        ? join(data, 'secrets', SECRET_FILES[name] ?? name)
        : null,
  };
}
