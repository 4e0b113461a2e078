import { expect, test } from 'vitest';
import type { Metadata } from '../../../metadata/metadata.ts';
import { race } from '../fixtures.ts';

/** What every implementation of the port SetUpStore keeps. */
export function setUpContract(open: () => Metadata): void {
  test('[GW-271] the number of the set-up link moves on once from each, whoever tries at once', async () => {
    const turn = async (from: number): Promise<number> => {
      const won = await race(() => open().tryTurnSetUp(from, from + 1));
      return won.filter(Boolean).length;
    };
    const from = await open().setUpTurn();
    expect(await open().tryTurnSetUp(from + 1, from + 2)).toBe(false);
    expect([await turn(from), await open().setUpTurn()]).toEqual([1, from + 1]);
    expect([await turn(from), await open().setUpTurn()]).toEqual([0, from + 1]);
    expect([await turn(from + 1), await open().setUpTurn()]).toEqual([1, from + 2]);
    expect(await open().tryTurnSetUp(0, 1)).toBe(false);
  });
}
