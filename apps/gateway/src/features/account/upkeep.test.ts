import { parsePersonId } from '@bough/base';
import { afterAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { openWorld } from '../../testing/world.ts';

const world = await openWorld(['docstore']);
afterAll(world.end);

test('[GW-191] an owner of this Bough is told of its upkeep, and nobody else', async () => {
  const gateway = await world.start({});
  const browser = await Browser.guest(gateway);
  expect((await browser.must('GET', '/api/upkeep')).json).toEqual({ upkeep: null });
  const person = parsePersonId((await browser.person()).id);
  if (person === null) throw new Error('a person has an id');
  await world.metadata.setOwner(person, true, null);
  expect((await browser.must('GET', '/api/upkeep')).json).toEqual({
    upkeep: { walks: [], isFull: false, wornKeys: [], second: null },
  });
});
