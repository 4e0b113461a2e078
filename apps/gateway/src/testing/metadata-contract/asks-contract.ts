import { expect, test } from 'vitest';
import type { AskRecord } from '../../metadata/asks/ask-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, ids, newMapId, newPersonId, race } from './fixtures.ts';

function newAsk(change: Partial<AskRecord> = {}): AskRecord {
  const person = newPersonId();
  const asked = { id: ids.long(), kind: 'access', map: newMapId(), person, by: person, message: 'Please' } as const;
  return { ...asked, at: AT, isRefused: false, isMailed: true, ...change };
}

/** What people ask each other. */
export function asksContract(open: () => Metadata): void {
  test('[GW-461] of requests for one map a person has one, however many come at once, until it is taken away or old', async () => {
    const [map, person] = [newMapId(), newPersonId()];
    const first = newAsk({ map });
    expect(await open().tryAddAsk(first)).toBe(true);
    const added = await race(() => open().tryAddAsk(newAsk({ map, person, at: AT + 1 })));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect((await open().asksAbout(map)).map((each) => each.person)).toEqual([first.person, person]);
    expect(await open().ask('access', map, first.person)).toEqual(first);
    expect(await open().ask('owner', map, first.person)).toBeNull();
    expect(await open().tryAddAsk(newAsk({ map, person: first.person, kind: 'owner' }))).toBe(true);
    await open().setAskRefused(first.id);
    expect(await open().ask('access', map, first.person)).toEqual({ ...first, isRefused: true });
    expect((await race(() => open().removeAsk(first.id))).filter(Boolean)).toHaveLength(1);
    expect(await open().ask('access', map, first.person)).toBeNull();
    await open().pruneAsks(AT);
    expect(await open().asksAbout(map)).toMatchObject([{ person, at: AT + 1 }]);
    await open().pruneAsks(AT + 1);
    expect(await open().asksAbout(map)).toEqual([]);
  });

  test('[GW-474] what waits is found by the maps that it is about, and by whom it is asked', async () => {
    const [map, other, person] = [newMapId(), newMapId(), newPersonId()];
    const [access, owner] = [newAsk({ map, person, by: person }), newAsk({ map: other, person, kind: 'owner' })];
    for (const each of [access, owner, newAsk(), newAsk({ map })]) await open().tryAddAsk(each);
    expect((await open().asksOn('access', [map, other])).filter((each) => each.person === person)).toEqual([access]);
    expect(await open().asksOn('access', [map])).toHaveLength(2);
    expect(await open().asksOn('access', [])).toEqual([]);
    expect(await open().asksOf('owner', person)).toEqual([owner]);
    expect(await open().asksOf('access', person)).toEqual([access]);
  });

  test('[GW-462] what was asked waits until its mails are sent', async () => {
    const [late, early] = [newAsk({ at: AT + 2, isMailed: false }), newAsk({ at: AT + 1, isMailed: false })];
    for (const each of [late, early, newAsk()]) await open().tryAddAsk(each);
    expect(await open().unmailedAsks(9)).toEqual([early, late]);
    expect(await open().unmailedAsks(1)).toEqual([early]);
    await open().setAskMailed(early.id);
    expect(await open().unmailedAsks(9)).toEqual([late]);
    await open().pruneAsks(AT + 2);
  });
}
