import { object, route, routeTable, text } from '@bough/contracts';
import { stopwatch } from '@bough/house/servers';
import { afterEach, describe, expect, test } from 'vitest';
import { createFleet, type Fleet as FleetClient } from './fleet.ts';
import { handle } from '../server/handler.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { platformClock } from '../process/platform.ts';
import { rankOf } from './rendezvous.ts';
import { ServiceFailure } from '../service-failure.ts';
import { Door } from '../testing/door.ts';
import { atEnd, contextOf, endAll, gate, platforms, serve } from '../testing/world.ts';

afterEach(endAll);

const named = object({ map: text({ max: 40 }) });
const { whom, tell } = routeTable({
  whom: route('docstore', 'service', 'GET /whom/:map', {
    params: named,
    answer: object({ who: text({ max: 40 }) }),
  }),
  tell: route('docstore', 'service', 'POST /tell', {
    body: named,
    answer: object({ who: text({ max: 40 }) }),
  }),
});
const MAPS = Array.from({ length: 30 }, (_, i) => `map-${i}`);

interface Fleet {
  readonly doors: readonly Door[];
  /** Who was asked what: name, map, whether the caller knows of others. */
  readonly calls: string[];
  readonly caller: FleetClient;
  /** The number of the door that has the map, or comes next for it. */
  readonly rank: (map: string) => readonly number[];
  readonly ask: (map: string) => Promise<string>;
  readonly tell: (map: string) => Promise<string>;
  /** Resolves with the next change of an instance that is told. */
  readonly change: () => Promise<string>;
}

async function fleet(count: number): Promise<Fleet> {
  const calls: string[] = [];
  const doors: Door[] = [];
  for (let i = 0; i < count; i++) {
    const { server } = await serve(platforms('docstore'), [
      handle(whom, ({ params, context }) => {
        calls.push(`${i} ${params.map} ${context.isShared}`);
        return { who: String(i) };
      }),
      handle(tell, ({ body }) => {
        calls.push(`${i} ${body.map}`);
        if (body.map.startsWith('closing') && calls.filter((call) => call.endsWith(body.map)).length === 1) {
          throw new ServiceFailure('It is going down.', { kind: 'unavailable', code: 'docstore/closing' });
        }
        return { who: String(i) };
      }),
    ]);
    const door = new Door(server.port());
    await door.open();
    atEnd(() => door.shut());
    doors.push(door);
  }
  const gateway = platforms('gateway');
  let told = gate<string>();
  const parts = {
    clock: platformClock,
    minter: { authorization: () => gateway.authorization('docstore') },
    metrics: createMetrics('gateway'),
    onChange: (url: string, isUp: boolean) => told.resolve(`${doors.findIndex((door) => door.url === url)} ${isUp}`),
  };
  const urls = doors.map((door) => door.url);
  const caller = createFleet(parts, { service: 'docstore', urls });
  atEnd(() => caller.stop?.());
  const rank = (map: string): readonly number[] => rankOf(map, urls).map((url) => urls.indexOf(url));
  return {
    doors,
    calls,
    caller,
    rank,
    ask: async (map) => (await caller.call(whom, { params: { map } }, contextOf(gateway))).who,
    tell: async (map) => (await caller.call(tell, { params: {}, body: { map } }, contextOf(gateway))).who,
    change: async () => {
      const change = await told.promise;
      told = gate<string>();
      return change;
    },
  };
}

describe('several instances', () => {
  test('[SVC-25] each map has its instance, by its id in the parameters or in the body, and the instance knows of others', async () => {
    const { ask, tell: post, rank, calls } = await fleet(3);
    for (const map of MAPS) {
      expect(await ask(map)).toBe(String(rank(map)[0]));
      expect(await post(map)).toBe(String(rank(map)[0]));
    }
    expect(new Set(calls.map((call) => call[0]))).toEqual(new Set(['0', '1', '2']));
    expect(calls.filter((call) => call.includes('map-0'))[0]).toMatch(/true$/);
    const alone = await fleet(1);
    await alone.ask('map-0');
    expect(alone.calls).toEqual(['0 map-0 false']);
  });

  test('[SVC-26] when an instance is killed, its maps are served by the next in their rank, and by itself once it is back', async () => {
    const { ask, tell: post, rank, doors, change } = await fleet(3);
    for (const map of MAPS) await ask(map);
    await doors[0]?.shut();
    const tookMs = stopwatch();
    for (const map of MAPS) expect(await ask(map)).toBe(String(rank(map).find((each) => each !== 0)));
    for (const map of MAPS) expect(await post(map)).toBe(String(rank(map).find((each) => each !== 0)));
    expect(tookMs()).toBeLessThan(2_000);
    expect(await change()).toBe('0 false');
    await doors[0]?.open();
    expect(await change()).toBe('0 true');
    for (const map of MAPS) expect(await ask(map)).toBe(String(rank(map)[0]));
  });

  test('[SVC-26] when all are down, that is what one is told; the first that comes back serves', async () => {
    const { ask, doors, change } = await fleet(2);
    for (const door of doors) await door.shut();
    await expect(ask('map-1')).rejects.toMatchObject({ code: 'service/unreachable', kind: 'unavailable' });
    await doors[1]?.open();
    while ((await change()) !== '1 true');
    expect(await ask('map-1')).toBe('1');
  });

  test('[SVC-37] a question about many maps is split among the instances that are up, also those that have none of them', async () => {
    const { caller, rank, doors, ask, change } = await fleet(3);
    const all = MAPS.map((map) => ({ map }));
    const ownersOf = async (): Promise<ReadonlyMap<string, string>> => {
      const owners = new Map<string, string>();
      for (const { caller: one, maps } of caller.split(all)) {
        const { who } = await one.call(tell, { params: {}, body: { map: 'any' } }, contextOf(platforms('gateway')));
        for (const { map } of maps) owners.set(map, who);
      }
      return owners;
    };
    expect(await ownersOf()).toEqual(new Map(MAPS.map((map) => [map, String(rank(map)[0])])));
    expect(caller.split([]).map(({ maps }) => maps)).toEqual([[], [], []]);
    await doors[1]?.shut();
    for (const map of MAPS) await ask(map);
    expect(await change()).toBe('1 false');
    expect(await ownersOf()).toEqual(new Map(MAPS.map((map) => [map, String(rank(map).find((each) => each !== 1))])));
    const alone = await fleet(1);
    expect(alone.caller.split(all).map(({ maps }) => maps)).toEqual([all]);
  });

  test('[SVC-27] an instance that hangs is found out: what only reads goes on elsewhere, what may have begun is told', async () => {
    const { ask, tell: post, rank, doors } = await fleet(2);
    for (const map of MAPS) await ask(map);
    const [map = ''] = MAPS.filter((each) => rank(each)[0] === 0);
    doors[0]?.freeze();
    const tookMs = stopwatch();
    const [read, write] = await Promise.allSettled([ask(map), post(map)]);
    expect(read).toMatchObject({ status: 'fulfilled', value: '1' });
    expect(write).toMatchObject({ status: 'rejected', reason: { code: 'service/unreachable', kind: 'unavailable' } });
    expect(await post(map)).toBe('1');
    expect(tookMs()).toBeLessThan(2_000);
  });

  test('[SVC-27] one that is going down says so, and what it did not take is taken by the next', async () => {
    const { tell: post, rank, calls } = await fleet(2);
    const [first, second] = rank('closing');
    expect(await post('closing')).toBe(String(second));
    expect(calls).toEqual([`${first} closing`, `${second} closing`]);
  });
});
