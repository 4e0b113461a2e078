import { expect, test } from 'vitest';
import { describeWith } from './describe-with.ts';
import { RedisProcess } from './redis-process.ts';

describeWith('redis-program', (server) => {
  test('[HOUSE-15] started anew twice at a time, it runs once, with nothing in it, and is gone when it is stopped', async () => {
    const redis = await RedisProcess.start(server().executable);
    await redis.ask('SET word here');
    let isBack = false;
    const first = redis.startAnew().then(() => {
      isBack = true;
    });
    // The second time while it is gone.
    while (!isBack && (await redis.ask('PING').catch(() => 'gone')) !== 'gone');
    await Promise.all([first, redis.startAnew()]);
    expect(await redis.ask('GET word')).toBe('$-1\r\n');
    await redis.stop();
    await expect(redis.ask('PING')).rejects.toThrow('ECONNREFUSED');
  });
});
