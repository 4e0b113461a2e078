import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, guest, ids, newMapId, newPersonId } from './fixtures.ts';

const MANY = 120;

/** What is asked for each of many people who come at once. */
export function atOnceContract(open: () => Metadata): void {
  test('[GW-582] many who ask for one thing each at the same moment have each their own answer', async () => {
    const store = open();
    const everyone = Array.from({ length: MANY }, () => ({ person: guest(), map: newMapId() }));
    const group = { id: ids.long(), owner: newPersonId(), name: 'All', createdAt: AT };
    await store.addGroup(group);
    for (const [n, { person, map }] of everyone.entries()) {
      await store.addPerson({ ...person, name: `Person ${n}` });
      await store.addMap({ id: map, title: `Map ${n}`, createdAt: AT }, person.id);
      if (n % 2 === 0) await store.setStar(map, person.id, true);
      if (n % 3 === 0) await store.putGroupGrant({ group: group.id, map, role: 'view', at: AT });
      // Next to theirs: whoever answers for many at once must not mix them up.
      const next = everyone[n + 1];
      if (next !== undefined)
        await store.addGrant({ map, person: next.person.id, role: 'comment', link: null, at: AT });
    }
    const lineage = ids.short();
    await Promise.all(everyone.map(async ({ person, map }, seq) => store.setSeen(map, person.id, { lineage, seq })));
    const answers = await Promise.all(
      everyone.map(async ({ person, map }) =>
        Promise.all([
          store.person(person.id),
          store.map(map),
          store.grantsOn(map, person.id),
          store.entries([map], person.id),
          store.groupsOn([map]),
          store.seenOf(map, person.id),
        ]),
      ),
    );
    for (const [n, [person, map, grants, entries, groups, seen]] of answers.entries()) {
      expect(person?.name).toBe(`Person ${n}`);
      expect(map?.title).toBe(`Map ${n}`);
      expect(grants.map(({ role }) => role)).toEqual(['own']);
      expect(entries).toMatchObject([{ title: `Map ${n}`, isStarred: n % 2 === 0, openedAt: AT }]);
      expect(groups).toHaveLength(n % 3 === 0 ? 1 : 0);
      expect(seen).toEqual({ lineage, seq: n });
    }
    const [nobody, nothing, none] = await Promise.all([
      Promise.all(everyone.map(async () => store.person(newPersonId()))),
      Promise.all(everyone.map(async () => store.map(newMapId()))),
      Promise.all(everyone.map(async ({ map }) => store.grantsOn(map, newPersonId()))),
    ]);
    expect([...nobody, ...nothing].filter((found) => found !== null)).toEqual([]);
    expect(none.flat()).toEqual([]);
  });
}
