import { expect, test } from 'vitest';
import { parseRedisAddress } from './redis-address.ts';

test('[GW-132] an address says what stands there: a server, Sentinels with the name of a master, nodes of a cluster', () => {
  const url = 'rediss://ada:p%40ss@cache.example:6380/2';
  expect(parseRedisAddress(url)).toEqual({ ok: true, value: { kind: 'server', url } });
  const sentinels = ['redis+sentinel://:secret@one/main/3?sentinel-password=other', 'redis+sentinel://two:5000/main/3'];
  expect(parseRedisAddress(sentinels.join(', '))).toMatchObject({
    ok: true,
    value: {
      kind: 'sentinel',
      master: 'main',
      database: 3,
      nodes: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 5_000 },
      ],
      username: null,
      password: 'secret',
      sentinelPassword: 'other',
      isTls: false,
    },
  });
  expect(parseRedisAddress('rediss+cluster://ada:p%40ss@one,rediss+cluster://two:7001')).toMatchObject({
    ok: true,
    value: {
      kind: 'cluster',
      nodes: [
        { host: 'one', port: 6_379 },
        { host: 'two', port: 7_001 },
      ],
      username: 'ada',
      password: 'p@ss',
      isTls: true,
    },
  });
});

test('[GW-132] an address that cannot be meant is refused, and says why', () => {
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [[''], 'list of addresses'],
    [['redis://one', 'two'], 'list of addresses'],
    [['http://one'], 'must begin with redis://'],
    [['redis+magic://one'], 'must begin with redis://'],
    [['redis://one', 'redis://two'], 'neither Sentinels nor a cluster'],
    [['redis://one', 'redis+cluster://two'], 'several kinds'],
    [['redis+sentinel://one'], "master's name"],
    [['redis+sentinel://one/main/x'], "master's name"],
    [['redis+sentinel://one/main', 'redis+sentinel://two/other'], 'same master'],
  ];
  for (const [urls, why] of wrong) {
    expect([urls, parseRedisAddress(urls.join(','))]).toEqual([
      urls,
      { ok: false, error: expect.stringContaining(why) },
    ]);
  }
});
