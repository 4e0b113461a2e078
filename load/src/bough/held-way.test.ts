import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { storageReader } from './asked.ts';
import { HeldWay } from './held-way.ts';

/** A server that gives back what it gets, and the way to it. */
async function opened() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    request.pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const way = await HeldWay.open(`http://127.0.0.1:${port}`, storageReader);
  onTestFinished(() => {
    way.stop();
    server.closeAllConnections();
    server.close();
  });
  const put = async (key: string, signal: AbortSignal | null = null): Promise<string> => {
    const body = key.repeat(20_000);
    const answer = await fetch(`${way.url}/first/${key}`, { method: 'PUT', body, signal });
    return (await answer.text()) === body ? 'whole' : 'broken';
  };
  return { way, seen, put };
}

const [SEGMENT, HEAD] = ['logs/map/segments/1-5-abc', 'heads/map'];

test('[HOUSE-96] a held way carries all but what it holds back, which the server sees whole once it is let through', async () => {
  const { way, seen, put } = await opened();
  expect(await put(SEGMENT)).toBe('whole');
  way.hold('PUT segments');
  const held = put(SEGMENT);
  await expect.poll(() => way.waiting).toBe(1);
  expect(await put(HEAD)).toBe('whole');
  expect(seen).toEqual([`/first/${SEGMENT}`, `/first/${HEAD}`]);
  way.release();
  expect(await held).toBe('whole');
  expect(way.waiting).toBe(0);
  expect(await put(SEGMENT)).toBe('whole');
  expect(seen).toHaveLength(4);
});

test('[HOUSE-96] what nobody waits for any more is never let through', async () => {
  const { way, seen, put } = await opened();
  way.hold('PUT segments');
  const leaving = new AbortController();
  const held = put(SEGMENT, leaving.signal);
  await expect.poll(() => way.waiting).toBe(1);
  leaving.abort();
  await expect(held).rejects.toThrow('aborted');
  await expect.poll(() => way.waiting).toBe(0);
  way.release();
  expect(await put(HEAD)).toBe('whole');
  expect(seen).toEqual([`/first/${HEAD}`]);
});

test('[HOUSE-96] of one name the next ones alone are held back, where that is asked for', async () => {
  const { way, seen, put } = await opened();
  way.hold('PUT heads', 1);
  const held = put(HEAD);
  await expect.poll(() => way.waiting).toBe(1);
  expect(await put(HEAD)).toBe('whole');
  expect(seen).toEqual([`/first/${HEAD}`]);
  way.release();
  expect(await held).toBe('whole');
});
