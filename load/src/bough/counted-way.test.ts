import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { storageReader } from './asked.ts';
import { CountedWay } from './counted-way.ts';

test('[HOUSE-132] a counted way carries requests and answers whole, and counts each', async () => {
  const server = createServer((request, response) => request.pipe(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const way = await CountedWay.open(`http://127.0.0.1:${port}`, storageReader);
  try {
    const body = 'x'.repeat(200_000);
    for (let n = 0; n < 3; n++) {
      const answer = await fetch(`${way.url}/first/heads/${n}`, { method: 'PUT', body });
      expect(await answer.text()).toBe(body);
    }
    await (await fetch(`${way.url}/first?list-type=2&prefix=heads%2F`)).arrayBuffer();
    expect(Object.fromEntries(way.counts)).toEqual({ 'PUT heads': 3, 'LIST heads': 1 });
  } finally {
    way.stop();
    server.closeAllConnections();
    server.close();
  }
});
