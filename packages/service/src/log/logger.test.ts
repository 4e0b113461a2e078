import { execFileSync, spawn } from 'node:child_process';
import { openSync, readFileSync, rmSync, mkdtempSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VirtualClock } from '@bough/base/testing';
import { describe, expect, test } from 'vitest';
import { createLogDestination, type LogSink, openLogSink } from './log-destination.ts';
import { createLogger } from './logger.ts';
import { platformClock } from '../process/platform.ts';
import { ServiceFailure } from '../service-failure.ts';

/** A reader that takes what it is told to take, when it is told. */
function slowReader() {
  const taken: string[] = [];
  let pending: (() => void) | null = null;
  const sink: LogSink = {
    write: (bytes, done) => {
      pending = () => {
        taken.push(Buffer.from(bytes).toString('utf8'));
        done(null, bytes.length);
      };
    },
    close: () => {},
  };
  return {
    sink,
    text: () => taken.join(''),
    read: () => {
      const take = pending;
      pending = null;
      take?.();
      return take !== null;
    },
  };
}

function lines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const read: unknown = JSON.parse(line);
      return typeof read === 'object' && read !== null ? { ...read } : {};
    });
}

function logInto(sink: LogSink, queueBytes?: number) {
  const destination = createLogDestination(new VirtualClock(), sink, queueBytes, 0);
  return { log: createLogger({ service: 'test', level: 'debug' }, destination), destination };
}

describe('a slow reader', () => {
  test('[SVC-8] never holds the writer up: lines beyond the bound are dropped, counted and told', async () => {
    const reader = slowReader();
    const { log } = logInto(reader.sink, 10_000);
    for (let i = 0; i < 1_000; i++) log.info('a line of a certain length', { i });
    expect(log.dropped()).toBeGreaterThan(800);
    while (reader.read());
    log.info('after');
    while (reader.read());
    const seen = lines(reader.text());
    expect(reader.text().length).toBeLessThan(12_000);
    const told = seen.filter((line) => line['msg'] === 'log lines were dropped');
    expect(told.map((line) => line['dropped'])).toEqual([log.dropped()]);
    expect(seen.length - told.length + log.dropped()).toBe(1_001);
  });

  test('[SVC-8] lines that come one after the other are written together, a flush waits for nothing', async () => {
    const clock = new VirtualClock();
    const taken: string[] = [];
    const sink: LogSink = {
      write: (bytes, done) => {
        taken.push(Buffer.from(bytes).toString('utf8'));
        done(null, bytes.length);
      },
      close: () => {},
    };
    const destination = createLogDestination(clock, sink);
    for (const line of ['one\n', 'two\n', 'three\n']) destination.write(line);
    expect(taken).toEqual([]);
    clock.advance(20);
    expect(taken).toEqual(['one\ntwo\nthree\n']);
    destination.write('four\n');
    await destination.flush(1_000);
    expect(taken.at(-1)).toBe('four\n');
    destination.write('x'.repeat(100_000));
    expect(taken.at(-1)).toHaveLength(100_000);
  });

  test('[SVC-8] partial writes and full pipes lose nothing and keep the order', async () => {
    const clock = new VirtualClock();
    const taken: Uint8Array[] = [];
    let turn = 0;
    const sink: LogSink = {
      write: (bytes, done) => {
        if (turn++ % 3 === 0) return done(Object.assign(new Error('full'), { code: 'EAGAIN' }), 0);
        taken.push(bytes.slice(0, 7));
        done(null, Math.min(7, bytes.length));
      },
      close: () => {},
    };
    const destination = createLogDestination(clock, sink, undefined, 0);
    for (let i = 0; i < 50; i++) destination.write(`{"line":${i}}\n`);
    while (clock.step());
    await destination.flush(1_000);
    expect(lines(Buffer.concat(taken).toString()).map((line) => line['line'])).toEqual(
      Array.from({ length: 50 }, (_, i) => i),
    );
  });

  test('[SVC-8] on a full disk lines are dropped and counted, now and then one is tried, and with room it is told', () => {
    const clock = new VirtualClock();
    const taken: string[] = [];
    let [isFull, asked] = [true, 0];
    const sink: LogSink = {
      write: (bytes, done) => {
        asked++;
        if (isFull) return done(Object.assign(new Error('full'), { code: 'ENOSPC' }), 0);
        taken.push(Buffer.from(bytes).toString('utf8'));
        done(null, bytes.length);
      },
      close: () => {},
    };
    const destination = createLogDestination(clock, sink, 10_000, 0);
    for (let i = 0; i < 50; i++) {
      destination.write(`line ${i}\n`);
      clock.advance(100);
    }
    expect([destination.dropped() > 30, asked]).toEqual([true, 6]);
    isFull = false;
    clock.advance(2_000);
    destination.write('after\n');
    const text = taken.join('');
    const told = Number(/"dropped":(\d+)/.exec(text)?.[1]);
    expect(told).toBe(destination.dropped());
    expect(text.match(/^(line \d+|after)$/gm)).toHaveLength(51 - told);
  });

  test('[SVC-8] what waits is written as it was logged, in order, however long and in whatever letters', () => {
    const reader = slowReader();
    const { destination } = logInto(reader.sink);
    const words = ['short', 'grün 漢字 🌳', 'x'.repeat(30_000), '漢'.repeat(30_000), 'y'.repeat(70_000)];
    const mixed = Array.from({ length: 20 }, (_each, n) => `${n} ${words[n % words.length] ?? ''}`);
    const all = [...mixed, ...Array.from({ length: 40 }, (_each, n) => `${n} ${'z'.repeat(9_000)}`)];
    let taken = 0;
    for (const [n, line] of all.entries()) {
      destination.write(`${line}\n`);
      // Now and then some of it is taken, while what comes next is logged.
      if (n % 3 === 2 && reader.read()) taken++;
    }
    while (reader.read());
    expect(taken).toBeGreaterThan(3);
    expect(destination.dropped()).toBe(0);
    expect(reader.text().split('\n')).toEqual([...all, '']);
  });

  test('[SVC-8] lines that wait take no more memory than their text', async () => {
    const from = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
    const program = `
      import { createLogger } from ${from('./logger.ts')};
      import { createLogDestination } from ${from('./log-destination.ts')};
      const clock = { after: () => () => {} };
      const used = () => { gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external; };
      const log = createLogger({ service: 'test', level: 'info' }, createLogDestination(clock, { write() {}, close() {} }));
      const mixed = createLogDestination(clock, { write() {}, close() {} });
      log.info('a request was answered');
      const before = used();
      for (let n = 0; log.dropped() === 0; n++) log.with({ requestId: 'r' + n }).info('a request was answered', { route: 'one', ms: n });
      const between = used();
      for (let n = 0; mixed.dropped() === 0; n++) mixed.write('x'.repeat(n % 2 === 0 ? 200 : 20_000) + '\\n');
      console.log([between - before, used() - between].map((bytes) => bytes / (2 * 1024 * 1024)).join(' '));`;
    const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program]);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    const [alike, mixed] = said.split(' ').map(Number);
    for (const times of [alike, mixed]) {
      expect(times, said).toBeGreaterThan(0.9);
      expect(times, said).toBeLessThan(1.3);
    }
  });

  test('[SVC-8] flushing gives up after its time', async () => {
    const clock = new VirtualClock();
    const destination = createLogDestination(clock, slowReader().sink);
    destination.write('{}\n');
    const flushed = destination.flush(500);
    clock.advance(500);
    await flushed;
  });

  test('[SVC-8] a real pipe that nobody reads holds neither the program nor its end up', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bough-log-'));
    const program = `
      import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)};
      const log = createLogger({ service: 'test', level: 'info' });
      setInterval(() => {}, 1_000_000);
      const before = process.memoryUsage.rss();
      let worstMs = 0;
      for (let i = 0; i < 40; i++) {
        const startedMs = performance.now();
        for (let j = 0; j < 1_000; j++) log.info('x'.repeat(200), { i });
        await new Promise((resolve) => setImmediate(resolve));
        worstMs = Math.max(worstMs, performance.now() - startedMs);
      }
      await log.flush(100);
      process.stderr.write([log.dropped(), worstMs, process.memoryUsage.rss() - before].join(' '));
      process.exit(0);`;
    const fifo = join(folder, 'pipe');
    execFileSync('mkfifo', [fifo]);
    const held = openSync(fifo, 'r+');
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', held, 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    closeSync(held);
    rmSync(folder, { recursive: true });
    expect(code, said).toBe(0);
    const [dropped, worstMs, grownBytes] = said.split(' ').map(Number);
    expect(dropped).toBeGreaterThan(10_000);
    expect(worstMs).toBeLessThan(2_000);
    expect(grownBytes).toBeLessThan(100 * 1024 * 1024);
  });

  test('[SVC-8] a file gets every line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bough-log-'));
    const file = openSync(join(folder, 'log'), 'a');
    const destination = createLogDestination(platformClock, openLogSink(file));
    for (let i = 0; i < 1_000; i++) destination.write(`{"line":${i}}\n`);
    await destination.flush(5_000);
    expect(lines(readFileSync(join(folder, 'log'), 'utf8')).length).toBe(1_000);
    closeSync(file);
    rmSync(folder, { recursive: true });
  });
});

describe('what a log never shows', () => {
  const logged = (write: (log: ReturnType<typeof logInto>['log']) => void): string => {
    const reader = slowReader();
    write(logInto(reader.sink).log);
    while (reader.read());
    return reader.text();
  };

  test('[SVC-9] secrets and texts, wherever they hide', () => {
    const canary = 'CANARYcanaryCANARY1234567890';
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJhIn0.c2lnbmF0dXJl';
    const text = logged((log) => {
      log.info('by name', {
        cookie: canary,
        headers: { authorization: canary, 'set-cookie': canary },
        deep: {
          csrfToken: canary,
          password: canary,
          secret: canary,
          text: canary,
          note: canary,
          ops: [canary],
          email: canary,
        },
      });
      log.with({ sessionToken: canary }).warn(`by look: Bearer ${canary} and ${jwt}`);
      log.error('in errors', { error: new Error(`GET https://bough.example/#${canary}`, { cause: new Error(jwt) }) });
      log.info(`__Host-s=${canary}; __Host-s.sig=${canary}`, {
        url: `redis://user:${canary}@host`,
        address: `/x?secret=${canary}`,
      });
    });
    expect(text).not.toContain(canary);
    expect(text).not.toContain(jwt);
    expect(lines(text).length).toBe(4);
  });

  test('[SVC-9] line ends and terminal controls are written as escapes', () => {
    const text = logged((log) => log.info('one\r\ntwo\u2028three\u009b31m\u001b[0m', { fact: 'a\nb' }));
    expect(text.trimEnd()).toMatch(/^[\x20-\x7e]*$/);
    expect(lines(text)[0]).toMatchObject({ msg: 'one\r\ntwo\u2028three\u009b31m\u001b[0m', fact: 'a\nb' });
  });

  test('[SVC-9] what is deep, long or circular is cut; errors keep their code and cause', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const cause = new ServiceFailure('below', { kind: 'unavailable', code: 'service/unreachable', hint: 'look' });
    const text = logged((log) =>
      log.error('cut', {
        circle,
        long: 'x'.repeat(10_000),
        bytes: new Uint8Array(9),
        big: 1n,
        error: new Error('above', { cause }),
      }),
    );
    expect(text.length).toBeLessThan(10_000);
    expect(lines(text)[0]).toMatchObject({
      bytes: '9 bytes',
      big: '1',
      error: {
        message: 'above',
        cause: { message: 'below', code: 'service/unreachable', kind: 'unavailable', hint: 'look' },
      },
    });
  });
});
