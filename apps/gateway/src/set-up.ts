import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Component, Log } from '@bough/service';
import type { AccountStore } from './metadata/accounts/account-store.ts';
import { seal } from './session/keys.ts';

const FILE = 'set-up-link';
const MESSAGE = 'whoever has this may own this Bough';

/** What the set-up secret is the seal of. */
export function setUpMessage(): string {
  return MESSAGE;
}

/** The link that makes the first owner. It follows from the cookie keys, so that every gateway knows it; good until there is one. */
export function setUpLink(publicUrl: string, keys: readonly Uint8Array[]): string {
  const secret = Buffer.from(seal(keys, MESSAGE)).toString('base64url');
  return new URL(`/set-up#secret=${secret}`, publicUrl).href;
}

/** Leaves the set-up link in the data folder, for whoever can read there, while this Bough has no owner. */
export function setUpNote(
  parts: { readonly metadata: Pick<AccountStore, 'hasOwner'>; readonly log: Log },
  settings: { readonly folder: string; readonly link: string },
): Component {
  const path = join(settings.folder, FILE);
  return {
    name: 'set-up',
    start: async () => {
      if (await parts.metadata.hasOwner()) {
        rmSync(path, { force: true });
        return;
      }
      try {
        writeFileSync(path, `${settings.link}\n`, { mode: 0o600 });
        parts.log.info('this Bough has no owner yet: the link in the file makes one', { file: path });
      } catch (error) {
        parts.log.warn('this Bough has no owner yet, and the link that makes one cannot be written', {
          error,
          file: path,
        });
      }
    },
  };
}
