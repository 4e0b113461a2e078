import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { object, route, routeTable, text } from '@bough/contracts';
import { afterEach, expect, test } from 'vitest';
import { handle } from '../server/handler.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { platformClock } from '../process/platform.ts';
import { atEnd, contextOf, endAll, platforms, serve } from '../testing/world.ts';
import { findInstances } from './find-instances.ts';
import { createFleet } from './fleet.ts';
import { rankOf } from './rendezvous.ts';

afterEach(endAll);

/** A name server with the SRV records of one name (RFC 1035, RFC 2782): what it is told to say, to everybody who asks. */
async function nameServer(records: readonly (readonly [name: string, port: number])[]): Promise<Resolver> {
  const socket = createSocket('udp4');
  const labels = (name: string): Buffer =>
    Buffer.concat([
      ...name.split('.').map((each) => Buffer.from([each.length, ...Buffer.from(each)])),
      Buffer.from([0]),
    ]);
  const numbers = (...values: readonly number[]): Buffer => Buffer.from(values.flatMap((n) => [n >> 8, n & 255]));
  socket.on('message', (question, from) => {
    // The header of twelve bytes, the name, its type and class; EDNS after that is left out.
    const end = question.indexOf(0, 12) + 5;
    const answers = records.map(([name, port]) => {
      const data = Buffer.concat([numbers(0, 100, port), labels(name)]);
      return Buffer.concat([numbers(0xc00c, 33, 1, 0, 5, data.length), data]);
    });
    const head = Buffer.concat([question.subarray(0, 2), numbers(0x8180, 1, records.length, 0, 0)]);
    socket.send(Buffer.concat([head, question.subarray(12, end), ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  atEnd(() => socket.close());
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return resolver;
}

test('[SVC-93] the names and ports of SRV records are instances, in an order that does not depend on the answer', async () => {
  const resolver = await nameServer([
    ['docstore-1.docstore.bough.svc.cluster.local', 8081],
    ['docstore-0.docstore.bough.svc.cluster.local', 8081],
  ]);
  expect(await findInstances('srv+http://_http._tcp.docstore.bough.svc.cluster.local', resolver)).toEqual([
    'http://docstore-0.docstore.bough.svc.cluster.local:8081',
    'http://docstore-1.docstore.bough.svc.cluster.local:8081',
  ]);
});

test('[SVC-93] so are all addresses of a name', async () => {
  expect(await findInstances('dns+http://localhost:8081')).toContain('http://127.0.0.1:8081');
  await expect(findInstances('dns+http://nobody.invalid:8081')).rejects.toThrow('ENOTFOUND');
});

const { whom } = routeTable({
  whom: route('docstore', 'service', 'GET /whom/:map', {
    params: object({ map: text({ max: 40 }) }),
    answer: object({ who: text({ max: 80 }) }),
  }),
});
const MAPS = Array.from({ length: 30 }, (_, i) => `map-${i}`);

/** Some instances, of which those count that `there` has; a clock that runs when it is told; and who is asked about each map. */
async function changing(count: number) {
  const urls: string[] = [];
  for (let i = 0; i < count; i++) {
    const { server } = await serve(platforms('docstore'), [
      handle(whom, ({ context }) => ({ who: `${urls[i]} ${context.isShared}` })),
    ]);
    urls.push(`http://127.0.0.1:${server.port()}`);
  }
  const there: string[] = [];
  const told: (readonly string[])[] = [];
  const gateway = platforms('gateway');
  const fleet = createFleet(
    {
      clock: platformClock,
      minter: { authorization: () => gateway.authorization('docstore') },
      metrics: createMetrics('gateway'),
      onChange: () => undefined,
      onMembers: (found) => told.push(found),
      findInstances: async () => {
        if (there.includes('trouble')) throw new Error('no name server answers');
        return [...there];
      },
    },
    { service: 'docstore', urls: ['srv+http://docstore'] },
  );
  atEnd(() => fleet.stop?.());
  const ask = async (map: string): Promise<string> =>
    (await fleet.call(whom, { params: { map } }, contextOf(gateway))).who;
  const becomes = async (now: readonly string[]): Promise<void> => {
    there.splice(0, there.length, ...now);
    await expect.poll(() => told.at(-1)).toEqual(now);
  };
  return { urls, there, told, fleet, ask, becomes };
}

test('[SVC-94] instances that come get their maps, those that leave lose them, and each is told that there are others', async () => {
  const { urls, fleet, ask, becomes } = await changing(3);
  const owners = async (among: readonly string[]): Promise<void> => {
    for (const map of MAPS) expect(await ask(map)).toBe(`${rankOf(map, among)[0]} true`);
  };
  expect(fleet.unready?.()).toBe('none is found');
  await expect(ask('map-1')).rejects.toMatchObject({ kind: 'unavailable', code: 'service/unreachable' });
  await fleet.start?.();
  await becomes(urls.slice(0, 1));
  expect(fleet.unready?.()).toBeNull();
  await owners(urls.slice(0, 1));
  await becomes(urls);
  await owners(urls);
  expect(fleet.split(MAPS.map((map) => ({ map })))).toHaveLength(3);
  await becomes(urls.slice(1));
  await owners(urls.slice(1));
});

test('[SVC-94] while nobody says which there are, those from before count', async () => {
  const { urls, there, told, fleet, ask } = await changing(2);
  there.push(...urls);
  await fleet.start?.();
  expect(told).toEqual([urls]);
  there.push('trouble');
  await fleet.start?.();
  there.length = 0;
  await fleet.start?.();
  expect(told).toEqual([urls]);
  expect(await ask('map-1')).toContain('http://127.0.0.1:');
});

test('[SVC-94] the first call finds them by itself', async () => {
  const { urls, there, ask } = await changing(2);
  there.push(...urls);
  expect(await ask('map-1')).toBe(`${rankOf('map-1', urls)[0]} true`);
});
