import { expect, test } from 'vitest';
import { describeWith } from './describe-with.ts';

describeWith('toxiproxy', (server) => {
  test('[HOUSE-15] makes a proxy and cuts it', async () => {
    const body = JSON.stringify({
      name: 'itself',
      listen: '127.0.0.1:0',
      upstream: server().url.replace('http://', ''),
    });
    const made = await fetch(`${server().url}/proxies`, { method: 'POST', body });
    const proxy: unknown = await made.json();
    expect(proxy).toMatchObject({ name: 'itself', enabled: true });
    const { listen } = proxy as { listen: string };
    expect((await fetch(`http://${listen}/version`)).status).toBe(200);
    await fetch(`${server().url}/proxies/itself`, { method: 'POST', body: JSON.stringify({ enabled: false }) });
    await expect(fetch(`http://${listen}/version`)).rejects.toThrow('fetch failed');
  });
});
