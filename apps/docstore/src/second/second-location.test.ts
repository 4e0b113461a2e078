import type { VirtualClock } from '@bough/base/testing';
import { MemoryStore, runVirtual, virtualPorts } from '@bough/bloblog/testing';
import { expect, test } from 'vitest';
import { DocstoreFailure } from '../failure.ts';
import type { Location } from '../locations/locations.ts';
import { noteOf, SecondLocation, type SecondStatus } from './second-location.ts';

const NOTHING_BEHIND = { logs: 0, changes: 0, unsure: 0, apart: [], oldestMs: 0 };

/** A second location that opens as `outcome` says at the moment. */
function opening(outcome: { kind: 'opens' | 'hangs' | 'unavailable' | 'denied' | 'invalid' }) {
  const ports = virtualPorts(5);
  const memory = new MemoryStore(ports.clock);
  const told: SecondStatus['kind'][] = [];
  const open = async (): Promise<Location> => {
    const { kind } = outcome;
    if (kind === 'hangs') return new Promise(() => undefined);
    if (kind !== 'opens') throw new DocstoreFailure(`it is ${kind}`, { kind, code: 'docstore/location' });
    return { store: memory, raw: memory, mustStand: () => undefined, close: () => undefined };
  };
  const parts = { ports, open, onStatus: (status: SecondStatus) => void told.push(status.kind) };
  return { ports, memory, told, opened: () => runVirtual(ports.clock, SecondLocation.open(parts)) };
}

async function pass(clock: VirtualClock, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.after(ms, resolve);
  await runVirtual(clock, promise);
}

for (const kind of ['unavailable', 'denied', 'hangs'] as const) {
  test(`[DOC-70] one that is ${kind} at the start is away, at once and for each call, and is used when it opens`, async () => {
    const outcome: Parameters<typeof opening>[0] = { kind };
    const { ports, memory, told, opened } = opening(outcome);
    const second = await opened();
    expect(told).toEqual(['away']);
    expect(noteOf(second.status, NOTHING_BEHIND)).toMatch(/^away since 1970|^away since 20/);
    const failure = { code: 'docstore/location', kind: 'unavailable' };
    await expect(second.store.get('a')).rejects.toMatchObject(failure);
    await expect(second.store.list('')).rejects.toMatchObject(failure);
    expect(await second.store.createIfAbsent('a', new Uint8Array([1]))).toMatchObject({
      kind: 'unsure',
      cause: failure,
    });
    if (kind === 'hangs') return;
    await pass(ports.clock, 600_000);
    expect(told).toEqual(['away']);
    outcome.kind = 'opens';
    await pass(ports.clock, 31_000);
    expect(told).toEqual(['away', 'open']);
    expect(noteOf(second.status, NOTHING_BEHIND)).toBeNull();
    await second.store.put('a', new Uint8Array([1]));
    expect(memory.objects.size).toBe(1);
  });
}

test('[DOC-70] one that does not keep conditions is refused at the start', async () => {
  const { opened, told } = opening({ kind: 'invalid' });
  await expect(opened()).rejects.toMatchObject({ kind: 'invalid' });
  expect(told).toEqual([]);
});

test('[DOC-231] what is to be copied, what went apart and what is not known are told apart', () => {
  const lag = { logs: 2, changes: 7, unsure: 0, apart: [], oldestMs: 60_000 };
  const open = { kind: 'open' } as const;
  expect(noteOf(open, lag)).toBe('behind: 2 documents with 7 changes to be copied, for 60 s');
  const apart = noteOf(open, { ...NOTHING_BEHIND, apart: ['one', 'two'] });
  expect(apart).toContain('one went apart from the first location, and is not copied: npm run bough -- settle one');
  expect(apart).toContain('1 more document likewise');
  expect(apart).not.toContain('to be copied');
  expect(noteOf(open, { ...lag, apart: ['one'] })).toMatch(/^behind: 2 documents.*, for 60 s\. one went apart/);
  const why = new DocstoreFailure('it is gone', { kind: 'unavailable', code: 'docstore/location' });
  const away = { kind: 'away', sinceAt: 0, why } as const;
  expect(noteOf(away, { ...lag, unsure: 3, apart: ['one'] })).toMatch(
    /7 changes to be copied, and 3 more documents that may lack something there\. .*gone.* one went apart/,
  );
});
