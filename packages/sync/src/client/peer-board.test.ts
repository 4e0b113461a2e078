import { beforeEach, expect, test } from 'vitest';
import { ITEM, OTHER_PEER, PEER, PERSON } from '../testing/samples.ts';
import { Stand } from '../testing/stand.ts';
import { NOBODY_HERE } from './client-types.ts';

// Who else is here, and what they are told of this person.

let stand: Stand;
beforeEach(() => {
  stand = new Stand();
});

test('[SYNC-20] what one shares is sent at most twenty times a second, the last one wins; peers come and go', () => {
  stand.live();
  for (let x = 0; x < 100; x++) {
    stand.client.share({ ...NOBODY_HERE, cursor: { item: null, x, y: 0 } });
    stand.clock.advance(10);
  }
  stand.clock.advance(50);
  expect(stand.sent('presence').length).toBeLessThanOrEqual(21);
  expect(stand.sent('presence').at(-1)?.state.cursor?.x).toBe(99);
  const state = NOBODY_HERE;
  const bo = { peer: OTHER_PEER, person: PERSON, name: 'Bo', hue: 1, state };
  stand.say({ kind: 'peers', peers: [bo], moved: [] });
  expect([...stand.client.board.peers.keys()]).toEqual([OTHER_PEER]);
  stand.say({
    kind: 'peers',
    peers: [],
    moved: [
      [OTHER_PEER, 7, 8.5],
      [PEER, 1, 1],
    ],
  });
  expect([...stand.client.board.peers.values()]).toEqual([
    { ...bo, state: { ...state, cursor: { item: null, x: 7, y: 8.5 } } },
  ]);
  stand.say({ kind: 'peer-gone', peer: OTHER_PEER });
  expect(stand.client.board.peers.size).toBe(0);
});

test('[SYNC-97] what others see already is not said again until it has to be; a frame about nobody else tells nothing', () => {
  stand.live();
  const shown = (x: number) => ({ ...NOBODY_HERE, selection: [ITEM], cursor: { item: null, x, y: 0 } });
  const showFor = (seconds: number, x: number): void => {
    for (let second = 0; second < seconds; second++) {
      for (let frame = 0; frame < 20; frame++) {
        stand.client.share(shown(x));
        stand.clock.advance(50);
      }
      stand.say({ kind: 'pong', nonce: second, seq: 0, mirrored: null });
    }
  };
  showFor(9, 1);
  expect(stand.sent('presence')).toHaveLength(1);
  showFor(1, 2);
  expect(stand.sent('presence')).toHaveLength(2);
  showFor(11, 2);
  expect(stand.sent('presence')).toHaveLength(3);
  const told = stand.events.length;
  const me = { peer: PEER, person: PERSON, name: 'Ada', hue: 1, state: shown(2) };
  stand.say({ kind: 'peers', peers: [me], moved: [[PEER, 3, 3]] });
  expect(stand.events).toHaveLength(told);
  expect(stand.client.board.peers.size).toBe(0);
});
