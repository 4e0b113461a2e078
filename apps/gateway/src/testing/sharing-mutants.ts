// Small lies in what invitations, owners and mails of mentions are worth by the time that they count, and in the order of words; mutants.ts has them among its own.

const INVITING = 'src/features/sharing/inviting.ts';
const inviting = { test: 'src/features/sharing/inviting.test.ts', isInTree: true } as const;
const MENTIONS = 'src/features/comments/mentions.ts';
const mentions = { test: 'src/features/comments/mentions.test.ts', isInTree: true } as const;

const ends = { test: 'src/features/sharing/ends.test.ts', isInTree: true } as const;

export const sharingMutants = [
  {
    name: 'invitations: an editor lets an owner in',
    file: INVITING,
    find: 'return most !== null && isAtLeast(most, role);',
    replace: 'return most !== null;',
    why: 'who gave a map away takes it back by an invitation from before',
    rule: 'GW-459',
    ...inviting,
  },
  {
    name: 'invitations: who left lets others in',
    file: INVITING,
    find: 'return most !== null && isAtLeast(most, role);',
    replace: "return isAtLeast(most ?? 'edit', role);",
    why: 'somebody who was removed has a way back through a friend',
    rule: 'GW-459',
    ...inviting,
  },
  {
    name: 'transfer: a guest of a link is asked to own the map',
    file: 'src/features/sharing/transfer-routes.ts',
    find: 'giver?.email != null && taker?.email == null',
    replace: 'giver?.email == null && taker?.email == null',
    why: 'a lost cookie loses the map',
    rule: 'GW-464',
    test: 'src/features/sharing/transfer.test.ts',
    isInTree: true,
  },
  {
    name: 'deletion: whose access ends inherits first',
    file: 'src/features/account/deletion.ts',
    find: 'return until === null ? 0 : 1;',
    replace: 'return until === null ? 0 : 0;',
    why: 'a visitor for an hour owns the map for ever',
    rule: 'GW-71',
    test: 'src/features/account/account.test.ts',
    isInTree: true,
  },
  {
    name: 'ends: a link that is pressed again gives what an owner has taken',
    file: 'src/access/map-access.ts',
    find: '(grant.link === null || !set.has(keyOf(grant)))',
    replace: "(grant.link === null || !set.has(''))",
    why: 'an end that an owner sets ends nothing for who kept the link',
    rule: 'GW-497',
    ...ends,
  },
  {
    name: 'ends: who leaves comes back with more',
    file: 'src/access/owners.ts',
    find: 'if (set !== undefined) await this.#metadata.addGrant',
    replace: 'if (set === null) await this.#metadata.addGrant',
    why: 'leaving and pressing the link again undoes an end',
    rule: 'GW-497',
    ...ends,
  },
  {
    name: 'ends: an editor’s invitation undoes an end',
    file: 'src/features/sharing/counting-invitations.ts',
    find: ' && isOwner(invitation.by, reasons)',
    replace: '',
    why: 'two members keep each other in, whatever the owner says',
    rule: 'GW-498',
    ...ends,
  },
  {
    name: 'titles: a program’s title reaches no list',
    file: 'src/features/rooms/outside-changes.ts',
    find: '    onKept(map, appended.changes);\n',
    replace: '',
    why: 'lists, mails and the bell go on calling a map what it was called once',
    rule: 'GW-499',
    test: 'src/features/maps/titles.test.ts',
    isInTree: true,
  },
  {
    name: 'mentions: what was removed is mailed',
    file: MENTIONS,
    find: 'edit(gathered.said, id, (each) => (text === null ? null : { ...each, text, to: null }));',
    replace: 'edit(gathered.said, id, (each) => (text === null ? each : { ...each, text, to: null }));',
    why: 'words that were taken back are in somebody’s mailbox',
    rule: 'GW-104',
    ...mentions,
  },
  {
    name: 'chat: words that come at once have one time',
    file: '../../packages/sync/src/room/room-session.ts',
    find: 'Math.max(now, this.#saidAt + 1)',
    replace: 'now',
    why: 'what was written offline stands in a random order in the chat',
    rule: 'SYNC-96',
    test: '../../packages/sync/src/room/room-load.test.ts',
    isInTree: true,
  },
] as const;
