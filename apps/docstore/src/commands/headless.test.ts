import { platformClock } from '@bough/service';
import { expect, test } from 'vitest';
import { markPurged } from '../backup/place/purged-marks.ts';
import { commandWorld } from '../testing/command-world.ts';
import { mapNamed } from '../testing/test-maps.ts';

test('[DOC-156] verify finds documents whose heads are gone, though no listing names them', async () => {
  const w = await commandWorld(['a', 'b', 'c', 'd']);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(mapNamed);
  for (const map of [a, b, c, d]) {
    for (const kind of ['assets', 'versions']) {
      await w.parts.first.store.put(`logs/${map}/${kind}/one`, new Uint8Array([1]));
    }
  }
  for (const map of [a, b, c]) w.raw.first.objects.delete(`heads/${map}`);
  for (const map of [a, b]) w.raw.second.objects.delete(`heads/${map}`);
  await markPurged(w.parts.first.store, { clock: platformClock }, `${b}`);
  expect(await w.run('verify')).toBe(1);
  const told = w.said.filter((line) => line.includes('its head is gone'));
  expect(told).toEqual([
    `${a}: first location, absent: it has objects, and its head is gone. A backup may have it: see restore.`,
  ]);
  // The other location has that one.
  expect(w.said).toContainEqual(
    expect.stringMatching(new RegExp(`^${c}: first location, absent: the other location has it`)),
  );
  expect(w.said.at(-1)).toBe('2 documents read, 2 findings');
});
