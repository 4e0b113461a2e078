import { expect, test } from 'vitest';
import type { InvitationRecord } from '../../metadata/invitations/invitation-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, ids, newAddress, newHash, newMapId, newPersonId, race } from './fixtures.ts';

function newInvitation(change: Partial<InvitationRecord> = {}): InvitationRecord {
  return {
    id: ids.long(),
    kind: 'map',
    target: newMapId(),
    email: newAddress(),
    role: 'edit',
    until: null,
    by: newPersonId(),
    hash: newHash(),
    createdAt: AT,
    expiresAt: AT + 1_000,
    ...change,
  };
}

/** What is kept about invitations. */
export function invitationsContract(open: () => Metadata): void {
  test('[GW-85] an invitation waits for its address until it is taken up, withdrawn or too old', async () => {
    const first = newInvitation();
    const second = newInvitation({ target: first.target, createdAt: AT + 1, role: 'comment', until: AT + 9_000 });
    for (const each of [first, second]) await open().putInvitation(each);
    expect(await open().invitationsTo(first.target)).toEqual([first, second]);
    expect(await open().invitationsFor(first.email)).toEqual([first]);
    expect(await open().invitationByHash(second.hash)).toEqual(second);
    expect(await open().removeInvitation(newMapId(), first.id)).toBe(false);
    expect((await race(() => open().removeInvitation(first.target, first.id))).filter(Boolean)).toHaveLength(1);
    expect(await open().invitationByHash(first.hash)).toBeNull();
    await open().pruneInvitations(AT + 999);
    expect(await open().invitationsTo(first.target)).toEqual([second]);
    await open().pruneInvitations(AT + 1_000);
    expect(await open().invitationsTo(first.target)).toEqual([]);
  });

  test('[GW-85] of many invitations of one address to one map one is left', async () => {
    const first = newInvitation({ expiresAt: AT * 2 });
    await race(() => open().putInvitation({ ...first, id: ids.long(), hash: newHash() }));
    await open().putInvitation({ ...first, role: 'view' });
    expect(await open().invitationsTo(first.target)).toEqual([{ ...first, role: 'view' }]);
  });
}
