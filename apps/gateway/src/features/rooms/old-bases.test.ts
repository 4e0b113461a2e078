import type { ServiceProcess } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { IN_FRAME, slowestEditMs, writeInFrames } from '../../testing/visitors/edits.ts';
import { startWithDocstore } from '../../testing/running/gateway-process.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { until } from '../../testing/until.ts';

// New text that says of itself that it was made on the first change of a map with a long history, two hundred changes in each frame, over
// many sockets, again and again: docstore and gateway as the processes that they are.

const HISTORY = 20_000;
const SOCKETS = 6;
/** For how long the others edit beside it. */
const EDITS = 12;
/** What somebody else's edit may take meanwhile: alone it takes some milliseconds, and a shared machine stands still now and then. */
const BOUND_MS = 1_500;
const LONG_MS = 240_000;

let gateway: ServiceProcess;
beforeAll(async () => {
  const started = await startWithDocstore();
  ({ gateway } = started);
  return started.end;
});

function typing(item: string, insert: string, remove = 0): readonly unknown[] {
  return [{ kind: 'splice', id: item, field: 'text', at: 0, remove, insert }];
}

/** So many changes of one text, frame after frame; answers its item. */
async function type(socket: PageSocket, count: number): Promise<string> {
  const item = addItem('a text');
  expect(item.kind).toBe('add');
  const id = 'id' in item ? String(item.id) : '';
  expect(await socket.change([item])).toBe('kept');
  await writeInFrames(socket, count, (n) => typing(id, 'x', n % 2));
  return id;
}

test(
  '[GW-394] new text on an old base costs nobody time, and its author may send it again on what there is',
  { timeout: LONG_MS },
  async () => {
    const owner = await Browser.guest(gateway);
    const [{ id: map }, { id: elsewhere }] = [await owner.makeMap(), await owner.makeMap()];
    const guest = await owner.guestAt(map, 'edit');
    const writer = await PageSocket.join(owner, map);
    const item = await type(writer, HISTORY);
    const there = await PageSocket.join(owner, elsewhere);
    const edits = Array.from({ length: IN_FRAME }, () => typing(item, 'late'));
    let isAttacked = true;
    const byes: (string | null)[] = [];
    const attack = async (): Promise<void> => {
      while (isAttacked) {
        const socket = await PageSocket.join(guest, map);
        const changes = edits.map((ops, n) => ({ counter: n + 1, ops }));
        socket.send({ kind: 'submit', base: 0, changes });
        await until(() => socket.closed !== null || !isAttacked, 200_000);
        byes.push(socket.bye);
        await socket.close();
      }
    };
    const attacks = Array.from({ length: SOCKETS }, attack);
    await until(() => byes.length > 0, 20_000).catch(() => undefined);
    const slowestMs = await slowestEditMs([writer, there], EDITS);
    isAttacked = false;
    await Promise.all(attacks);
    expect(byes).toContain('restart');
    expect(slowestMs).toBeLessThan(BOUND_MS);
    // Whoever has taken in what came since sends the same under the same counters.
    writer.forget();
    const late = await PageSocket.join(guest, map);
    const { seq } = await welcomeOf(late);
    const changes = edits.slice(0, 3).map((ops, n) => ({ counter: n + 1, ops }));
    late.send({ kind: 'submit', base: seq, changes });
    await until(() => keptOn(writer, item) === 3);
  },
);

/** How many changes of that text the socket has been shown. */
function keptOn(socket: PageSocket, item: string): number {
  const shown = socket.frames.flatMap((frame) => (frame.kind === 'changes' ? frame.changes : []));
  return shown.filter(({ ops }) => ops.some((op) => op.kind === 'splice' && op.id === item)).length;
}

async function welcomeOf(socket: PageSocket): Promise<{ readonly seq: number }> {
  const welcome = socket.frames.find((frame) => frame.kind === 'welcome');
  return welcome?.kind === 'welcome' ? welcome : expect.unreachable('whoever joins is welcomed');
}
