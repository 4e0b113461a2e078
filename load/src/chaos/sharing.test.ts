import { expect, test } from 'vitest';
import { Sharing } from './sharing.ts';

/** A map whose owner lets people in and sends them away; `isCut`: what is asked is done, and not answered. */
function mapOfOne() {
  const there = new Set<string>();
  const server = { isCut: false, isDeaf: false };
  const owner = {
    ask: async (_method: string, path: string): Promise<Record<string, unknown>> => {
      if (!server.isDeaf) there.delete(path.split('/').at(-1) ?? '');
      if (server.isCut) throw new Error('fetch failed');
      return {};
    },
  };
  let count = 0;
  const letIn = async () => {
    const id = `guest ${++count}`;
    there.add(id);
    return { id, visitor: { fetch: async () => new Response('', { status: there.has(id) ? 200 : 404 }) } };
  };
  return { there, server, sharing: new Sharing(owner, 'map', letIn) };
}

test('[S21] who was sent away without an answer is neither in nor away, until it is answered', async () => {
  const { server, sharing } = mapOfOne();
  for (let n = 0; n < 3; n++) await sharing.step();
  server.isCut = true;
  await expect(sharing.step()).rejects.toThrow('fetch failed');
  server.isCut = false;
  expect(await sharing.problems()).toEqual([]);
  expect(sharing.counts).toEqual({ letIn: 3, sentAway: 2 });
});

test('[S13] [S21] who is there although they were sent away, or is not although they were let in, is told', async () => {
  const { there, server, sharing } = mapOfOne();
  server.isDeaf = true;
  for (let n = 0; n < 3; n++) await sharing.step();
  there.delete('guest 3');
  expect(await sharing.problems()).toEqual([
    'S13: guest 1 was sent away and is answered 200',
    'S21: guest 3 was let in and is answered 404',
  ]);
});
