import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenPastKnown } from './when-past-known.ts';

let answer: boolean | null;
let asked: number;
let known: boolean[];
let end: () => void;

async function begin(first: boolean | null): Promise<void> {
  answer = first;
  end = whenPastKnown(
    async () => (asked++, answer),
    (mayRead) => known.push(mayRead),
  );
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  known = [];
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

it('[WEB-84] whether the history is shown is decided by what the server says, once', async () => {
  await begin(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, known]).toEqual([1, [false]]);
  await begin(true);
  expect(known).toEqual([false, true]);
});

it('[WEB-84] while nobody answers nothing is decided, and it is asked again', async () => {
  await begin(null);
  await vi.advanceTimersByTimeAsync(11_000);
  expect([asked, known]).toEqual([3, []]);
  answer = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(known).toEqual([true]);
});

it('[WEB-84] who has left the history or the map is told nothing', async () => {
  answer = false;
  end = whenPastKnown(
    async () => answer,
    (mayRead) => known.push(mayRead),
  );
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  await begin(null);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, known]).toEqual([1, []]);
});
