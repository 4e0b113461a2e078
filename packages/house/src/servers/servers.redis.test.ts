import { createClient } from 'redis';
import { expect, test } from 'vitest';
import { describeWith } from './describe-with.ts';
import { run } from './places.ts';

describeWith('redis', (server) => {
  test('[HOUSE-15] carries a message from one client to another', async () => {
    const listener = createClient({ url: server().url });
    const speaker = createClient({ url: server().url });
    await Promise.all([listener.connect(), speaker.connect()]);
    const heard = Promise.withResolvers<string>();
    await listener.subscribe('rooms', heard.resolve);
    await speaker.publish('rooms', 'hello');
    expect(await heard.promise).toBe('hello');
    await Promise.all([listener.close(), speaker.close()]);
  });
});

describeWith('redis-program', (server) => {
  test('[HOUSE-15] says which version it is', async () => {
    const { code, output } = await run(server().executable, ['--version']);
    expect([code, output]).toEqual([0, expect.stringMatching(/v=\d|v\d/)]);
  });
});
