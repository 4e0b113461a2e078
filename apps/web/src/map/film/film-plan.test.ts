import { PlayTimes } from '@bough/editor/moments';
import { expect, it } from 'vitest';
import {
  END_MS,
  FILM_RATE,
  filmSpeeds,
  type FilmSpan,
  lengthOf,
  LONGEST_FILM_MS,
  planFilm,
  TITLE_MS,
  usualSpeed,
} from './film-plan.ts';

/** A past of so many changes, that far from each other. */
function spanOf(changes: number, gapMs: number, from = 0): FilmSpan {
  return {
    times: new PlayTimes(Array.from({ length: changes }, (_, n) => ({ at: n * gapMs, isSeen: true }))),
    from,
    last: changes,
  };
}

function seqsOf(span: FilmSpan, speed: number): readonly number[] {
  const plan = planFilm(span, speed);
  return Array.from({ length: plan.pictures }, (_, n) => plan.seqAt(n));
}

it('[WEB-35] a film begins with its first moment under the title, goes on as people worked, and ends with the last one', () => {
  const span = spanOf(20, 1_000, 5);
  const seqs = seqsOf(span, 2);
  const title = (TITLE_MS / 1_000) * FILM_RATE;
  expect(new Set(seqs.slice(0, title))).toEqual(new Set([5]));
  expect(new Set(seqs.slice(-((END_MS / 1_000) * FILM_RATE)))).toEqual(new Set([20]));
  // Half a second apart, each once, none left out.
  expect([...new Set(seqs)]).toEqual(Array.from({ length: 16 }, (_, n) => n + 5));
  expect(seqs.indexOf(7) - seqs.indexOf(6)).toBe(FILM_RATE / 2);
  expect(seqs.length / FILM_RATE).toBeCloseTo((TITLE_MS + 7_500 + END_MS) / 1_000, 1);
});

it('[WEB-35] a pause of a night is as short as in the play', () => {
  expect(lengthOf(spanOf(2, 8 * 3_600_000), 1)).toBe(TITLE_MS + 1_500 + END_MS);
});

it('[WEB-35] no film lasts longer than three minutes, whatever there is: 100,000 changes go as fast as that needs', () => {
  for (const changes of [0, 1, 30, 500, 5_000, 100_000]) {
    const span = spanOf(changes, 60_000);
    const speeds = filmSpeeds(span);
    expect(speeds.length).toBeGreaterThan(0);
    for (const speed of speeds) {
      const { lengthMs, pictures } = planFilm(span, speed);
      expect(lengthMs).toBeLessThanOrEqual(LONGEST_FILM_MS);
      expect(pictures).toBeLessThanOrEqual((LONGEST_FILM_MS / 1_000) * FILM_RATE);
    }
    expect(speeds).toContain(usualSpeed(span));
  }
  expect(filmSpeeds(spanOf(100_000, 60_000))).toEqual([860]);
});

it('[WEB-35] the speed that is proposed makes a film of a minute at most where one of them does', () => {
  expect(usualSpeed(spanOf(20, 60_000))).toBe(1);
  expect(usualSpeed(spanOf(200, 60_000))).toBe(8);
  // No speed of the play makes it a minute: then the fastest.
  expect(usualSpeed(spanOf(5_000, 60_000))).toBe(64);
});
