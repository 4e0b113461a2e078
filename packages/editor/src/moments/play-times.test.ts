import { expect, it } from 'vitest';
import { PlayTimes } from './play-times.ts';

const seen = (at: number) => ({ at, isSeen: true });
const unseen = (at: number) => ({ at, isSeen: false });

it('[EDIT-94] a play goes as people worked, a long pause lasts a second and a half, and clocks that went back stop nothing', () => {
  const play = new PlayTimes([1_000, 1_400, 9_000_000, 8_000_000, 8_000_100].map(seen));
  expect([0, 1, 2, 3, 4, 5].map((seq) => play.startOf(seq))).toEqual([0, 0, 400, 1_900, 1_900, 2_000]);
  expect([0, 399, 400, 1_899, 1_900, 1_999, 2_000, 99_999].map((ms) => play.seqAt(ms))).toEqual([
    1, 1, 2, 2, 4, 4, 5, 5,
  ]);
  expect(play.startOf(77)).toBe(2_000);
  expect(new PlayTimes([]).seqAt(5)).toBe(0);
});

it('[EDIT-94] every moment is there when it comes, whatever the times were', () => {
  const times = Array.from({ length: 500 }, (_, n) => n * 37 + ((n * 7_919) % 4_001));
  const play = new PlayTimes(times.map((at, n) => ({ at, isSeen: n % 3 !== 1 })));
  for (let seq = 0; seq <= times.length; seq++) {
    const shown = play.seqAt(play.startOf(seq));
    expect(shown).toBeGreaterThanOrEqual(seq);
    expect(play.startOf(shown)).toBe(play.startOf(seq));
  }
});

it('[EDIT-94] what shows nothing takes no time: it comes with the next change that does, and after the last one nothing is waited for', () => {
  const talk = Array.from({ length: 20 }, (_, n) => unseen(1_000 + n * 700));
  const play = new PlayTimes([unseen(0), seen(500), seen(900), ...talk, seen(16_000), unseen(17_000), unseen(18_000)]);
  expect([0, 1, 2, 3, 4, 23, 24, 25, 26].map((seq) => play.startOf(seq))).toEqual([
    0, 0, 0, 400, 1_900, 1_900, 1_900, 1_900, 1_900,
  ]);
  expect([0, 399, 400, 1_899, 1_900].map((ms) => play.seqAt(ms))).toEqual([2, 2, 3, 3, 26]);
  expect(play.lastSeen).toBe(24);
  expect(new PlayTimes([unseen(0)]).lastSeen).toBe(0);
});
