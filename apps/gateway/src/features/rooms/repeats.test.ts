import type { ServiceProcess } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { IN_FRAME, slowestEditMs, writeInFrames } from '../../testing/visitors/edits.ts';
import { startWithDocstore } from '../../testing/running/gateway-process.ts';
import type { Neighbours } from '../../testing/running/neighbours.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';

// Somebody who says again what a map has had for long, two hundred changes in each frame, over many sockets: docstore and gateway
// as the processes that they are, and a map with a long history.

const HISTORY = 20_000;
const SOCKETS = 8;
/** For how long the others edit beside it. */
const EDITS = 12;
/** What somebody else's edit may take meanwhile: alone it takes some milliseconds, and a shared machine stands still now and then. */
const BOUND_MS = 1_500;
const LONG_MS = 240_000;

let gateway: ServiceProcess;
let neighbours: Neighbours;
beforeAll(async () => {
  const started = await startWithDocstore();
  ({ gateway, neighbours } = started);
  return started.end;
});

/** So many small changes, frame after frame. */
async function write(socket: PageSocket, count: number): Promise<void> {
  const item = addItem('an item');
  if (item.kind !== 'add') return;
  await socket.change([item]);
  await writeInFrames(socket, count - 1, (n) => [
    { kind: 'set', id: item.id, fields: { offset: { x: n % 977, y: 1 } } },
  ]);
}

async function storeReads(): Promise<number> {
  const docstore = neighbours.docstores[0];
  return (await docstore?.metric('bough_blob_seconds_count', 'call="get')) ?? Number.NaN;
}

test(
  '[GW-217] changes that were sent before cost nobody time, however long ago that was',
  { timeout: LONG_MS },
  async () => {
    const owner = await Browser.guest(gateway);
    const [{ id: map }, { id: elsewhere }] = [await owner.makeMap(), await owner.makeMap()];
    const guest = await owner.guestAt(map, 'edit');
    // All are there from the beginning: they are pushed everything.
    const writer = await PageSocket.join(owner, map);
    const again: PageSocket[] = [];
    for (let n = 0; n < SOCKETS; n++) {
      again.push(await PageSocket.join(guest, map));
    }
    for (const socket of again) await write(socket, IN_FRAME);
    await write(writer, HISTORY);
    const readsBefore = await storeReads();
    const there = await PageSocket.join(owner, elsewhere);
    for (const socket of again) socket.repeat(IN_FRAME);
    const slowestMs = await slowestEditMs([writer, there], EDITS, () => {
      for (const socket of again) if (socket.closed === null) socket.repeat(IN_FRAME);
    });
    expect(slowestMs).toBeLessThan(BOUND_MS);
    expect((await storeReads()) - readsBefore).toBeLessThanOrEqual(SOCKETS);
    // Whoever lost an answer is told what came of each: kept, and long since in what they have, or refused.
    for (const socket of again) expect(socket.bye).toBeNull();
  },
);
