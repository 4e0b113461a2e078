import { describeWith, RedisProcess, stopwatch } from '@bough/house/servers';
import { platformIds } from '@bough/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { busContract } from '../testing/bus/bus-contract.ts';
import { CutLine } from '../testing/bus/cut-line.ts';
import { openBus, type OpenedBus } from '../testing/bus/opened-bus.ts';
import { until } from '../testing/until.ts';
import type { RedisBus } from './redis-bus.ts';

/** What others may do unheard is looked up within a second. */
const SOON_MS = 1_000;

async function tookMs(work: () => Promise<unknown>): Promise<number> {
  const passedMs = stopwatch();
  await work();
  return passedMs();
}

describeWith('redis', (server) => {
  const buses: RedisBus[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 2; n++) buses.push((await openBus(server().url)).bus);
    // Each has heard of the other: only then is it missed.
    await until(() => buses.every(({ isWhole }) => isWhole));
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
  });
  const at = (index: number): RedisBus => {
    const bus = buses[index];
    if (bus === undefined) throw new Error('asked before it was connected');
    return bus;
  };

  const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  busContract(() => ({ bus: at(0), other: at(1), pass }));

  test('[GW-10] while the server is away nothing throws or waits; then every topic is heard again, and the gap is told', async () => {
    const line = await CutLine.to(server().url);
    const { bus, told } = await openBus(line.url);
    const heard: string[] = [];
    let gaps = 0;
    bus.onGap(() => gaps++);
    await bus.subscribe('before', (message) => heard.push(message));
    line.cut();
    await until(() => !bus.isUp);
    expect([gaps, bus.isWhole, told]).toEqual([1, false, ['gateway/bus']]);
    bus.publish('before', 'to this gateway alone');
    const key = platformIds.long();
    expect(await tookMs(() => bus.subscribe('during', (message) => heard.push(message)))).toBeLessThan(SOON_MS);
    expect([await bus.tryClaim(key, 60_000), await bus.tryClaim(key, 60_000), await bus.count(key, 60_000)]).toEqual([
      true,
      false,
      null,
    ]);
    for (let n = 0; n < 1_000; n++) bus.publish('nobody', 'lost');
    expect(gaps).toBe(1);
    await line.mend();
    await until(() => bus.isUp);
    expect([gaps, told]).toEqual([2, ['gateway/bus', null]]);
    at(0).publish('during', 'after');
    await until(() => heard.includes('after'));
    expect(heard).toEqual(['to this gateway alone', 'after']);
    // Claimed here while nobody could be asked, it stays so.
    expect(await bus.tryClaim(key, 60_000)).toBe(false);
    line.cut();
    await until(() => told.length === 3);
    await bus.close();
  });

  test('[GW-130] a gateway that is cut off is missed by the others within a second, and one that left is not', async () => {
    const line = await CutLine.to(server().url);
    const { bus: cut } = await openBus(line.url);
    const { bus: leaving } = await openBus(server().url);
    const { bus: here, told } = await openBus(server().url);
    await pass(300);
    let gaps = 0;
    here.onGap(() => gaps++);
    await leaving.close();
    await pass(SOON_MS);
    expect([here.isWhole, gaps]).toEqual([true, 0]);
    expect([here.heard().includes(cut.name), here.heard().includes(leaving.name)]).toEqual([true, false]);
    line.cut();
    expect(await tookMs(() => until(() => !here.isWhole && gaps === 1))).toBeLessThan(SOON_MS);
    expect([here.isUp, told, here.heard().includes(cut.name), cut.heard()]).toEqual([true, [], false, []]);
    await line.mend();
    await until(() => cut.isWhole && here.isWhole && gaps > 1);
    await Promise.all([cut, here].map((bus) => bus.close()));
  });

  test('[GW-130] without a server at the address it begins all the same, says what to check, and comes when that does', async () => {
    const line = await CutLine.to(server().url);
    line.cut();
    const { bus, told } = await openBus(line.url);
    expect([bus.isUp, told]).toEqual([false, ['gateway/bus']]);
    await line.mend();
    await until(() => bus.isUp);
    await bus.close();
  });
});

describeWith('redis-program', (program) => {
  test('[GW-130] a server that stands still is found out within a second; nobody waits for it, and nothing piles up', async () => {
    const redis = await RedisProcess.start(program().executable);
    const opened: OpenedBus[] = [await openBus(redis.url), await openBus(redis.url)];
    const [{ bus }] = opened as [OpenedBus, OpenedBus];
    const heard: string[] = [];
    await opened[1]?.bus.subscribe('topic', (message) => heard.push(message));
    await until(() => opened.every((each) => each.bus.isWhole));
    redis.freeze();
    const asked = tookMs(() =>
      Promise.all([bus.tryClaim('a', 1_000), bus.count('b', 1_000), bus.subscribe('c', () => {})]),
    );
    expect(await asked).toBeLessThan(SOON_MS);
    expect(await tookMs(() => until(() => opened.every((each) => !each.bus.isUp)))).toBeLessThan(SOON_MS);
    const before = process.memoryUsage().heapUsed;
    const text = 'x'.repeat(10_000);
    for (let n = 0; n < 20_000; n++) bus.publish('topic', text);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
    expect(await tookMs(() => bus.subscribe('d', () => {}))).toBeLessThan(SOON_MS);
    redis.thaw();
    await until(() => opened.every((each) => each.bus.isWhole));
    bus.publish('topic', 'afterwards');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['afterwards']);
    expect(opened.map(({ told }) => told)).toEqual([
      ['gateway/bus', null],
      ['gateway/bus', null],
    ]);
    await Promise.all(opened.map((each) => each.bus.close()));
    await redis.stop();
  });
});
