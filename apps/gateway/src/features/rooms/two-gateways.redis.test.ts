import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, type ServiceProcess, stopwatch, Front } from '@bough/house/servers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { backup } from '../../testing/backup.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { Drawer } from '../../testing/visitors/drawer.ts';
import { gatewayProcess } from '../../testing/running/gateway-process.ts';
import { Neighbours } from '../../testing/running/neighbours.ts';
import { until } from '../../testing/until.ts';

// Two gateways as the processes that they are, over a real Redis and one docstore, behind a balancer that knows nothing: people
// on both, and one gateway is killed, or stopped, while everybody draws.

const BACK_MS = 2_000;
const DRAINED_MS = 5_000;
const LONG_MS = 90_000;
/** A busy machine only makes it last. */
const PATIENCE_MS = 30_000;
const PEOPLE = 6;

describeWith('redis', (redis) => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-two-gateways-'));
  let neighbours: Neighbours;
  let gateways: readonly ServiceProcess[];
  let balancer: Front;
  let drawers: Drawer[] = [];
  beforeAll(async () => {
    neighbours = await Neighbours.start(['docstore']);
    const bus = { BOUGH_BUS: 'redis', BOUGH_REDIS_URL: redis().url };
    gateways = [await gatewayProcess(neighbours, folder, bus), await gatewayProcess(neighbours, folder, bus)];
    // One after the other: the first makes the database.
    for (const gateway of gateways) await gateway.start();
    balancer = await Front.open();
    balancer.leadTo(gateways.map(({ port }) => port));
  });
  afterEach(() => {
    for (const drawer of drawers) drawer.stop();
    drawers = [];
  });
  afterAll(async () => {
    balancer.stop();
    await Promise.all(gateways.map((gateway) => gateway.end('SIGKILL')));
    await neighbours.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A map with people on both gateways, everybody up to date. */
  async function gather(): Promise<{ readonly owner: Browser; readonly map: string; readonly link: string }> {
    const owner = await Browser.guest(balancer);
    const { json: map } = await owner.must('POST', '/api/maps', { title: 'Together', folder: null });
    const asked = { role: 'edit', needsSignIn: false, mayCopy: true, expiresAt: null };
    const { json: link } = await owner.must('POST', `/api/maps/${map.id}/links`, asked);
    for (let n = 0; n < PEOPLE; n++) {
      const browser = n === 0 ? owner : await Browser.guest(balancer);
      if (n > 0) await browser.join(link.secret);
      const { id } = await browser.person();
      const drawer = new Drawer(browser, map.id, id);
      drawers.push(drawer);
      drawer.start();
    }
    await until(() => drawers.every(({ isLive }) => isLive));
    return { owner, map: map.id, link: link.id };
  }

  /** Everybody draws, every few milliseconds, until it is over; answers how to end it. */
  function drawOn(): () => void {
    let n = 0;
    const timer = setInterval(() => {
      n++;
      drawers[n % PEOPLE]?.draw(`item ${n}`);
    }, 25);
    return () => clearInterval(timer);
  }

  async function socketsOf(gateway: ServiceProcess): Promise<number> {
    return await gateway.metric('bough_sockets');
  }

  /** Nobody waits for anything, and all have the same map, which is what the log says. */
  async function mustAgree(owner: Browser, map: string): Promise<void> {
    await until(() => drawers.every(({ client }) => client.status.kind === 'live' && client.status.unsent === 0));
    const most = Math.max(...drawers.map(({ client }) => client.seq));
    await until(() => drawers.every(({ client }) => client.seq === most));
    expect(new Set(drawers.map(({ hash }) => hash)).size).toBe(1);
    const seen = new Set<string>();
    for (let from = 1; from <= most; from += 500) {
      const { json } = await owner.must(
        'GET',
        `/api/maps/${map}/changes?from=${from}&to=${Math.min(most, from + 499)}`,
      );
      for (const { client, counter } of json.changes) {
        expect(seen.has(`${client} ${counter}`)).toBe(false);
        seen.add(`${client} ${counter}`);
      }
    }
    const [first] = drawers;
    for (const drawer of drawers) {
      for (const item of drawer.kept) expect(first?.client.map.items.has(item)).toBe(true);
      expect(drawer.wrongs).toEqual([]);
    }
  }

  test(
    '[GW-45] a gateway that is killed under load loses nothing that was acknowledged; its people are back within two seconds',
    async () => {
      const { owner, map } = await gather();
      const [doomed] = gateways;
      if (doomed === undefined) throw new Error('there are two');
      const onDoomed = await socketsOf(doomed);
      expect(onDoomed).toBeGreaterThan(0);
      expect(onDoomed).toBeLessThan(PEOPLE);
      await until(() => drawers.every(({ client }) => client.board.peers.size === PEOPLE - 1));
      const stop = drawOn();
      await until(() => drawers.every(({ kept }) => kept.size > 8), PATIENCE_MS);
      await doomed.end('SIGKILL');
      await until(() => drawers.filter(({ awayMs }) => awayMs.length > 0).length === onDoomed);
      const keptBefore = drawers.map(({ kept }) => kept.size);
      await until(() => drawers.every(({ kept }, n) => kept.size > (keptBefore[n] ?? 0) + 5), PATIENCE_MS);
      stop();
      await mustAgree(owner, map);
      for (const ms of drawers.flatMap(({ awayMs }) => awayMs)) expect(ms).toBeLessThan(BACK_MS);
      await until(() => drawers.every(({ client }) => client.board.peers.size === PEOPLE - 1));
      await doomed.start();
    },
    LONG_MS,
  );

  test(
    '[GW-46] gateways that are restarted one after the other are not noticed: everybody goes on within two seconds',
    async () => {
      const { owner, map } = await gather();
      const stop = drawOn();
      for (const gateway of gateways) {
        const before = drawers.map(({ kept }) => kept.size);
        const took = await gateway.end('SIGTERM');
        expect(took).toBeLessThan(DRAINED_MS);
        await until(() => drawers.every(({ kept }, n) => kept.size > (before[n] ?? 0) + 2), PATIENCE_MS);
        await gateway.start();
      }
      stop();
      await mustAgree(owner, map);
      expect(drawers.flatMap(({ awayMs }) => awayMs).length).toBeGreaterThan(0);
      for (const ms of drawers.flatMap(({ awayMs }) => awayMs)) expect(ms).toBeLessThan(BACK_MS);
    },
    LONG_MS,
  );

  test(
    '[GW-170] rooms on both gateways notice that docstore went back to a backup; what it lacks comes back, and nothing is twice',
    async () => {
      const { owner, map } = await gather();
      const draws = async (count: number): Promise<void> => {
        const kept = drawers.map((drawer) => drawer.kept.size + count);
        for (let n = 0; n < count; n++) for (const drawer of drawers) drawer.draw(`item ${n}`);
        await until(() => drawers.every((drawer, n) => drawer.kept.size === kept[n]), PATIENCE_MS);
      };
      await draws(3);
      const { restore } = await backup(neighbours.docstores[0] ?? never());
      await draws(3);
      const before = drawers.map(({ client }) => client.order.lineage);
      await restore();
      await draws(2);
      await mustAgree(owner, map);
      expect(drawers.some(({ client }) => before.includes(client.order.lineage))).toBe(false);
    },
    LONG_MS,
  );

  test(
    '[GW-27] access that is taken back ends the sockets on both gateways within a second',
    async () => {
      const { owner, map, link } = await gather();
      const guests = drawers.slice(1);
      const [one, two] = [await socketsOf(gateways[0] ?? never()), await socketsOf(gateways[1] ?? never())];
      expect([one > 0, two > 0]).toEqual([true, true]);
      const tookMs = stopwatch();
      await owner.must('DELETE', `/api/maps/${map}/links/${link}`);
      await until(() => guests.every(({ client }) => client.status.kind === 'refused'));
      expect(tookMs()).toBeLessThan(1_000);
      const kept = guests.map((drawer) => drawer.client.seq);
      drawers[0]?.draw('for nobody else');
      await until(() => drawers[0]?.client.status.unsent === 0);
      expect(guests.map(({ client }) => client.seq)).toEqual(kept);
    },
    LONG_MS,
  );
});

function never(): never {
  throw new Error('there are two gateways');
}
