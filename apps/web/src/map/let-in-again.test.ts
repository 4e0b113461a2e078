import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenLetInAgain } from './let-in-again.ts';

type Answer = Awaited<ReturnType<Parameters<typeof whenLetInAgain>[0]>>;

let page: EventTarget & { visibilityState: string };
let network: EventTarget;
let answer: Answer;
let asked: number;
let opened: number;
let end: () => void;

/** It begins with that answer, and time passes in which it is heard. */
async function begin(first: Answer): Promise<void> {
  answer = first;
  const ask = async () => {
    asked++;
    return answer;
  };
  end = whenLetInAgain(ask, () => void opened++);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  network = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
  [asked, opened] = [0, 0];
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('[WEB-83] a map that was closed is opened once it is open again, and then nobody asks any more', async () => {
  await begin('closed');
  await vi.advanceTimersByTimeAsync(45_000);
  expect([asked, opened]).toEqual([4, 0]);
  answer = 'none';
  await vi.advanceTimersByTimeAsync(15_000);
  expect(opened).toBe(0);
  answer = 'open';
  await vi.advanceTimersByTimeAsync(15_000);
  expect(opened).toBe(1);
  const before = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  for (const [target, name] of [
    [page, 'visibilitychange'],
    [network, 'online'],
  ] as const)
    target.dispatchEvent(new Event(name));
  expect([asked, opened]).toEqual([before, 1]);
});

it('[WEB-83] nobody asks while the page is hidden; who comes back to it, or to the network, need not wait', async () => {
  await begin('closed');
  page.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  network.dispatchEvent(new Event('online'));
  expect(asked).toBe(3);
});

it('[WEB-83] a map that was open all along is not opened again and again', async () => {
  await begin('open');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toBe(0);
  end();
  const before = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(before);
});
