import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, newMapId, newPersonId } from './fixtures.ts';

/** What lists of maps are made from. */
export function mapsContract(open: () => Metadata): void {
  test('[GW-1] a list has the maps that a person may open, newest opened first', async () => {
    const owner = newPersonId();
    const [older, newer] = [newMapId(), newMapId()];
    await open().addMap({ id: older, title: 'older', createdAt: AT }, owner);
    await open().addMap({ id: newer, title: 'newer', createdAt: AT + 1 }, owner);
    const listed = { id: newer, title: 'newer', createdAt: AT + 1, role: 'own', openedAt: AT + 1 };
    expect((await open().mapsOf(owner)).map(({ title }) => title)).toEqual(['newer', 'older']);
    expect(await open().listing(newer, owner)).toEqual(listed);
    await open().setOpened(older, owner, AT + 2);
    await open().setTitle(older, 'renamed');
    expect(await open().mapsOf(owner)).toEqual([
      { id: older, title: 'renamed', createdAt: AT, role: 'own', openedAt: AT + 2 },
      listed,
    ]);
    expect(await open().map(older)).toEqual({ id: older, title: 'renamed', createdAt: AT });
    expect(await open().map(newMapId())).toBeNull();
    expect(await open().mapsOf(newPersonId())).toEqual([]);
    expect(await open().listing(older, newPersonId())).toBeNull();
    expect(await open().listing(newMapId(), owner)).toBeNull();
  });
}
