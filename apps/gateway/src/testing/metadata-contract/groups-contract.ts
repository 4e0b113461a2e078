import type { PersonId } from '@bough/base';
import { expect, test } from 'vitest';
import type { GivenGroup, Group, GroupAddress } from '../../metadata/groups/group-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { AT, guest, ids, newAddress, newMapId, newPersonId, race } from './fixtures.ts';

type Member = Person & { readonly email: string };

function newGroup(owner: PersonId, change: Partial<Group> = {}): Group {
  return { id: ids.long(), owner, name: 'Class 8b', createdAt: AT, ...change };
}
function newEntry({ id: group }: Group, email = newAddress(), at = AT): GroupAddress {
  return { id: ids.long(), group, email, at };
}

/** What is kept about groups. */
export function groupsContract(open: () => Metadata): void {
  async function member(): Promise<Member> {
    const person = { ...guest(), email: newAddress() };
    await open().addPerson(person);
    return person;
  }

  test('[GW-510] groups and their addresses are read back as they were kept, and go together', async () => {
    const owner = newPersonId();
    const [first, second] = [newGroup(owner), newGroup(owner, { createdAt: AT + 1, name: 'Choir “山”' })];
    for (const group of [second, first]) await open().addGroup(group);
    expect(await open().groupsOf(owner)).toEqual([first, second]);
    expect(await open().group(second.id)).toEqual(second);
    expect(await open().group(ids.long())).toBeNull();
    await open().renameGroup(first.id, 'Class 9b');
    expect(await open().group(first.id)).toEqual({ ...first, name: 'Class 9b' });
    const [a, b] = [newEntry(first), newEntry(first, newAddress(), AT + 1)];
    expect(await open().tryAddToGroup([b, a], 9)).toBe(true);
    expect(await open().tryAddToGroup([newEntry(first, a.email)], 9)).toBe(true);
    expect(await open().addressesIn([first.id, second.id])).toEqual([a, b]);
    expect(await open().groupSizes([first.id, second.id])).toEqual(new Map([[first.id, 2]]));
    expect([await open().addressesIn([]), await open().groupSizes([])]).toEqual([[], new Map()]);
    await open().removeFromGroup(first.id, [a.email, newAddress()]);
    expect(await open().addressesIn([first.id])).toEqual([b]);
    await open().removeGroup(first.id);
    expect(await open().addressesIn([first.id])).toEqual([]);
    expect(await open().groupsOf(owner)).toEqual([second]);
    // Nothing is kept of a group that is gone.
    expect(await open().tryAddToGroup([newEntry(first)], 9)).toBe(true);
    await open().putGroupGrant({ group: first.id, map: newMapId(), role: 'view', at: AT });
    expect([await open().addressesIn([first.id]), await open().groupSizes([first.id])]).toEqual([[], new Map()]);
  });

  test('[GW-510] a group has no more addresses than it may, however many are added at once', async () => {
    const group = newGroup(newPersonId());
    await open().addGroup(group);
    const added = await race(() => open().tryAddToGroup([newEntry(group), newEntry(group), newEntry(group)], 7));
    const kept = (await open().addressesIn([group.id])).length;
    expect([kept <= 7, kept]).toEqual([true, 3 * added.filter(Boolean).length]);
    expect(await open().tryAddToGroup([newEntry(group), newEntry(group)], kept + 1)).toBe(false);
    expect(await open().addressesIn([group.id])).toHaveLength(kept);
  });

  test('[GW-511] what groups have is found by map, by group, and by whoever has an address of theirs now', async () => {
    const [ada, bob, cy] = [await member(), await member(), await member()];
    const [mine, other] = [newGroup(ada.id), newGroup(bob.id, { name: 'Others' })];
    for (const group of [mine, other]) await open().addGroup(group);
    const entry = newEntry(mine, bob.email, AT + 3);
    await open().tryAddToGroup([entry, newEntry(mine), newEntry(mine, cy.email)], 9);
    await open().tryAddToGroup([newEntry(other, cy.email)], 9);
    const [map, later] = [newMapId(), newMapId()];
    const grant = { group: mine.id, map, role: 'comment', at: AT } as const;
    expect(await open().isInGivenGroup(bob.email)).toBe(false);
    await open().putGroupGrant(grant);
    await open().putGroupGrant({ ...grant, role: 'edit', at: AT + 5 });
    await open().putGroupGrant({ group: other.id, map, role: 'view', at: AT + 1 });
    await open().putGroupGrant({ group: mine.id, map: later, role: 'view', at: AT + 2 });
    const given = { ...grant, role: 'edit', owner: ada.id, name: mine.name, mayEditorsInvite: false } as const;
    const byOther = { ...given, group: other.id, role: 'view', at: AT + 1, owner: bob.id, name: 'Others' } as const;
    const givenLater = { ...given, map: later, role: 'view', at: AT + 2 } as const;
    expect(await open().groupsOn([map])).toEqual([given, byOther]);
    expect(await open().groupsOn([])).toEqual([]);
    expect((await open().groupGrantsOf([mine.id])).map((each) => each.map)).toEqual([later, map]);
    expect(await open().groupGrantsFor(bob.id)).toEqual([given, givenLater]);
    expect(await open().groupGrantsFor(cy.id)).toEqual([given, byOther, givenLater]);
    expect(await open().groupGrantsFor(newPersonId())).toEqual([]);
    expect([await open().isInGivenGroup(bob.email), await open().isInGivenGroup(newAddress())]).toEqual([true, false]);
    expect(await open().groupMembers([mine.id], [bob.id, ada.id])).toEqual([
      { group: mine.id, person: bob.id, entry: entry.id, at: AT + 3, kept: [] },
    ]);
    const all = await open().groupMembers([mine.id, other.id], null);
    expect(new Set(all.map(({ group, person }) => `${group} ${person}`))).toEqual(
      new Set([`${mine.id} ${bob.id}`, `${mine.id} ${cy.id}`, `${other.id} ${cy.id}`]),
    );
    expect(await open().groupMembers([], null)).toEqual([]);
    // The address counts, and not the person who had it.
    expect(await open().tryChangeEmail(bob.id, bob.email, newAddress())).toBe(true);
    expect(await open().groupGrantsFor(bob.id)).toEqual([]);
    expect(await open().groupMembers([mine.id], [bob.id])).toEqual([]);
    await open().removeGroupGrant(mine.id, map);
    expect(await open().groupsOn([map])).toEqual([byOther]);
    await open().addMap({ id: map, title: 'given', createdAt: AT }, ada.id);
    await open().setInviting(map, true);
    const isLet = (there: readonly GivenGroup[]) => there.map((each) => each.mayEditorsInvite);
    expect(isLet(await open().groupsOn([map, later]))).toEqual([true, false]);
    expect(isLet(await open().groupGrantsFor(cy.id))).toEqual([true, false]);
  });

  test('[GW-552] what an owner set stays beside the address of a group of the map, and nobody is given or told it', async () => {
    const [map, other, ada] = [newMapId(), newMapId(), await member()];
    const kept = { map, role: 'edit', until: AT + 1, later: 'view' } as const;
    const [set, limited] = [{ link: null, isSet: true, at: AT + 1 } as const, { ...kept, role: 'comment' } as const];
    const goes: readonly ((person: Member) => Promise<unknown>)[] = [
      async ({ id }) => await open().removePerson(id),
      async ({ id, email }) => expect(await open().tryChangeEmail(id, email, newAddress(), 0)).toBe(true),
    ];
    for (const go of goes) {
      const [bob, group, otherGroup] = [await member(), newGroup(ada.id), newGroup(ada.id)];
      const keptFor = async (person: PersonId) =>
        (await open().groupMembers([group.id, otherGroup.id], [person])).flatMap((each) => each.kept);
      for (const each of [group, otherGroup]) {
        await open().addGroup(each);
        await open().tryAddToGroup([newEntry(each, bob.email)], 9);
      }
      await open().putGroupGrant({ group: group.id, map, role: 'comment', at: AT });
      await open().addGrant({ ...set, ...kept, person: bob.id });
      // Of what is in no group of the map, and of what nobody set, nothing stays.
      await open().addGrant({ ...set, map: other, person: bob.id, role: 'view' });
      expect(await keptFor(bob.id)).toEqual([]);
      await go(bob);
      const next = { ...guest(), email: bob.email };
      await open().addPerson(next);
      expect([await keptFor(next.id), await open().grantsOf(next.id)]).toEqual([[kept], []]);
      // It stays when they go, too, and what an owner set for them since comes in its place.
      await go(next);
      const third = await member();
      expect(await open().tryChangeEmail(third.id, third.email, bob.email)).toBe(true);
      expect(await keptFor(third.id)).toEqual([kept]);
      await open().addGrant({ ...set, ...limited, person: third.id });
      await go({ ...third, email: bob.email });
      const last = guest();
      await open().addPerson(last);
      expect(await open().tryClaimEmail(last.id, bob.email)).toBe(true);
      expect(await keptFor(last.id)).toEqual([limited]);
      // With the place in the list it goes.
      await open().removeFromGroup(group.id, [bob.email]);
      await open().tryAddToGroup([newEntry(group, bob.email)], 9);
      expect(await keptFor(last.id)).toEqual([]);
    }
  });

  test('[GW-515] who has opened which of some maps is known', async () => {
    const [ada, bob] = [newPersonId(), newPersonId()];
    const [one, two] = [newMapId(), newMapId()];
    await open().setOpened(one, ada, AT);
    await open().setOpened(two, bob, AT);
    await open().setOpened(newMapId(), ada, AT);
    expect(await open().openedBy([one, two], [ada])).toEqual([{ map: one, person: ada, entry: null }]);
    expect(await open().openedBy([], [ada, bob])).toEqual([]);
  });

  test('[GW-540] the address that somebody came by is kept until they come by another, and goes with a guest', async () => {
    const [ada, bob] = [newPersonId(), newPersonId()];
    const map = newMapId();
    const [first, second] = [ids.long(), ids.long()];
    await open().setOpened(map, ada, AT, first);
    expect(await open().openedBy([map], [ada])).toEqual([{ map, person: ada, entry: first }]);
    await open().setOpened(map, ada, AT + 1);
    expect(await open().openedBy([map], [ada])).toEqual([{ map, person: ada, entry: first }]);
    await open().setOpened(map, ada, AT + 2, second);
    expect(await open().openedBy([map], [ada, bob])).toEqual([{ map, person: ada, entry: second }]);
    await open().moveGrants(ada, bob, AT + 4);
    expect(await open().openedBy([map], [ada, bob])).toEqual([{ map, person: bob, entry: second }]);
  });

  test('[GW-516] who is to be told waits until it is due, once for each map and address', async () => {
    const group = newGroup(newPersonId());
    await open().addGroup(group);
    const [map, email] = [newMapId(), newAddress()];
    const one = { id: ids.long(), group: group.id, map, email, at: AT, dueAt: 1 };
    const two = { ...one, id: ids.long(), map: newMapId(), at: AT + 1, dueAt: 2 };
    await open().addGroupNotices([two, one, { ...one, id: ids.long() }]);
    expect(await open().dueGroupNotices(0, 9)).toEqual([]);
    expect(await open().dueGroupNotices(2, 9)).toEqual([one, two]);
    expect(await open().dueGroupNotices(2, 1)).toEqual([one]);
    await open().postponeGroupNotices([one.id], 3);
    expect(await open().dueGroupNotices(3, 9)).toEqual([two, { ...one, dueAt: 3 }]);
    await open().removeGroupNotices([two.id]);
    await open().removeGroupGrant(group.id, map);
    expect(await open().dueGroupNotices(9, 9)).toEqual([]);
    await open().addGroupNotices([one]);
    await open().removeFromGroup(group.id, [email]);
    expect(await open().dueGroupNotices(9, 9)).toEqual([]);
  });

  test('[GW-519] a person who goes takes their groups along, and a map what groups had on it', async () => {
    const [ada, bob] = [await member(), await member()];
    const [mine, other] = [newGroup(ada.id), newGroup(newPersonId())];
    for (const group of [mine, other]) await open().addGroup(group);
    for (const group of [mine, other]) await open().tryAddToGroup([newEntry(group, bob.email)], 9);
    const map = newMapId();
    await open().addMap({ id: map, title: 'Ours', createdAt: AT }, bob.id);
    const notice = { map, at: AT, dueAt: 1 };
    for (const { id: group } of [mine, other]) {
      await open().putGroupGrant({ group, map, role: 'edit', at: AT });
      await open().addGroupNotices([{ ...notice, id: ids.long(), group, email: newAddress() }]);
    }
    await open().removePerson(ada.id);
    expect(await open().groupsOf(ada.id)).toEqual([]);
    expect(await open().addressesIn([mine.id])).toEqual([]);
    expect((await open().groupsOn([map])).map(({ group }) => group)).toEqual([other.id]);
    expect((await open().dueGroupNotices(9, 9)).map(({ group }) => group)).toEqual([other.id]);
    await open().removeMap(map);
    expect(await open().groupsOn([map])).toEqual([]);
    expect(await open().dueGroupNotices(9, 9)).toEqual([]);
    expect(await open().addressesIn([other.id])).toHaveLength(1);
  });
}
