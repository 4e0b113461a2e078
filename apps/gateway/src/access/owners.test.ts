import { VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { openSqlite } from '../metadata/sqlite/sqlite-metadata.ts';
import { AT, newMapId, newPersonId } from '../testing/metadata-contract/fixtures.ts';
import { isSetByOwner } from './map-access.ts';
import { Owners } from './owners.ts';

const metadata = openSqlite(':memory:');
const clock = new VirtualClock(AT);
const owners = new Owners({ metadata, clock });
/** More turns than any of these takes from its first question to its last. */
const TURNS = 30;

test('[GW-550] what an owner sets stays set when the person leaves at the same moment, or twice at once', async () => {
  const seen: unknown[] = [];
  for (const second of ['leaves too', 'is set', 'is removed'] as const) {
    for (let turns = 0; turns < TURNS; turns++) {
      const [map, person] = [newMapId(), newPersonId()];
      await metadata.addMap({ id: map, title: 'left', createdAt: AT }, newPersonId());
      await owners.set(map, person, 'view', null);
      const first = owners.leave(map, person);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      if (second === 'leaves too') await owners.leave(map, person);
      else if (second === 'is set') await owners.set(map, person, 'comment', null);
      else await owners.shutOut(map, person, 'edit');
      await first;
      const grants = await metadata.grantsOn(map, person);
      expect([second, turns, grants.length, grants.every(isSetByOwner)]).toEqual([second, turns, 1, true]);
      seen.push(grants[0]?.until);
    }
  }
  // Whoever was second counts: both orders were tried.
  expect(new Set(seen)).toEqual(new Set([AT, null]));
});
