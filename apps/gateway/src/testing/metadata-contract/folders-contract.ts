import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, newAddress, newFolder, newHash, newMapId, newPersonId, ids } from './fixtures.ts';

/** What is kept about folders. */
export function foldersContract(open: () => Metadata): void {
  test('[GW-81] folders and with whom they are shared are read back as they were kept', async () => {
    const [ada, bob] = [newPersonId(), newPersonId()];
    const outer = newFolder(ada);
    const inner = newFolder(ada, { parent: outer.id, name: 'Innen' });
    for (const folder of [outer, inner]) await open().addFolder(folder);
    expect(await open().folder(inner.id)).toEqual(inner);
    expect(await open().folder(ids.long())).toBeNull();
    expect(new Set(await open().folders([outer.id, ids.long(), inner.id]))).toEqual(new Set([outer, inner]));
    expect(await open().folders([])).toEqual([]);
    expect(new Set(await open().foldersOf([ada, bob]))).toEqual(new Set([outer, inner]));
    await open().changeFolder(inner.id, 'Renamed', null);
    expect(await open().folder(inner.id)).toEqual({ ...inner, name: 'Renamed', parent: null });
    const grant = { folder: outer.id, person: bob, role: 'view', at: AT } as const;
    await open().addFolderGrant(grant);
    await open().addFolderGrant({ ...grant, role: 'edit', at: AT + 1 });
    expect(await open().folderGrantsOf(bob)).toEqual([{ ...grant, role: 'edit' }]);
    expect(await open().folderGrantsIn([outer.id, inner.id])).toEqual([{ ...grant, role: 'edit' }]);
    expect(await open().folderGrantsIn([])).toEqual([]);
    await open().removeFolderGrant(outer.id, bob);
    expect(await open().folderGrantsOf(bob)).toEqual([]);
  });

  test('[GW-81] what was in a folder that is removed is then in the one around it, and nobody else keeps anything there', async () => {
    const [ada, bob] = [newPersonId(), newPersonId()];
    const outer = newFolder(ada);
    const middle = newFolder(ada, { parent: outer.id });
    const inner = newFolder(ada, { parent: middle.id });
    for (const folder of [outer, middle, inner]) await open().addFolder(folder);
    const [mine, theirs] = [newMapId(), newMapId()];
    await open().addMap({ id: mine, title: 'mine', createdAt: AT }, ada);
    await open().addMap({ id: theirs, title: 'theirs', createdAt: AT }, bob);
    await open().setFolder(mine, ada, middle.id);
    await open().setFolder(theirs, bob, middle.id);
    await open().addFolderGrant({ folder: middle.id, person: bob, role: 'edit', at: AT });
    await open().putInvitation({
      id: ids.long(),
      kind: 'folder',
      target: middle.id,
      email: newAddress(),
      role: 'view',
      until: null,
      by: ada,
      hash: newHash(),
      createdAt: AT,
      expiresAt: AT + 9,
    });
    await open().removeFolder(middle);
    expect(await open().folder(middle.id)).toBeNull();
    expect((await open().folder(inner.id))?.parent).toBe(outer.id);
    expect(await open().placedIn([middle.id, outer.id])).toEqual([{ map: mine, person: ada, folder: outer.id }]);
    expect(await open().folderGrantsOf(bob)).toEqual([]);
    expect(await open().invitationsTo(middle.id)).toEqual([]);
  });
}
