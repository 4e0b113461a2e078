import { describeWith, freePort, RedisProcess } from '@bough/house/servers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { busContract } from '../testing/bus/bus-contract.ts';
import { openBus, type OpenedBus } from '../testing/bus/opened-bus.ts';
import { until } from '../testing/until.ts';

// A Redis behind Sentinels and a Redis cluster, from real servers on this machine.

const PATIENCE_MS = 30_000;
const LONG_MS = 60_000;
const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Two gateways' buses at these addresses, which have heard of each other. */
async function openTwo(...urls: readonly string[]): Promise<readonly [OpenedBus, OpenedBus]> {
  const two = [await openBus(...urls), await openBus(...urls)] as const;
  await until(() => areWhole(two), PATIENCE_MS);
  return two;
}

function areWhole(all: readonly OpenedBus[]): boolean {
  return all.every(({ bus }) => bus.isWhole);
}

/** Whether each hears the other. */
async function mustCarry([one, other]: readonly [OpenedBus, OpenedBus]): Promise<void> {
  const heard: string[] = [];
  const leave = await Promise.all([one, other].map(({ bus }) => bus.subscribe('words', (word) => heard.push(word))));
  one.bus.publish('words', 'there');
  other.bus.publish('words', 'back');
  await until(() => heard.length === 4);
  expect(heard.toSorted()).toEqual(['back', 'back', 'there', 'there']);
  for (const each of leave) each();
}

describeWith('redis-program', (program) => {
  describe('behind Sentinels', () => {
    let servers: RedisProcess[] = [];
    let sentinel: RedisProcess;
    let two: readonly [OpenedBus, OpenedBus];
    beforeAll(async () => {
      const master = await RedisProcess.start(program().executable);
      const replica = await RedisProcess.start(program().executable, ['--replicaof', '127.0.0.1', String(master.port)]);
      servers = [master, replica];
      await until(async () => (await replica.ask('INFO replication')).includes('master_link_status:up'), PATIENCE_MS);
      sentinel = await RedisProcess.startSentinel(program().executable, [
        `sentinel monitor main 127.0.0.1 ${master.port} 1`,
        'sentinel down-after-milliseconds main 500',
        'sentinel failover-timeout main 2000',
      ]);
      const knows = async (): Promise<boolean> =>
        (await sentinel.ask('SENTINEL replicas main')).includes(String(replica.port));
      await until(knows, PATIENCE_MS);
      two = await openTwo(`redis+sentinel://127.0.0.1:${sentinel.port}/main`);
    }, LONG_MS);
    afterAll(async () => {
      await Promise.all(two.map(({ bus }) => bus.close()));
      await Promise.all([...servers, sentinel].map((each) => each.stop()));
    });

    busContract(() => ({ bus: two[0].bus, other: two[1].bus, pass }));

    test(
      '[GW-132] when the master is killed, gateways go on with the one that the Sentinels make',
      async () => {
        await mustCarry(two);
        await servers[0]?.kill();
        await until(() => two.every(({ bus }) => !bus.isUp), PATIENCE_MS);
        await until(() => areWhole(two), PATIENCE_MS);
        await mustCarry(two);
        expect(two.map(({ told }) => told)).toEqual([
          ['gateway/bus', null],
          ['gateway/bus', null],
        ]);
        expect(await servers[1]?.ask('INFO replication')).toContain('role:master');
      },
      LONG_MS,
    );
  });

  describe('as a cluster', () => {
    const nodes: RedisProcess[] = [];
    let two: readonly [OpenedBus, OpenedBus];
    beforeAll(async () => {
      const args = [
        '--cluster-enabled',
        'yes',
        '--cluster-node-timeout',
        '1000',
        '--cluster-require-full-coverage',
        'no',
      ];
      // Among themselves they talk on ports of their own.
      const ports = [await freePort(), await freePort(), await freePort()];
      for (const port of ports) {
        nodes.push(await RedisProcess.start(program().executable, [...args, '--cluster-port', String(port)]));
      }
      const [first] = nodes;
      if (first === undefined) throw new Error('there are three');
      const slots = ['0 5460', '5461 10922', '10923 16383'];
      for (const [n, node] of nodes.entries()) {
        expect(await node.ask(`CLUSTER ADDSLOTSRANGE ${slots[n]}`)).toContain('+OK');
        await node.ask(`CLUSTER MEET 127.0.0.1 ${first.port} ${ports[0]}`);
      }
      for (const node of nodes) {
        const isReady = async (): Promise<boolean> => {
          const info = await node.ask('CLUSTER INFO');
          return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3');
        };
        await until(isReady, PATIENCE_MS);
      }
      two = await openTwo(...nodes.map(({ port }) => `redis+cluster://127.0.0.1:${port}`));
    }, LONG_MS);
    afterAll(async () => {
      await Promise.all(two.map(({ bus }) => bus.close()));
      await Promise.all(nodes.map((node) => node.stop()));
    });

    busContract(() => ({ bus: two[0].bus, other: two[1].bus, pass }));

    test(
      '[GW-132] when a node is killed, and another one, gateways go on with those that are left',
      async () => {
        for (const node of nodes.slice(0, 2)) {
          await mustCarry(two);
          await node.kill();
          // Whoever was not connected to it notices nothing; the others come back.
          await pass(1_000);
          await until(() => areWhole(two), PATIENCE_MS);
        }
        await mustCarry(two);
        // A key of a node that is gone is nobody's: each gateway counts and claims for itself.
        for (let n = 0; n < 5; n++) expect(await two[0].bus.tryClaim(`key ${n}`, 60_000)).toBe(true);
      },
      LONG_MS,
    );
  });
});
