import { connect, type Socket } from 'node:net';
import { SOCKET_PATH } from '@bough/contracts';
import { seededRandom } from '@bough/base/testing';
import { everyOp } from '@bough/map/testing';
import { NOBODY_HERE } from '@bough/sync';
import { CLIENT_FRAMES, damaged } from '@bough/sync/testing';
import { mainThreadMs, type ServiceProcess } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { ask, Browser } from '../../testing/visitors/browser.ts';
import { startWithDocstore } from '../../testing/running/gateway-process.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { heldBytes } from '../../testing/resident.ts';
import { until } from '../../testing/until.ts';

// What somebody does who means harm, to a gateway that is a process of its own. With BOUGH_TEST_FULL=1 at full size: ten minutes
// of a slow reader, 10,000 half-open connections, a million damaged frames; the gate reads a million of them without sockets.

const IS_FULL = process.env['BOUGH_TEST_FULL'] === '1';
const SLOW_MS = IS_FULL ? 600_000 : 12_000;
/** Of the gateway's own time, for one frame. At full size the machine is nobody else's; in a suite a shared one counts what it took away, too. */
const STALL_MS = IS_FULL ? 50 : 5_000;
/** The 99th percentile alone on the machine; in a suite what is usual. */
const FRACTION = IS_FULL ? 0.99 : 0.5;
const WRITERS = Array.from({ length: 12 }, (_each, n) => n);
const HALF_OPEN = IS_FULL ? 10_000 : 1_500;
const FRAMES = IS_FULL ? 1_000_000 : 1_500;
const LONG_MS = IS_FULL ? 3_600_000 : 90_000;
const MOST_GROWTH = 5_000_000;

let gateway: ServiceProcess;
beforeAll(async () => {
  // A small nursery, so that what is measured is what is held and not what has not been collected yet.
  const started = await startWithDocstore({ NODE_OPTIONS: '--max-semi-space-size=1' });
  gateway = started.gateway;
  return started.end;
});

async function guestWithMap(): Promise<{ readonly browser: Browser; readonly map: string }> {
  const browser = await Browser.guest(gateway);
  return { browser, map: (await browser.makeMap()).id };
}

/** How long the gateway's main thread has been on a processor; where the system does not tell, how long it has been. */
function ranMs(): number {
  return mainThreadMs(gateway.pid) ?? performance.now();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

test(
  '[GW-47] who reads nothing costs a bounded amount of memory: presence is left out for them',
  async () => {
    const { browser, map } = await guestWithMap();
    const writers = await Promise.all(WRITERS.map(() => PageSocket.join(browser, map)));
    const slow = await PageSocket.join(browser, map);
    let n = 0;
    const timer = setInterval(() => {
      n++;
      // A selection that changes is as large as presence gets.
      const selection = Array.from({ length: 150 }, (_each, at) => `item${String((n + at) % 10_000).padStart(8, '0')}`);
      for (const writer of writers) {
        writer.send({ kind: 'presence', state: { ...NOBODY_HERE, cursor: { item: null, x: n, y: n }, selection } });
        writer.frames.length = 0;
      }
    }, 50);
    await pause(4_000);
    slow.ws.pause();
    // What the kernel takes for it is not ours; then a mebibyte, then nothing more.
    await pause(3_000);
    const before = await heldBytes(gateway.pid);
    await pause(SLOW_MS);
    expect((await heldBytes(gateway.pid)) - before).toBeLessThan(MOST_GROWTH);
    clearInterval(timer);
    slow.frames.length = 0;
    slow.ws.resume();
    slow.send({ kind: 'ping', nonce: 7 });
    await until(() => slow.frames.some(({ kind }) => kind === 'pong'));
    await Promise.all([...writers, slow].map((socket) => socket.close()));
  },
  LONG_MS,
);

test(
  '[GW-47] who reads nothing while the map changes is sent away as too slow, and the others go on',
  async () => {
    const { browser, map } = await guestWithMap();
    const others = await gateway.metric('bough_sockets');
    const writers = await Promise.all([0, 1, 2, 3, 4, 5].map(() => PageSocket.join(browser, map)));
    const slow = await PageSocket.join(browser, map);
    await until(async () => (await gateway.metric('bough_sockets')) === others + writers.length + 1);
    slow.ws.pause();
    const text = 'x'.repeat(60_000);
    const underWay = new Map<PageSocket, number>();
    await until(async () => {
      // As clients do, who have one submit under way.
      for (const writer of writers) {
        const before = underWay.get(writer);
        if (before !== undefined && writer.outcome(before) === null) continue;
        underWay.set(writer, writer.submit([addItem(text)]));
      }
      await pause(100);
      return (await gateway.metric('bough_sockets')) === others + writers.length;
    }, LONG_MS);
    slow.ws.resume();
    await until(() => slow.closed !== null);
    const [first] = writers;
    expect(await first?.change([addItem('still here')])).toBe('kept');
    await Promise.all(writers.map((socket) => socket.close()));
  },
  LONG_MS,
);

test(
  '[GW-48] connections that never finish asking hold nobody up, and are ended',
  async () => {
    const { browser, map } = await guestWithMap();
    const socket = await PageSocket.join(browser, map);
    const alone = await editingMs(socket);
    const lines: Socket[] = [];
    let ended = 0;
    for (let n = 0; n < HALF_OPEN; n++) {
      const line = connect(gateway.port, '127.0.0.1');
      line.on('error', () => undefined).resume();
      line.on('close', () => ended++);
      line.write(
        `GET ${SOCKET_PATH} HTTP/1.1\r\nhost: bough.localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\nx-${n}: `,
      );
      lines.push(line);
      if (n % 100 === 0) await pause(5);
    }
    const besieged = await editingMs(socket);
    await until(() => ended === HALF_OPEN, 30_000);
    // Twice as long, and what a machine with other things to do adds to anything: it may have more to do than it had before.
    const aloneAgain = await editingMs(socket);
    expect(besieged).toBeLessThan(Math.max(alone, aloneAgain) * 2 + 25);
    await socket.close();
  },
  LONG_MS,
);

async function editingMs(socket: PageSocket): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < 40; n++) {
    const fromMs = performance.now();
    socket.frames.length = 0;
    await socket.change([addItem(`item ${n}`)]);
    took.push(performance.now() - fromMs);
  }
  took.sort((a, b) => a - b);
  return took[Math.floor(took.length * FRACTION)] ?? 0;
}

test(
  '[GW-49] frames that were damaged in any way end in a refusal or a goodbye; nothing breaks and nothing stalls',
  async () => {
    const { browser, map } = await guestWithMap();
    const random = seededRandom(20_261_121);
    // Every kind of frame, and in submits every kind of op.
    const submits = everyOp().map((op) => ({ kind: 'submit', base: 1, changes: [{ counter: 1, ops: [op] }] }));
    const samples = [...submits, ...CLIENT_FRAMES];
    let goodbyes = 0;
    let sent = 0;
    while (sent < FRAMES) {
      const socket = await PageSocket.join(browser, map);
      while (socket.closed === null && socket.bye === null && sent < FRAMES) {
        const sample = samples[sent % samples.length];
        socket.ws.send(damaged(JSON.stringify(sample), random));
        sent++;
        // A sign of life after each: whoever is still here is answered in time.
        const nonce = sent;
        socket.send({ kind: 'ping', nonce });
        const fromMs = ranMs();
        await until(
          () => socket.closed !== null || socket.frames.some((frame) => frame.kind === 'pong' && frame.nonce === nonce),
        );
        expect(ranMs() - fromMs).toBeLessThan(STALL_MS);
        if (socket.frames.length > 50) socket.frames.length = 0;
      }
      if (socket.closed !== null || socket.bye !== null) goodbyes++;
      else await socket.close();
    }
    expect(goodbyes).toBeGreaterThan(FRAMES / 100);
    expect((await ask(gateway, '/health')).status).toBe(200);
    expect(await gateway.metric('bough_request_seconds_count', 'status="5')).toBe(0);
    expect(gateway.said).not.toMatch(/bug|TypeError|RangeError/);
  },
  LONG_MS,
);
