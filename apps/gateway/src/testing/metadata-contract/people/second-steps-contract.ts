import type { PersonId } from '@bough/base';
import { expect, test } from 'vitest';
import type { Metadata } from '../../../metadata/metadata.ts';
import type { SecondStep } from '../../../metadata/second-steps/second-step-store.ts';
import { AT, guest, newHash, newPersonId, race } from '../fixtures.ts';

/** What every implementation of the port SecondStepStore keeps. */
export function secondStepsContract(open: () => Metadata): void {
  const wins = async (run: () => Promise<boolean>): Promise<number> => (await race(run)).filter(Boolean).length;
  const member = async (): Promise<PersonId> => {
    const person = guest();
    await open().addPerson(person);
    return person.id;
  };
  const turnedOn = async (codes: readonly string[] = [], lastStep = 10): Promise<PersonId> => {
    const person = await member();
    expect(await open().tryBeginSecondStep(person, 'sealed')).toBe(true);
    expect(
      await open().tryTurnOnSecondStep({ person, sealed: 'sealed', onAt: AT, lastStep, ...madeAt(codes) }, 0),
    ).toBe(true);
    return person;
  };

  test('[GW-300] a second step that was begun asks nobody for anything, and may be begun again until it is on', async () => {
    const person = await member();
    expect(await open().secondStep(person)).toBe(null);
    expect(await open().tryBeginSecondStep(person, 'one')).toBe(true);
    expect(await open().tryBeginSecondStep(person, 'two')).toBe(true);
    const begun = { person, sealed: 'two', onAt: null, lastStep: 0, codes: [], codesAt: null };
    expect(await open().secondStep(person)).toEqual(begun);
    expect(await open().tryTakeStep(person, 5)).toBe(false);
    expect(await open().trySetRecoveryCodes(person, madeAt([newHash()]), 0)).toBe(false);
    const on = { person, onAt: AT, lastStep: 7, ...madeAt([newHash()]) };
    expect(await open().tryTurnOnSecondStep({ ...on, sealed: 'one' }, 0)).toBe(false);
    expect(await wins(() => open().tryTurnOnSecondStep({ ...on, sealed: 'two' }, 0))).toBe(1);
    expect(await open().tryBeginSecondStep(person, 'three')).toBe(false);
    expect(await open().secondStep(person)).toEqual({ ...on, sealed: 'two' });
  });

  test('[GW-302] of any number of uses of one time step one succeeds, and earlier ones never do', async () => {
    const person = await turnedOn();
    for (const step of [9, 10]) expect(await open().tryTakeStep(person, step)).toBe(false);
    expect(await wins(() => open().tryTakeStep(person, 12))).toBe(1);
    expect(await open().tryTakeStep(person, 11)).toBe(false);
    expect(await open().tryTakeStep(newPersonId(), 12)).toBe(false);
  });

  test('[GW-304] of any number of uses of one recovery code one succeeds; new ones replace all', async () => {
    const [a, b, c] = [newHash(), newHash(), newHash()];
    const [person, other] = [await turnedOn([a, b]), await turnedOn([c])];
    expect(await open().tryTakeRecoveryCode(person, c)).toBe(false);
    expect(await wins(() => open().tryTakeRecoveryCode(person, a))).toBe(1);
    expect((await open().secondStep(person))?.codes).toEqual([b]);
    expect(await open().trySetRecoveryCodes(person, madeAt([a, c], AT + 5), 0)).toBe(true);
    expect(await open().tryTakeRecoveryCode(person, b)).toBe(false);
    expect(await open().secondStep(person)).toMatchObject(madeAt([a, c], AT + 5));
    expect((await open().secondStep(other))?.codes).toEqual([c]);
  });

  test('[GW-314] a session that was ended turns none on and makes no recovery codes', async () => {
    const [begun, on, codes] = [await member(), await turnedOn([newHash()]), madeAt([newHash()])];
    await open().tryBeginSecondStep(begun, 'sealed');
    for (const person of [begun, on]) await open().endSessions(person, AT);
    const step = { person: begun, sealed: 'sealed', onAt: AT, lastStep: 7, ...codes };
    expect(await open().tryTurnOnSecondStep(step, 0)).toBe(false);
    expect((await open().secondStep(begun))?.onAt ?? null).toBeNull();
    const before = await open().secondStep(on);
    expect(await open().trySetRecoveryCodes(on, codes, 0)).toBe(false);
    expect(await open().secondStep(on)).toEqual(before);
    expect(await open().trySetRecoveryCodes(on, codes, 1)).toBe(true);
    await open().tryBeginSecondStep(begun, 'sealed');
    expect(await open().tryTurnOnSecondStep(step, 1)).toBe(true);
  });

  test('[GW-300] it is sealed anew only as it was read, and removed alone or with its person', async () => {
    const person = await turnedOn();
    await open().resealSecondStep(person, 'another', 'wrong');
    await open().resealSecondStep(person, 'sealed', 'anew');
    expect((await open().secondStep(person))?.sealed).toBe('anew');
    expect(await open().removeSecondStep(person)).toBe(true);
    expect(await open().removeSecondStep(person)).toBe(false);
    const someone = guest();
    await open().addPerson(someone);
    await open().tryBeginSecondStep(someone.id, 'sealed');
    await open().removePerson(someone.id);
    expect(await open().secondStep(someone.id)).toBe(null);
  });
}

function madeAt(codes: readonly string[], codesAt = AT): Pick<SecondStep, 'codes' | 'codesAt'> {
  return { codes, codesAt };
}
