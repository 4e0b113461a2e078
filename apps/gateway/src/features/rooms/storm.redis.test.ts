import { describeWith, ToxicWay, RedisProcess, starvedMs, stopwatch } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { Drawer } from '../../testing/visitors/drawer.ts';
import { type Latencies, StormWorld } from '../../testing/running/storm-world.ts';
import { until } from '../../testing/until.ts';

// A hundred rooms on two gateways as processes, somebody on each gateway in every room, everybody drawing; and the Redis between them is
// killed, stopped in its tracks, cut off from one of them, and started again with nothing in it. BOUGH_STORM_S=60 makes each last that long.

const ROOMS = 100;
const PER_SECOND = 50;
const STORM_S = Number(process.env['BOUGH_STORM_S'] ?? '5');
/** What was done on another gateway is here within, nine times of ten; a machine that is busy with other tests makes single ones late. */
const HEARD_MS = 2_000;
/** Somebody whose access was taken back is out within. */
const OUT_MS = 1_000;
const JOIN_MS = 2_000;
const AGREE_MS = 10_000;
const CALM_MS = 5_000;
const MB_MORE = 60;
/** That it is away and that it is back, on each gateway. */
const LINES = 4;
const LONG_MS = 90_000 + 2_000 * STORM_S;

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describeWith('redis-program', (program) => {
  describeWith('toxiproxy', (toxiproxy) => {
    let redis: RedisProcess;
    let way: ToxicWay;
    let world: StormWorld;
    /** While all is well. */
    let usual: { readonly perSecond: number; readonly latencies: Latencies };
    beforeAll(async () => {
      redis = await RedisProcess.start(program().executable);
      way = await ToxicWay.make(toxiproxy().url, 'redis', redis.url);
      world = await StormWorld.start([redis.url, way.endpoint.replace('http:', 'redis:')]);
      await world.openRooms(ROOMS);
      world.draw(PER_SECOND);
      await pass(2_000);
      usual = await watch(3_000);
    }, LONG_MS);
    afterAll(async () => {
      await world.stop();
      await redis.stop();
    });

    /** What docstore is asked in a second, and how long edits take, for so long. */
    async function watch(ms: number): Promise<typeof usual> {
      const before = await world.asked();
      world.latencies();
      const fromMs = performance.now();
      await pass(ms);
      const perSecond = ((await world.asked()) - before) / ((performance.now() - fromMs) / 1_000);
      return { perSecond, latencies: world.latencies() };
    }

    /** A guest at the second gateway, let in by a link of an owner at the first, and how to take that back. */
    async function letIn(): Promise<{ readonly guest: Drawer; readonly revoke: () => Promise<unknown> }> {
      const [left, right] = world.gateways;
      const [owner, visitor] = [await Browser.guest(left), await Browser.guest(right)];
      const map = await owner.makeMap();
      const link = await owner.makeLink(map.id, 'edit');
      await visitor.join(link.secret);
      const guest = new Drawer(visitor, map.id, (await visitor.person()).id);
      guest.start();
      await until(() => guest.isLive);
      return { guest, revoke: () => owner.must('DELETE', `/api/maps/${map.id}/links/${link.id}`) };
    }

    /** How long it took, less what this thread and the gateways waited for a processor that the machine gave to others. */
    async function tookMs(work: () => Promise<unknown>): Promise<number> {
      const waitedMs = (): number => world.gateways.reduce((sum, { pid }) => sum + (starvedMs(pid) ?? 0), 0);
      const [passedMs, waitedBefore] = [stopwatch(), waitedMs()];
      await work();
      return passedMs() - (waitedMs() - waitedBefore);
    }

    /** Holds what must hold while the bus is away, and after it. */
    async function weather(
      begin: () => Promise<void> | void,
      end: () => Promise<void> | void,
      noted: readonly [boolean, boolean],
    ): Promise<void> {
      const { guest, revoke } = await letIn();
      // Looked at again: what is usual on a machine that others use, too, is not the same a minute later.
      const now = await watch(2_000);
      if (now.perSecond > usual.perSecond) usual = now;
      const before = { memory: await world.memory(), lines: world.lines() };
      await begin();
      const storm = await watch(STORM_S * 1_000);
      expect(storm.perSecond).toBeLessThan(2 * usual.perSecond);
      expect(late(storm.latencies.heard)).toBeLessThan(HEARD_MS);
      expect(late(storm.latencies.kept)).toBeLessThan(2 * late(usual.latencies.kept) + 250);
      // Its balancer goes on sending people to it, and its operator is told.
      const ready = await Promise.all(
        world.gateways.map(async ({ url }) => await (await fetch(`${url}/ready`)).json()),
      );
      const away = { ready: true, notes: [expect.stringContaining('bus: away')] };
      expect(ready).toEqual(
        noted.map((isNoted) => expect.objectContaining(isNoted ? away : { ready: true, notes: [] })),
      );
      // Somebody who comes now is let in as ever; somebody whose access is taken back is out as ever.
      const joining = letIn();
      expect(await tookMs(() => joining)).toBeLessThan(JOIN_MS);
      const out = tookMs(() => until(() => guest.client.status.kind === 'refused'));
      await revoke();
      expect(await out).toBeLessThan(OUT_MS);
      for (const each of [guest, (await joining).guest]) each.stop();
      await end();
      await pass(CALM_MS);
      const after = await watch(2_000);
      expect(after.perSecond).toBeLessThan(1.5 * usual.perSecond);
      world.rest();
      await world.agree(AGREE_MS);
      expect(world.wrongs()).toEqual([]);
      expect((await world.memory()) - before.memory).toBeLessThan(MB_MORE);
      expect(world.lines() - before.lines).toBeLessThanOrEqual(LINES);
      world.draw(PER_SECOND);
    }

    test(
      '[GW-133] Redis killed: editing goes on, nobody is expelled, and docstore is asked no more than twice the usual',
      async () => {
        await weather(
          () => redis.kill(),
          () => redis.start(),
          [true, true],
        );
      },
      LONG_MS,
    );

    test(
      '[GW-133] Redis stopped in its tracks: the same, and whoever comes meanwhile is let in',
      async () => {
        await weather(
          () => redis.freeze(),
          () => redis.thaw(),
          [true, true],
        );
      },
      LONG_MS,
    );

    test(
      '[GW-133] one gateway cut off from Redis: what happens there is known on the other one, and the other way round',
      async () => {
        await weather(
          () => way.hang(),
          () => way.resume(),
          [false, true],
        );
      },
      LONG_MS,
    );

    test(
      '[GW-133] Redis restarted, with nothing in it: nobody notices',
      async () => {
        await weather(
          async () => {
            await redis.kill();
            await redis.start();
          },
          () => undefined,
          [false, false],
        );
      },
      LONG_MS,
    );
  });
});

/** What nine of ten stay below. */
function late(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? 0;
}
