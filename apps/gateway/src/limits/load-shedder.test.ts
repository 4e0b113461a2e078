import { once } from 'node:events';
import type { Clock, Failure } from '@bough/base';
import express, { type NextFunction, type Request, type Response } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { refuseWhenBusy } from '../http/refuse-when-busy.ts';
import { LoadShedder, nextShare } from './load-shedder.ts';

/** A process that serves so many visits a second, and turns one away a hundred times as fast; answers what it served. */
function serve(offered: (second: number) => number, capacity: number, seconds: number): number[] {
  let [share, backlogMs] = [1, 0];
  return Array.from({ length: seconds }, (_each, second) => {
    let served = 0;
    for (let look = 0; look < 20; look++) {
      const visits = offered(second) / 20;
      backlogMs += (visits * share * 1_000) / capacity + (visits * (1 - share) * 10) / capacity;
      served += Math.min(backlogMs, 50) * (capacity / 1_000);
      backlogMs = Math.max(0, backlogMs - 50);
      share = nextShare(share, backlogMs);
      // Whoever waits for more than two seconds has gone.
      if (backlogMs > 2_000) served = 0;
    }
    return served;
  });
}

test('[GW-100] at any load beyond what it can do a gateway goes on doing nearly all that it can', () => {
  for (const times of [1.2, 2, 3, 5]) {
    const served = serve(() => 100 * times, 100, 30).slice(5);
    expect(Math.min(...served) / 100, `${times} times`).toBeGreaterThan(0.9);
  }
});

test('[GW-100] nobody is turned away where there is room, and all are let in again when the crowd has gone', () => {
  expect(serve(() => 80, 100, 10).every((served) => served > 79.9)).toBe(true);
  const served = serve((second) => (second < 10 ? 500 : 80), 100, 30);
  expect(served.slice(20).every((each) => each > 79.9)).toBe(true);
  expect(nextShare(1, 0)).toBe(1);
  expect(nextShare(0.02, 60_000)).toBe(0.02);
});

/** A clock whose timers run when they are told to, as late as they are told. */
function lateClock(): { readonly clock: Clock; readonly run: (afterMs: number) => void } {
  let nowMs = 0;
  let due: () => void = () => undefined;
  const after: Clock['after'] = (_ms, run) => {
    due = run;
    return () => undefined;
  };
  const run = (afterMs: number): void => {
    nowMs += afterMs;
    due();
  };
  return { clock: { now: () => nowMs, monotonic: () => nowMs, after }, run };
}

test('[GW-100] a few visitors are never turned away, however late the process is', () => {
  const { clock, run } = lateClock();
  const shedder = new LoadShedder({ clock });
  for (let second = 0; second < 30; second++) {
    for (let visit = 0; visit < 15; visit++) expect(shedder.tryEnter()).toBe(true);
    run(1_000);
  }
  expect(shedder.share).toBe(0.02);
  shedder.stop();
});

test('[GW-100] visits and programs are turned away with 503 and when to come again; whoever has a page open is not', async () => {
  const { clock, run } = lateClock();
  const shedder = new LoadShedder({ clock });
  for (let look = 0; look < 60; look++) {
    expect(shedder.tryEnter()).toBe(true);
    run(50);
  }
  expect(shedder.share).toBe(1);
  for (let look = 0; look < 60; look++) {
    shedder.tryEnter();
    run(900);
  }
  expect(shedder.share).toBe(0.02);
  const app = express();
  app.use(refuseWhenBusy(shedder));
  app.get('/*rest', (_req, res) => void res.send('in'));
  app.use(
    (failure: Failure, _req: Request, res: Response, _next: NextFunction) => void res.status(503).send(failure.code),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const ask = async (path: string): Promise<readonly [number, string, string | null]> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return [answer.status, await answer.text(), answer.headers.get('retry-after')];
  };
  while (shedder.tryEnter()) {
    // As many at once as come in at any time.
  }
  const pages = await Promise.all(Array.from({ length: 100 }, () => ask('/m/AYvP5WgAcUS6bLNdmUg0Fw')));
  expect(pages.filter(([status]) => status === 200)).toHaveLength(2);
  expect(pages.find(([status]) => status === 503)).toEqual([503, expect.stringContaining('Many people'), '5']);
  expect(await ask('/api/v1/me')).toEqual([503, 'gateway/crowded', '5']);
  for (const path of ['/api/session', '/api/maps', '/icon.svg', '/assets/index-1a2b3c4d.js']) {
    expect(await ask(path)).toEqual([200, 'in', null]);
  }
  shedder.stop();
});
