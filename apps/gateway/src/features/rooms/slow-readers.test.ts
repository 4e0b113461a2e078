import type { ServiceProcess } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { startWithDocstore } from '../../testing/running/gateway-process.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { heldBytes } from '../../testing/resident.ts';
import { until } from '../../testing/until.ts';

// Somebody who asks for much and reads nothing, of a gateway that is a process.

const MIB = 1024 * 1024;
const LONG_MS = 120_000;
const CHANGES = 1_400;
const WORDS = 'x'.repeat(1_000);

let gateway: ServiceProcess;
beforeAll(async () => {
  // A small nursery, so that what is measured is what is held and not what has not been collected yet.
  const started = await startWithDocstore({ NODE_OPTIONS: '--max-semi-space-size=1' });
  gateway = started.gateway;
  return started.end;
});

/** A map with so long a past that it is asked for page by page. */
async function longMap(owner: Browser): Promise<string> {
  const { id: map } = await owner.makeMap();
  const socket = await PageSocket.join(owner, map);
  while (socket.seq < CHANGES) {
    const counters = socket.submitAll(Array.from({ length: 50 }, () => [addItem(WORDS)]));
    const last = counters.at(-1) ?? 0;
    await until(() => socket.outcome(last) !== null);
    socket.frames.splice(0, socket.frames.length - 2);
  }
  await socket.close();
  return map;
}

test(
  '[GW-233] whoever asks for page after page and reads none holds up no more than others do',
  async () => {
    const owner = await Browser.guest(gateway);
    const map = await longMap(owner);
    const asking = await Promise.all(Array.from({ length: 4 }, () => PageSocket.join(owner, map)));
    for (const { ws } of asking) ws.pause();
    const before = await heldBytes(gateway.pid);
    for (const socket of asking) for (let n = 0; n < 220; n++) socket.send({ kind: 'fill', from: 1 + (n % 50) });
    const honest = await PageSocket.join(owner, (await owner.makeMap()).id);
    expect(await honest.change([addItem('meanwhile')])).toBe('kept');
    // A mebibyte each, what the kernel takes for them, and what has not been collected yet; it was over two hundred.
    expect((await heldBytes(gateway.pid)) - before).toBeLessThan(40 * MIB);
    // Whoever reads again gets the page that they asked for last.
    const [first] = asking;
    first?.frames.splice(0);
    first?.ws.resume();
    await until(() => first?.closed !== null || first.frames.some(({ kind }) => kind === 'changes'));
    for (const socket of [honest, ...asking]) socket.ws.terminate();
  },
  LONG_MS,
);
