import type { PlayTimes } from '@bough/editor/moments';
import { SPEEDS } from '../history/speeds.ts';

// Which moment each picture of a film shows: the title first, then the past as a play has it, with its pauses shortened, then the whole
// map for a while.

/** Pictures in a second, where anything moves. */
export const FILM_RATE = 30;
/** No film is longer: what it would take to paint and to keep stays bounded, whatever the map is. */
export const LONGEST_FILM_MS = 180_000;
/** Faster than that a film is not made unless it has to: one minute is what people look at. */
const PLEASANT_FILM_MS = 60_000;
/** The title is seen so long, and goes within the last part of it. */
export const TITLE_MS = 2_400;
export const TITLE_FADE_MS = 400;
/** So long the whole map is seen at the end. */
export const END_MS = 3_000;

/** A film of the past from one moment to another. */
export interface FilmPlan {
  readonly lengthMs: number;
  /** How many pictures there are, if all of them were different. */
  readonly pictures: number;
  /** When the last moment has come, and the whole map is shown. */
  readonly endMs: number;
  timeOf(picture: number): number;
  /** The moment that a picture shows. */
  seqAt(picture: number): number;
}

/** What a film shows of a past. */
export interface FilmSpan {
  readonly times: PlayTimes;
  readonly from: number;
  readonly last: number;
}

/** How many times faster than people worked a film of it can be; where none of the play's speeds is enough, one that is. */
export function filmSpeeds(span: FilmSpan): readonly number[] {
  const possible = SPEEDS.filter((speed) => lengthOf(span, speed) <= LONGEST_FILM_MS);
  if (possible.length > 0) return possible;
  return [Math.ceil(playMs(span) / (LONGEST_FILM_MS - TITLE_MS - END_MS))];
}

/** The slowest one with which it lasts no longer than a minute, else the fastest. */
export function usualSpeed(span: FilmSpan): number {
  const speeds = filmSpeeds(span);
  return speeds.find((speed) => lengthOf(span, speed) <= PLEASANT_FILM_MS) ?? speeds.at(-1) ?? 1;
}

/** The film of it at that speed. */
export function planFilm(span: FilmSpan, speed: number): FilmPlan {
  const { times, from, last } = span;
  const lengthMs = lengthOf(span, speed);
  const timeOf = (picture: number): number => (picture * 1_000) / FILM_RATE;
  const endMs = lengthMs - END_MS;
  return {
    ...{ lengthMs, timeOf, endMs },
    pictures: Math.ceil((lengthMs * FILM_RATE) / 1_000),
    seqAt: (picture) => {
      const playedMs = timeOf(picture) - TITLE_MS;
      if (playedMs < 0) return from;
      if (timeOf(picture) >= endMs) return last;
      return Math.min(last, Math.max(from, times.seqAt(times.startOf(from) + playedMs * speed)));
    },
  };
}

/** How long the film is. */
export function lengthOf(span: FilmSpan, speed: number): number {
  return TITLE_MS + playMs(span) / speed + END_MS;
}

function playMs({ times, from, last }: FilmSpan): number {
  return times.startOf(last) - times.startOf(from);
}
