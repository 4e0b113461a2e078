import { headKey } from '@bough/bloblog';
import { expect, test } from 'vitest';
import { DocstoreFailure } from '../failure.ts';
import { commandWorld } from '../testing/command-world.ts';
import { mapNamed } from '../testing/test-maps.ts';
import { eachDocument } from './each-document.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

for (const [what, bytes] of [
  ['is not a sealed object', new Uint8Array([1, 2, 3])],
  ['was cut off', null],
] as const) {
  test(`[DOC-100] a head that ${what} ends no run: the others are dealt with, it is named, and the code is 1`, async () => {
    const { raw, parts, run, said, maps } = await commandWorld(NAMES);
    const rotten = mapNamed('c');
    for (const store of [raw.first, raw.second]) {
      const kept = store.objects.get(headKey(rotten));
      if (kept === undefined) throw new Error('it is there');
      store.objects.set(headKey(rotten), { ...kept, bytes: bytes ?? kept.bytes.slice(0, -5) });
    }
    for (const map of maps) await parts.first.store.put(`logs/${map}/segments/1-1-orphan`, new Uint8Array([1]));
    // What is sealed with the newest key is not read to be sealed anew.
    const rotate = bytes === null ? [] : [['rotate-keys']];
    for (const args of [['verify'], ['reconcile'], ['collect', '--hours', '0'], ['empty-trash'], ...rotate]) {
      said.length = 0;
      const [name = '', ...rest] = args;
      expect([name, await run(name, ...rest)]).toEqual([name, 1]);
      expect([name, said.join('\n')]).toEqual([name, expect.stringContaining(rotten)]);
    }
    said.length = 0;
    expect(await run('rebuild-metadata')).toBe(1);
    const lines = said.map((line) => JSON.parse(line) as { map: string; failed?: string });
    expect(lines.map(({ map }) => map).toSorted()).toEqual(maps.toSorted());
    expect(lines.filter(({ failed }) => failed !== undefined).map(({ map }) => map)).toEqual([rotten]);
  });
}

test('[DOC-100] a run that meets no answer any more ends: that is a location that is away', async () => {
  let asked = 0;
  const told: string[] = [];
  const away = new DocstoreFailure('away', { kind: 'unavailable', code: 'docstore/location' });
  async function* many(): AsyncGenerator<string> {
    for (let i = 0; i < 10_000; i++) yield `map-${i}`;
  }
  const run = eachDocument(
    many(),
    (map) => void told.push(map),
    async () => {
      asked++;
      throw away;
    },
  );
  await expect(run).rejects.toBe(away);
  expect(asked).toBeLessThan(100);
  expect(told.length).toBeGreaterThan(30);
  // One here and there is none.
  let n = 0;
  const { failed } = await eachDocument(
    many(),
    () => undefined,
    async () => {
      if (n++ % 3 > 0) throw away;
    },
  );
  expect(failed.length).toBeGreaterThan(6_000);
});
