import { createLog, DEFAULT_BACKOFF, DEFAULT_SETTINGS, Mirror, readHead } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { expect, test } from 'vitest';
import { changeCodec } from '../changes/change-codec.ts';
import { add, change, mapNamed } from '../testing/test-maps.ts';
import { makeWorld } from '../testing/world.ts';
import { LostChanges } from './lost-changes.ts';

const MAP = mapNamed('slow');

/** A document with two changes in the second location, of which the first has one; the second answers when `second.gate` does. */
async function world(patienceMs: number | null) {
  const w = makeWorld();
  const { ports, store: first } = w;
  const second = Object.assign(new MemoryStore(ports.clock), { asked: 0, gate: Promise.resolve<unknown>(undefined) });
  const get = second.get.bind(second);
  second.get = async (...asked) => {
    second.asked++;
    await second.gate;
    return get(...asked);
  };
  const troubles: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: () => void troubles.push('warn'),
    error: () => void troubles.push('lost'),
  };
  const status = { isOpen: true };
  const source = { ports, store: first, codec: changeCodec };
  const beginning = { entries: [change('ann', 1, add('root', 'Root', null))], label: '' };
  const document = await w.run(createLog(source, DEFAULT_SETTINGS, MAP, beginning));
  const before = new Map(first.objects);
  await w.run(document.append([change('ann', 2, add('x', 'X'))], ''));
  for (const [key, kept] of first.objects) second.objects.set(key, kept);
  first.objects.clear();
  for (const [key, kept] of before) first.objects.set(key, kept);
  const head = async () => (await readHead({ ports, store: first }, MAP))?.head ?? expect.unreachable('it is there');
  /** As another process has them. */
  const fresh = () => {
    const mirror = new Mirror({ ports, first, second }, { backoff: DEFAULT_BACKOFF });
    const parts = { ports, first, second, mirror, isOpen: () => status.isOpen, log: log as never };
    return { mirror, lost: new LostChanges(parts, { patienceMs }) };
  };
  return { ...w, ...fresh(), fresh, second, status, troubles, head };
}

test('[DOC-154] in async a second location that gives no answer is waited for once, for a moment, and asked again later', async () => {
  const w = await world(1_500);
  const { promise: never } = Promise.withResolvers<void>();
  w.second.gate = never;
  const startedMs = w.ports.clock.monotonic();
  expect(await w.run(w.lost.look(MAP, await w.head()))).toBe(false);
  expect(w.ports.clock.monotonic() - startedMs).toBe(1_500);
  w.second.gate = Promise.resolve();
  expect([await w.run(w.lost.look(MAP, await w.head())), w.second.asked]).toEqual([false, 1]);
  w.ports.clock.advance(30_000);
  expect(await w.run(w.lost.look(MAP, await w.head()))).toBe(true);
  expect([(await w.head()).seq, w.troubles]).toEqual([2, ['lost']]);
});

test('[DOC-154] while the second location is away it is not asked; what it cannot answer is told, and keeps nobody from opening', async () => {
  const w = await world(1_500);
  w.status.isOpen = false;
  expect([await w.run(w.lost.look(MAP, await w.head())), w.second.asked]).toEqual([false, 0]);
  w.status.isOpen = true;
  w.second.gate = Promise.reject(new Error('it is broken'));
  w.second.gate.catch(() => undefined);
  expect([await w.run(w.lost.look(MAP, await w.head())), w.troubles]).toEqual([false, ['warn']]);
});

test('[DOC-154] in sync nothing is opened before the second location has answered', async () => {
  const w = await world(null);
  w.second.gate = Promise.reject(new Error('it is broken'));
  w.second.gate.catch(() => undefined);
  await expect(w.run(w.lost.look(MAP, await w.head()))).rejects.toThrow('it is broken');
  w.second.gate = Promise.resolve();
  expect(await w.run(w.lost.look(MAP, await w.head()))).toBe(true);
});

test('[DOC-154] a document that both have alike is asked for once, and the mirror need not ask again', async () => {
  const w = await world(1_500);
  await w.run(w.lost.look(MAP, await w.head()));
  const head = await w.head();
  await w.run(w.mirror.copy(head));
  const { lost, mirror } = w.fresh();
  const { asked } = w.second;
  expect(await w.run(lost.look(MAP, head))).toBe(false);
  expect(w.second.asked).toBe(asked + 1);
  await w.run(mirror.copy(head));
  expect(await w.run(lost.look(MAP, head))).toBe(false);
  expect(w.second.asked).toBe(asked + 1);
});
