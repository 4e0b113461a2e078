import { expect, test } from 'vitest';
import type { Metadata } from '../../../metadata/metadata.ts';
import { AT, guest, ids, newPersonId, race, RACERS } from '../fixtures.ts';

/** What ends sessions. */
export function sessionsContract(open: () => Metadata): void {
  test('[GW-6] each end of all sessions has an epoch of its own, and the last is known', async () => {
    const person = guest();
    await open().addPerson(person);
    const epochs = await race(() => open().endSessions(person.id, AT));
    expect(epochs.sort((a, b) => a - b)).toEqual(Array.from({ length: RACERS }, (_each, n) => n + 1));
    expect(await open().endSessions(person.id, AT + 5)).toBe(RACERS + 1);
    const kept = (await open().revocations(AT)).filter((each) => each.kind === 'person' && each.person === person.id);
    expect(kept).toEqual([{ kind: 'person', person: person.id, epoch: RACERS + 1, at: AT + 5 }]);
    await expect(open().endSessions(newPersonId(), AT)).rejects.toMatchObject({ code: 'gateway/absent' });
  });

  test('[GW-314] all sessions are ended for one of them as long as it lives, and once for all of them', async () => {
    const person = guest();
    await open().addPerson(person);
    const ended = await race(() => open().tryEndSessions(person.id, AT, 0));
    expect(ended.filter((epoch) => epoch !== null)).toEqual([1]);
    expect(await open().tryEndSessions(person.id, AT + 1, 0)).toBeNull();
    expect(await open().tryEndSessions(person.id, AT + 2, 1)).toBe(2);
    expect(await open().tryEndSessions(newPersonId(), AT, 5)).toBeNull();
    const kept = (await open().revocations(AT)).filter((each) => each.kind === 'person' && each.person === person.id);
    expect(kept).toEqual([{ kind: 'person', person: person.id, epoch: 2, at: AT + 2 }]);
  });

  test('[GW-6] revocations are known since a time; pruning forgets sessions and never a person', async () => {
    const person = guest();
    await open().addPerson(person);
    const [early, late] = [ids.long(), ids.long()];
    await open().addRevocation({ kind: 'session', session: early, at: AT - 2_000 });
    await race(() => open().addRevocation({ kind: 'session', session: late, at: AT - 1_000 }));
    await open().endSessions(person.id, AT - 2_000);
    const known = async (since: number): Promise<readonly string[]> =>
      (await open().revocations(since))
        .map((each) => (each.kind === 'session' ? each.session : each.person))
        .filter((each) => each === early || each === late || each === person.id);
    expect((await known(AT - 2_000)).toSorted()).toEqual([early, late, person.id].toSorted());
    expect(await known(AT - 1_000)).toEqual([late]);
    await open().pruneRevocations(AT - 1_500);
    expect((await known(0)).toSorted()).toEqual([late, person.id].toSorted());
  });
}
