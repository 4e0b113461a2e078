import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, type ServiceProcess, Front } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { Drawer } from '../../testing/visitors/drawer.ts';
import { gatewayProcess } from '../../testing/running/gateway-process.ts';
import { Neighbours } from '../../testing/running/neighbours.ts';
import { until } from '../../testing/until.ts';

// Several docstores and several gateways, all of them processes, with rooms that are open and quiet: what they ask of blob storage.

const ROOMS = 12;
/** More than two of the times at which rooms once asked. */
const IDLE_MS = 22_000;
const LONG_MS = 120_000;

describeWith('redis', (redis) => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-idle-'));
  let neighbours: Neighbours;
  let gateways: readonly ServiceProcess[];
  let balancer: Front;
  const drawers: Drawer[] = [];
  beforeAll(async () => {
    neighbours = await Neighbours.start(['docstore'], 2);
    const fleet = {
      BOUGH_BUS: 'redis',
      BOUGH_REDIS_URL: redis().url,
      BOUGH_DOCSTORE_URL: neighbours.docstores.map(({ url }) => url).join(','),
    };
    gateways = [await gatewayProcess(neighbours, folder, fleet), await gatewayProcess(neighbours, folder, fleet)];
    for (const gateway of gateways) await gateway.start();
    balancer = await Front.open();
    balancer.leadTo(gateways.map(({ port }) => port));
  });
  afterAll(async () => {
    for (const drawer of drawers) drawer.stop();
    balancer.stop();
    await Promise.all(gateways.map((gateway) => gateway.end('SIGKILL')));
    await neighbours.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function asked(): Promise<number> {
    const all = await Promise.all(neighbours.docstores.map((each) => each.metric('bough_blob_seconds_count')));
    return all.reduce((sum, each) => sum + each, 0);
  }

  test(
    '[GW-190] rooms that are open and quiet ask blob storage nothing, with several docstores and gateways; a change is seen all the same',
    async () => {
      const owner = await Browser.guest(balancer);
      const { id } = await owner.person();
      for (let n = 0; n < ROOMS; n++) {
        const { json: map } = await owner.must('POST', '/api/maps', { title: `Room ${n}`, folder: null });
        // Two sockets: the balancer gives one to each gateway.
        for (let i = 0; i < 2; i++) {
          const drawer = new Drawer(owner, map.id, id);
          drawers.push(drawer);
          drawer.start();
        }
      }
      await until(() => drawers.every(({ isLive }) => isLive));
      const sockets = await Promise.all(gateways.map((gateway) => gateway.metric('bough_sockets')));
      expect(sockets.every((count) => count > 0)).toBe(true);
      for (const drawer of drawers) drawer.draw('before');
      await until(() => drawers.every(({ kept }) => kept.size === 1));
      const before = await asked();
      expect(before).toBeGreaterThan(ROOMS);
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      expect((await asked()) - before).toBe(0);
      drawers[0]?.draw('after');
      await until(() => drawers[0]?.kept.size === 2);
      expect(await asked()).toBeGreaterThan(before);
      expect(drawers.flatMap(({ wrongs }) => wrongs)).toEqual([]);
    },
    LONG_MS,
  );
});
