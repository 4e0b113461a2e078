import type { ServiceProcess } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { startWithDocstore } from '../../testing/running/gateway-process.ts';
import type { Neighbours } from '../../testing/running/neighbours.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { until } from '../../testing/until.ts';

// Docstore stands still for longer than a gateway waits for it, as a process does that swaps, or whose disk hangs: both as the
// processes that they are.

/** A gateway gives up after ten seconds. */
const STILL_MS = 13_000;
const LONG_MS = 90_000;

let gateway: ServiceProcess;
let neighbours: Neighbours;
beforeAll(async () => {
  const started = await startWithDocstore();
  ({ gateway, neighbours } = started);
  return started.end;
});

/** Calls that docstore has answered. */
async function answered(docstore: ServiceProcess): Promise<number> {
  return await docstore.metric('bough_request_seconds_count', 'route="appendSubmits"');
}

test(
  '[GW-221] a docstore that stood still is asked for a submit once at a time, however often its page says it',
  { timeout: LONG_MS },
  async () => {
    const [docstore] = neighbours.docstores;
    const owner = await Browser.guest(gateway);
    const { json: map } = await owner.must('POST', '/api/maps', { title: 'A map', folder: null });
    const page = await PageSocket.join(owner, map.id);
    expect(await page.change([addItem('before')])).toBe('kept');
    const pid = docstore?.pid ?? null;
    if (docstore === undefined || pid === null) throw new Error('docstore runs');
    const before = await answered(docstore);
    process.kill(pid, 'SIGSTOP');
    try {
      const change = { kind: 'submit', base: page.seq, changes: [{ counter: 2, ops: [addItem('meanwhile')] }] };
      const stoppedMs = performance.now();
      let saidMs = -Infinity;
      await until(() => {
        const nowMs = performance.now();
        // As a page does that has no answer.
        if (nowMs - saidMs >= 1_000) {
          saidMs = nowMs;
          page.send(change);
        }
        return nowMs - stoppedMs >= STILL_MS;
      }, 2 * STILL_MS);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await until(() => page.outcome(2) !== null, 30_000);
    expect(page.outcome(2)).toBe('kept');
    page.skipTo(2);
    expect(await page.change([addItem('after')])).toBe('kept');
    const kept = page.frames.flatMap((frame) => (frame.kind === 'changes' ? frame.changes : []));
    expect(kept.filter(({ client }) => client === page.client).map(({ counter }) => counter)).toEqual([1, 2, 3]);
    // The one whose time was up, the one that took its place, and the one after.
    expect((await answered(docstore)) - before).toBeLessThanOrEqual(3);
  },
);
