import type { Page } from '@playwright/test';

/** The browser's name for all that it does for one frame of a page, until the picture is handed on to be shown. */
const FRAME = 'ProxyMain::BeginMainFrame';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  /** Microseconds, as `dur` and `callTime`. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly data?: { readonly callTime?: number } };
}

/**
 * Milliseconds from each of the page's marks to the end of the next frame, as the browser's own trace tells. A page cannot tell it
 * itself: after a key Chromium may hold the page's tasks back until another frame has begun.
 */
export async function timesToFrame(page: Page, mark: string, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('a page of this benchmark has its browser');
  await browser.startTracing(page, { categories: ['blink.user_timing', 'cc'] });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const events = trace.traceEvents.toSorted((a, b) => a.ts - b.ts);
  return events.flatMap((marked) => {
    if (marked.name !== mark) return [];
    const since = marked.args?.data?.callTime ?? Infinity;
    const frame = events.find(
      ({ name, ph, pid, ts }) => name === FRAME && ph === 'X' && pid === marked.pid && ts >= since,
    );
    return frame === undefined ? [] : [(frame.ts + (frame.dur ?? 0) - marked.ts) / 1000];
  });
}
