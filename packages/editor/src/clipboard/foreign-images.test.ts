import { expect, test } from 'vitest';
import { foreignImages } from './foreign-images.ts';

const [here, there] = ['AAAAAAAAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBBBBBBBB'];
const hash = 'ab'.repeat(32);
const address = (map: string): string => `/api/maps/${map}/assets/${hash}`;
const addressHere = (source: string): string => address(here).replace(hash, source.slice('asset:'.length));

test('[EDIT-54] images of pasted branches are asked for where they were copied, if that was another map of this Bough', () => {
  const written = (at: unknown): string => JSON.stringify({ bough: 'branches', images: { [`asset:${hash}`]: at } });
  expect([...foreignImages(written(address(there)), addressHere)]).toEqual([[`asset:${hash}`, address(there)]]);
  expect(foreignImages(written(address(here)), addressHere).size).toBe(0);
  const bad = [
    `https://evil.example${address(there)}`,
    `//evil.example${address(there)}`,
    `${address(there)}?x`,
    '/api/session',
    `/api/maps/../maps/${there}/assets/${hash}`,
    7,
    null,
  ];
  for (const each of bad) expect([each, foreignImages(written(each), addressHere).size]).toEqual([each, 0]);
  for (const text of ['', '[', 'null', '{"images":[]}', '{"images":"x"}']) {
    expect(foreignImages(text, addressHere).size).toBe(0);
  }
});
