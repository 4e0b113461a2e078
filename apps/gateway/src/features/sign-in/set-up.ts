import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Component, Log } from '@bough/service';
import type { AccountStore } from '../../metadata/accounts/account-store.ts';
import type { SetUpStore } from '../../metadata/set-up/set-up-store.ts';
import { isSeal, seal } from '../../secrets/keys.ts';

// The first owner is whoever has the set-up link. Its secret follows from the cookie keys and from its number, so that every gateway
// knows it and nothing secret is kept. A number is good once: using it ends it, and only an operator's command begins the next one.

const FILE = 'set-up-link';

type Turns = SetUpStore & Pick<AccountStore, 'hasOwner'>;

/** What the set-up secret of this turn is the seal of. */
function messageOf(turn: number): string {
  return `whoever has this may own this Bough ${turn}`;
}

/** The link of this turn: see SetUpStore. */
export function setUpLink(publicUrl: string, keys: readonly Uint8Array[], turn: number): string {
  const secret = Buffer.from(seal(keys, messageOf(turn))).toString('base64url');
  return new URL(`/set-up#secret=${secret}`, publicUrl).href;
}

/** Uses up the secret; false where it is not the one that is good now, there is an owner, or somebody was first. */
export async function tryUseSetUp(metadata: Turns, keys: readonly Uint8Array[], secret: Uint8Array): Promise<boolean> {
  const turn = await metadata.setUpTurn();
  const isGood = turn % 2 === 0 && isSeal(keys, messageOf(turn), secret) && !(await metadata.hasOwner());
  return isGood && (await metadata.tryTurnSetUp(turn, turn + 1));
}

/** Ends the link that is good now, used or not: there is an owner by another way. */
export async function endSetUp(metadata: SetUpStore): Promise<void> {
  const turn = await metadata.setUpTurn();
  if (turn % 2 === 0) await metadata.tryTurnSetUp(turn, turn + 1);
}

/** Begins the next turn, so that every link from before is worth nothing; answers it. */
export async function renewSetUp(metadata: SetUpStore): Promise<number> {
  for (;;) {
    const turn = await metadata.setUpTurn();
    const next = turn + 2 - (turn % 2);
    if (await metadata.tryTurnSetUp(turn, next)) return next;
  }
}

/** Leaves the set-up link in the data folder, for whoever can read there, while this Bough has no owner and the link is good. */
export function setUpNote(
  parts: { readonly metadata: Turns; readonly log: Log },
  settings: { readonly folder: string; readonly linkOf: (turn: number) => string },
): Component {
  const path = join(settings.folder, FILE);
  return {
    name: 'set-up',
    start: async () => {
      const turn = await parts.metadata.setUpTurn();
      if (turn % 2 === 1 || (await parts.metadata.hasOwner())) {
        rmSync(path, { force: true });
        return;
      }
      try {
        writeFileSync(path, `${settings.linkOf(turn)}\n`, { mode: 0o600 });
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
