import { Failure } from '@bough/base';
import { describe, expect, test } from 'vitest';
import { LogFailure } from '../failure.ts';
import { meteredStore, type StoreMeter } from './metered-store.ts';
import { retryingStore } from './retrying-store.ts';
import { FaultyStore, MemoryStore, NO_FAULTS, runVirtual, virtualPorts } from '../testing/index.ts';

const SETTINGS = { firstMs: 10, longestMs: 1_000, giveUpMs: 5_000 };

/** What a meter was told: the call, what came of it, bytes up and down. */
function notingMeter(): { readonly told: unknown[][]; readonly meter: StoreMeter } {
  const told: unknown[][] = [];
  const meter: StoreMeter = { record: (call, { outcome, up, down }) => void told.push([call, outcome, up, down]) };
  return { told, meter };
}

function stores(): {
  ports: ReturnType<typeof virtualPorts>;
  inner: MemoryStore;
  faulty: FaultyStore;
  store: ReturnType<typeof retryingStore>;
} {
  const ports = virtualPorts(5);
  const inner = new MemoryStore(ports.clock);
  const faulty = new FaultyStore({ inner, ...ports }, NO_FAULTS);
  return { ports, inner, faulty, store: retryingStore(faulty, ports, SETTINGS) };
}

describe('retrying', () => {
  test('[LOG-60] reads, puts, listings and removals outlast short outages', async () => {
    const { ports, faulty, store } = stores();
    faulty.faults = { ...NO_FAULTS, before: 0.5, lostAnswer: 0.3 };
    for (let i = 0; i < 20; i++) {
      await runVirtual(ports.clock, store.put(`a${i}`, new Uint8Array([i])));
      expect((await runVirtual(ports.clock, store.get(`a${i}`)))?.bytes).toEqual(new Uint8Array([i]));
    }
    expect((await runVirtual(ports.clock, store.list('a'))).entries).toHaveLength(20);
    await runVirtual(ports.clock, store.remove('a3'));
    expect(faulty.counts.before).toBeGreaterThan(10);
  });

  test('[LOG-61] an outage that lasts ends in unavailable, after a bounded number of requests', async () => {
    const { ports, faulty } = stores();
    faulty.isDown = true;
    const { told, meter } = notingMeter();
    const store = retryingStore(meteredStore(faulty, meter, ports.clock), ports, SETTINGS);
    const startedMs = ports.clock.now();
    await expect(runVirtual(ports.clock, store.get('a'))).rejects.toMatchObject({
      code: 'bloblog/unavailable',
      kind: 'unavailable',
    });
    expect(ports.clock.now() - startedMs).toBeLessThan(7_000);
    expect(told.filter(([call]) => call === 'get').length).toBeLessThan(25);
  });

  test('[LOG-62] a conditional write is never repeated here', async () => {
    const { ports, faulty, store } = stores();
    faulty.isDown = true;
    expect(await runVirtual(ports.clock, store.createIfAbsent('a', new Uint8Array()))).toMatchObject({
      kind: 'unsure',
    });
    faulty.isDown = false;
    expect(await runVirtual(ports.clock, store.get('a'))).toBeNull();
  });

  test('[LOG-63] a store without room is not asked again', async () => {
    const { ports, faulty } = stores();
    class Full extends Failure {}
    let asked = 0;
    const put = (): Promise<never> => {
      asked++;
      return Promise.reject(new Full('no room', { kind: 'unavailable', code: 'blobs/full' }));
    };
    const store = retryingStore(Object.assign(faulty, { put }), ports, SETTINGS);
    await expect(runVirtual(ports.clock, store.put('a', new Uint8Array()))).rejects.toMatchObject({
      code: 'blobs/full',
    });
    expect(asked).toBe(1);
  });

  test('[LOG-63] what is not an outage is told at once, and nobody is kept waiting who has gone', async () => {
    const { ports, faulty, store } = stores();
    const denied = new LogFailure('no', { kind: 'denied', code: 'bloblog/bad-settings' });
    faulty.get = () => Promise.reject(denied);
    await expect(runVirtual(ports.clock, store.get('a'))).rejects.toBe(denied);
    const gone = { aborted: true, addEventListener: () => undefined, removeEventListener: () => undefined };
    faulty.isDown = true;
    const startedMs = ports.clock.now();
    await expect(runVirtual(ports.clock, store.list('a', { signal: gone }))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(ports.clock.now() - startedMs).toBeLessThan(10);
  });
});

describe('metering', () => {
  test('[LOG-70] every call is told with its bytes and what came of it, failures included', async () => {
    const { ports, inner, faulty } = stores();
    const { told, meter } = notingMeter();
    const store = meteredStore(faulty, meter, ports.clock);
    const run = <T>(work: Promise<T>): Promise<T> => runVirtual(ports.clock, work);
    await run(store.createIfAbsent('a', new Uint8Array(10)));
    await run(store.replaceIf('a', 'none', new Uint8Array(20)));
    await run(store.put('b', new Uint8Array(30)));
    await run(store.get('a'));
    await run(store.getIfChanged('b', inner.objects.get('b')?.etag ?? ''));
    await run(store.list(''));
    await run(store.remove('b'));
    faulty.isDown = true;
    await expect(run(store.get('a'))).rejects.toThrow('no answer');
    expect(told).toEqual([
      ['createIfAbsent', 'written', 10, 0],
      ['replaceIf', 'refused', 20, 0],
      ['put', 'done', 30, 0],
      ['get', 'found', 0, 10],
      ['getIfChanged', 'unchanged', 0, 0],
      ['list', 'done', 0, 0],
      ['remove', 'done', 0, 0],
      ['get', 'failed', 0, 0],
    ]);
  });
});
