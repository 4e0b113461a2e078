import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOCKET_PATH } from '@bough/contracts';
import { platformIds } from '@bough/service';
import { seededRandom } from '@bough/base/testing';
import type { ServiceProcess } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, Browser } from '../testing/browser.ts';
import { gatewayProcess } from '../testing/gateway-process.ts';
import { mutated } from '../testing/mutated.ts';
import { Neighbours } from '../testing/neighbours.ts';
import { addItem } from '../testing/ops.ts';
import { PageSocket } from '../testing/page-socket.ts';
import { until } from '../testing/until.ts';

// What somebody does who means harm, to a gateway that is a process of its own. With BOUGH_TEST_FULL=1 at full size: ten minutes
// of a slow reader, 10,000 half-open connections, a million damaged frames.

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

const folder = mkdtempSync(join(tmpdir(), 'bough-hostile-'));
let neighbours: Neighbours;
let gateway: ServiceProcess;
beforeAll(async () => {
  neighbours = await Neighbours.start(['docstore']);
  // A small nursery, so that what is measured is what is held and not what has not been collected yet.
  gateway = await gatewayProcess(neighbours, folder, { NODE_OPTIONS: '--max-semi-space-size=1' });
  await gateway.start();
});
afterAll(async () => {
  await gateway.end('SIGKILL');
  await neighbours.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function guestWithMap(): Promise<{ readonly browser: Browser; readonly map: string }> {
  const browser = await Browser.guest(gateway);
  const { json } = await browser.must('POST', '/api/maps', { title: 'A map', folder: null });
  return { browser, map: json.id };
}

function residentBytes(): number {
  // Small Linux machines have no ps, other systems no /proc.
  const status = `/proc/${gateway.pid}/status`;
  if (existsSync(status)) return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]) * 1024;
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(gateway.pid)], { encoding: 'utf8' })) * 1024;
}

/** How long the gateway's main thread has been on a processor; where the system does not tell, how long it has been. */
function ranMs(): number {
  const schedule = `/proc/${gateway.pid}/schedstat`;
  return existsSync(schedule) ? Number(readFileSync(schedule, 'utf8').split(' ')[0]) / 1e6 : performance.now();
}

/** The least of several looks: what is there between two collections is not held. */
async function heldBytes(): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < 20; look++) {
    looks.push(residentBytes());
    await pause(100);
  }
  return Math.min(...looks);
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
        writer.send({ kind: 'presence', state: { cursor: { x: n, y: n }, selection, editing: null } });
        writer.frames.length = 0;
      }
    }, 50);
    await pause(4_000);
    slow.ws.pause();
    // What the kernel takes for it is not ours; then a mebibyte, then nothing more.
    await pause(3_000);
    const before = await heldBytes();
    await pause(SLOW_MS);
    expect((await heldBytes()) - before).toBeLessThan(MOST_GROWTH);
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
        `GET ${SOCKET_PATH} HTTP/1.1\r\nhost: bough.example\r\nupgrade: websocket\r\nconnection: upgrade\r\nx-${n}: `,
      );
      lines.push(line);
      if (n % 100 === 0) await pause(5);
    }
    const besieged = await editingMs(socket);
    // Twice as long, and what a machine with other things to do adds to anything.
    expect(besieged).toBeLessThan(alone * 2 + 25);
    await until(() => ended === HALF_OPEN, 30_000);
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
    const item = platformIds.short();
    const samples = [
      { kind: 'submit', base: 1, changes: [{ counter: 1, ops: [addItem('text'), { kind: 'remove', id: item }] }] },
      {
        kind: 'submit',
        base: 1,
        changes: [{ counter: 1, ops: [{ kind: 'splice', id: item, field: 'text', at: 0, remove: 1, insert: 'x' }] }],
      },
      {
        kind: 'submit',
        base: 1,
        changes: [{ counter: 1, ops: [{ kind: 'move', id: item, parent: null, order: 'a1', side: 'left' }] }],
      },
      { kind: 'presence', state: { cursor: { x: 1, y: 2 }, selection: [item], editing: item } },
      { kind: 'fill', from: 1 },
    ];
    let goodbyes = 0;
    let sent = 0;
    while (sent < FRAMES) {
      const socket = await PageSocket.join(browser, map);
      while (socket.closed === null && socket.bye === null && sent < FRAMES) {
        const sample = samples[sent % samples.length];
        socket.ws.send(mutated(JSON.stringify(sample), random));
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
