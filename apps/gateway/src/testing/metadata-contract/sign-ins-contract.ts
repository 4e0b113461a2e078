import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, newAddress, newHash, race } from './fixtures.ts';

/** What is kept about sign-in mails. */
export function signInsContract(open: () => Metadata): void {
  test('[GW-2] of parallel uses of one sign-in secret one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const hash = newHash();
      const email = newAddress();
      await open().addSignIn({ hash, email, browser: 'mine', expiresAt: AT + 1_000 });
      const used = await race((racer) => open().useSignIn(hash, racer % 4 === 0 ? 'another' : 'mine', AT));
      expect(used.filter(({ kind }) => kind === 'used')).toEqual([{ kind: 'used', email }]);
      expect(await open().useSignIn(hash, 'mine', AT)).toEqual({ kind: 'gone' });
    }
  });

  test('[GW-2] another browser leaves a sign-in secret usable; time and pruning do not', async () => {
    const hash = newHash();
    const email = newAddress();
    await open().addSignIn({ hash, email, browser: 'mine', expiresAt: AT + 1_000 });
    expect(await open().useSignIn(hash, 'another', AT)).toEqual({ kind: 'wrong-browser' });
    expect(await open().useSignIn(hash, 'mine', AT + 1_000)).toEqual({ kind: 'gone' });
    expect(await open().useSignIn(newHash(), 'mine', AT)).toEqual({ kind: 'gone' });
    await open().pruneSignIns(AT + 1_000);
    expect(await open().useSignIn(hash, 'mine', AT + 999)).toEqual({ kind: 'used', email });
    const late = newHash();
    await open().addSignIn({ hash: late, email, browser: 'mine', expiresAt: AT + 1_000 });
    await open().pruneSignIns(AT + 1_001);
    expect(await open().useSignIn(late, 'mine', AT)).toEqual({ kind: 'gone' });
  });
}
