import { describeWith } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { busContract } from '../testing/bus-contract.ts';
import { CutLine } from '../testing/cut-line.ts';
import { until } from '../testing/until.ts';
import { GatewayFailure } from '../failure.ts';
import { RedisBus } from './redis-bus.ts';

describeWith('redis', (server) => {
  const buses: RedisBus[] = [];
  const troubles: unknown[] = [];
  const connect = async (): Promise<RedisBus> => {
    const bus = await RedisBus.connect({ url: server().url, onTrouble: (error) => troubles.push(error) });
    buses.push(bus);
    return bus;
  };
  const at = (index: number): RedisBus => {
    const bus = buses[index];
    if (bus === undefined) throw new Error('asked before it was connected');
    return bus;
  };
  beforeAll(async () => {
    await connect();
    await connect();
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
  });

  const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  busContract(() => ({ bus: at(0), other: at(1), pass }));

  test('[GW-10] while the server is away nothing throws; then the gap is told and every topic is heard, once', async () => {
    const line = await CutLine.to(server().url);
    const own: unknown[] = [];
    const bus = await RedisBus.connect({ url: line.url, onTrouble: (error) => own.push(error) });
    const heard: string[] = [];
    let gaps = 0;
    const stop = bus.onGap(() => gaps++);
    await bus.subscribe('before', (message) => heard.push(message));
    line.cut();
    await until(async () => (await bus.ping().catch((error: unknown) => error)) instanceof GatewayFailure);
    bus.publish('before', 'lost');
    await until(() => gaps === 1);
    await expect(bus.tryClaim('key', 1_000)).rejects.toMatchObject({ code: 'gateway/bus' });
    const during = bus.subscribe('during', (message) => heard.push(message));
    await line.mend();
    (await during)();
    await until(async () => (await bus.ping().catch((error: unknown) => error)) === undefined);
    expect(gaps).toBeGreaterThan(1);
    bus.publish('during', 'to nobody');
    bus.publish('before', 'after');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['after']);
    // Two connections, each trying again and again: one outage, told once; and the next one, too.
    expect(own).toHaveLength(1);
    line.cut();
    await until(() => own.length === 2);
    stop();
    await bus.close();
  });
});

test('[GW-10] no server at the address is a failure that says what to check', async () => {
  const connecting = RedisBus.connect({ url: 'redis://127.0.0.1:1', onTrouble: () => undefined });
  await expect(connecting).rejects.toMatchObject({
    code: 'gateway/bus',
    hint: expect.stringContaining('BOUGH_REDIS_URL'),
  });
});
