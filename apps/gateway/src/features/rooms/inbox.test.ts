import type { PeerId } from '@bough/base';
import { expect, test } from 'vitest';
import { beatWorld, newPeer } from '../../testing/beat-world.ts';
import { BEAT_MS } from './beat.ts';
import { Inbox } from './inbox.ts';

function world() {
  const { clock, beat, sinceMs } = beatWorld();
  const inbox = new Inbox({ clock, beat });
  const read: (readonly [number, string])[] = [];
  const say = (peer: PeerId, what: string, kind = 'submit'): void =>
    inbox.take(peer, `{"kind":"${kind}","what":"${what}"}`, () => read.push([sinceMs(), what]));
  return { clock, beat, inbox, read, say };
}

test('[GW-105] who writes alone is read at once', () => {
  const { clock, read, say } = world();
  const anna = newPeer();
  for (const what of ['a', 'b']) {
    say(anna, what);
    clock.advance(100);
  }
  expect(read).toEqual([
    [0, 'a'],
    [100, 'b'],
  ]);
});

test('[GW-105] what several write is read at the beat, in order, and leaves at that beat; all else is read at once', () => {
  const { clock, beat, read, say } = world();
  const [anna, ben] = [newPeer(), newPeer()];
  say(anna, 'a1');
  clock.advance(10);
  say(ben, 'b1');
  say(anna, 'a2');
  say(anna, 'pointer', 'presence');
  expect(read.map(([, what]) => what)).toEqual(['a1', 'pointer']);
  beat.next(() => say(ben, 'asked for at the beat', 'ping'));
  clock.advance(70);
  expect(read.slice(2)).toEqual([
    [40, 'b1'],
    [40, 'a2'],
    [40, 'asked for at the beat'],
  ]);
});

test('[GW-105] what is asked for at a beat is done at that beat', () => {
  const { clock, beat } = world();
  const done: string[] = [];
  beat.next(() => {
    done.push('first');
    beat.next(() => done.push('of the first'));
  });
  beat.next(() => done.push('second'));
  clock.advance(BEAT_MS);
  expect(done).toEqual(['first', 'second', 'of the first']);
});

test('[GW-105] not too much is held, and what is held is read when somebody leaves', () => {
  const { inbox, read, say } = world();
  const [anna, ben] = [newPeer(), newPeer()];
  say(anna, 'first');
  for (let n = 1; n <= 300; n++) say(n % 2 === 0 ? anna : ben, String(n));
  expect(read).toHaveLength(257);
  inbox.readAll();
  expect(read.map(([, what]) => what)).toEqual(['first', ...Array.from({ length: 300 }, (_, n) => String(n + 1))]);
});
