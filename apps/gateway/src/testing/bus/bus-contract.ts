import { expect, test } from 'vitest';
import type { Bus } from '../../bus/bus.ts';
import { until } from '../until.ts';

let topics = 0;
function newTopic(): string {
  topics++;
  return `topic ${process.pid} ${topics}`;
}

/** What a bus under test brings: the bus itself, one of another gateway (or the same, alone), and the passing of time. */
export interface BusUnderTest {
  readonly bus: Bus;
  readonly other: Bus;
  readonly pass: (ms: number) => Promise<void>;
}

/** What every implementation of the port Bus keeps. */
export function busContract(open: () => BusUnderTest): void {
  test('[GW-8] messages reach every subscriber of their topic once and in order, the own gateway included', async () => {
    const { bus, other } = open();
    const topic = newTopic();
    const heard: string[][] = [[], [], []];
    await bus.subscribe(topic, (message) => heard[0]?.push(message));
    await bus.subscribe(topic, (message) => heard[1]?.push(message));
    await other.subscribe(topic, (message) => heard[2]?.push(message));
    await other.subscribe(newTopic(), () => heard[0]?.push('of another topic'));
    const said = Array.from({ length: 500 }, (_each, n) => `message ${n}`);
    for (const message of said) bus.publish(topic, message);
    await until(() => heard.every(({ length }) => length >= said.length));
    other.publish(topic, 'back');
    await until(() => heard.every((each) => each.at(-1) === 'back'));
    for (const each of heard) expect(each).toEqual([...said, 'back']);
  });

  test('[GW-8] who has left hears nothing more, and the others go on', async () => {
    const { bus } = open();
    const topic = newTopic();
    const heard: string[] = [];
    const listen = (message: string): void => void heard.push(message);
    const leave = await bus.subscribe(topic, listen);
    const leaveToo = await bus.subscribe(topic, listen);
    leave();
    leave();
    bus.publish(topic, 'one');
    await until(() => heard.length > 0);
    leaveToo();
    const last: string[] = [];
    await bus.subscribe(topic, (message) => last.push(message));
    bus.publish(topic, 'two');
    await until(() => last.length > 0);
    expect(heard).toEqual(['one']);
    expect(last).toEqual(['two']);
  });

  test('[GW-9] of all claims of one key one is granted, until its time is up', async () => {
    const { bus, other, pass } = open();
    const key = newTopic();
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_each, n) => (n % 2 === 0 ? bus : other).tryClaim(key, 40)),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await other.tryClaim(newTopic(), 40)).toBe(true);
    await pass(60);
    expect(await other.tryClaim(key, 60_000)).toBe(true);
    await pass(60);
    expect(await bus.tryClaim(key, 60_000)).toBe(false);
  });

  test('[GW-64] calls are counted on all gateways together, until the time after the first is up', async () => {
    const { bus, other, pass } = open();
    const key = newTopic();
    const counted = await Promise.all(
      Array.from({ length: 20 }, (_each, n) => (n % 2 === 0 ? bus : other).count(key, 300)),
    );
    expect(counted.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: 20 }, (_each, n) => n + 1));
    expect(await other.count(newTopic(), 300)).toBe(1);
    await pass(400);
    expect(await other.count(key, 60_000)).toBe(1);
    await pass(60);
    expect(await bus.count(key, 60_000)).toBe(2);
  });

  test('[GW-8] it says that it carries messages, and that nobody is missing', () => {
    const { bus, other } = open();
    expect([bus, other].map(({ isUp, isWhole }) => [isUp, isWhole])).toEqual([
      [true, true],
      [true, true],
    ]);
  });
}
