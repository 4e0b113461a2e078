import { expect, test } from 'vitest';
import type { Metadata } from '../../../metadata/metadata.ts';
import { AT, ids, newAddress, newHash, race } from '../fixtures.ts';

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

  test('[GW-315] those of a browser are forgotten since a time, but for one address; the first of each is known', async () => {
    const [mine, theirs, keep] = [ids.long(), ids.long(), newAddress()];
    const add = async (browser: string, email: string, late: number): Promise<string> => {
      const hash = newHash();
      await open().addSignIn({ hash, email, browser, expiresAt: AT + late });
      return hash;
    };
    const [email, other] = [newAddress(), newAddress()];
    const early = await add(mine, email, 1_000);
    const [late, kept, ofOther] = [
      await add(mine, email, 2_000),
      await add(mine, keep, 2_000),
      await add(theirs, email, 2_000),
    ];
    expect(await open().useSignIn(early, mine, AT)).toMatchObject({ kind: 'used' });
    expect([await open().firstSignIn(mine, email), await open().firstSignIn(mine, keep)]).toEqual([
      AT + 1_000,
      AT + 2_000,
    ]);
    expect([await open().firstSignIn(mine, other), await open().firstSignIn(ids.long(), email)]).toEqual([null, null]);
    await open().forgetSignIns(mine, AT + 1_000, keep);
    expect(await open().usableSignIn(late, mine, AT)).toBeNull();
    expect([await open().usableSignIn(kept, mine, AT), await open().usableSignIn(ofOther, theirs, AT)]).toEqual([
      keep,
      email,
    ]);
    expect(await open().firstSignIn(mine, email)).toBe(AT + 1_000);
    await open().forgetSignIns(mine, 0, null);
    expect([await open().firstSignIn(mine, email), await open().firstSignIn(mine, keep)]).toEqual([null, null]);
    expect(await open().firstSignIn(theirs, email)).toBe(AT + 2_000);
  });

  test('[GW-2] another browser leaves a sign-in secret usable; time and pruning do not', async () => {
    const hash = newHash();
    const email = newAddress();
    await open().addSignIn({ hash, email, browser: 'mine', expiresAt: AT + 1_000 });
    expect([await open().usableSignIn(hash, 'mine', AT), await open().usableSignIn(hash, 'mine', AT)]).toEqual([
      email,
      email,
    ]);
    expect(await open().usableSignIn(hash, 'another', AT)).toBeNull();
    expect(await open().usableSignIn(hash, 'mine', AT + 1_000)).toBeNull();
    expect(await open().usableSignIn(newHash(), 'mine', AT)).toBeNull();
    expect(await open().useSignIn(hash, 'another', AT)).toEqual({ kind: 'wrong-browser' });
    expect(await open().useSignIn(hash, 'mine', AT + 1_000)).toEqual({ kind: 'gone' });
    expect(await open().useSignIn(newHash(), 'mine', AT)).toEqual({ kind: 'gone' });
    await open().pruneSignIns(AT + 1_000);
    expect(await open().useSignIn(hash, 'mine', AT + 999)).toEqual({ kind: 'used', email });
    expect(await open().usableSignIn(hash, 'mine', AT)).toBeNull();
    const late = newHash();
    await open().addSignIn({ hash: late, email, browser: 'mine', expiresAt: AT + 1_000 });
    await open().pruneSignIns(AT + 1_001);
    expect(await open().useSignIn(late, 'mine', AT)).toEqual({ kind: 'gone' });
  });
}
