import type { SwitchedOff } from './switched-off.ts';

const ROOMS = 'apps/gateway/src/features/rooms';

/** What of a map's past is told on sockets, and to whom, after their rights have changed. */
export const PAST: readonly SwitchedOff[] = [
  {
    control: 'What is not there any more',
    name: 'the past: a socket that is open keeps it',
    file: 'packages/sync/src/room/room.ts',
    find: '    const seesLess = seesPast && !session.seesPast;\n',
    replace: '    const seesLess = seesPast && session.isGone;\n',
    why: 'whoever was made a viewer asks the open socket for what was removed',
    rule: 'SYNC-91',
    test: 'packages/sync/src/room/room-sight.test.ts',
  },
  {
    control: 'What is not there any more',
    name: 'the past: a socket is given what it had asked for before',
    file: 'packages/sync/src/room/room.ts',
    find: "(session.mode === 'feeding' || session.mode === 'pulling')",
    replace: 'session.isGone',
    why: 'whoever has asked for the whole history in time gets all of it',
    rule: 'SYNC-91',
    test: 'packages/sync/src/room/room-sight.test.ts',
  },
  {
    control: 'What is not there any more',
    name: 'the past: rooms are told of the role alone',
    file: `${ROOMS}/rooms.ts`,
    find: 'setRole(person, rights.role, rights.mayReadPast)',
    replace: 'setRole(person, rights.role, rights.mayReadPast || rights.role !== null)',
    why: 'a link with the history is revoked, and whoever came by it reads on',
    rule: 'GW-410',
    test: `${ROOMS}/past.test.ts`,
  },
  {
    control: 'What is not there any more',
    name: 'the past: whoever was shut out goes on where they were',
    file: `${ROOMS}/rooms.ts`,
    find: '    this.#firstSeen.forget(access.map, access.people);\n',
    replace: '',
    why: 'whoever is let in again is told what was said about them meanwhile',
    rule: 'GW-411',
    test: `${ROOMS}/past.test.ts`,
  },
];
