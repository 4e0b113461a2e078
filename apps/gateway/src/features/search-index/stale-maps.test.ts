import { VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { ProcessBus } from '../../bus/process-bus.ts';
import { newMapId } from '../../testing/metadata-contract/fixtures.ts';
import { StaleMaps } from './stale-maps.ts';

test('[GW-589] every gateway hears that a map was removed forever, and that its words are not behind any more', async () => {
  const [clock, gone] = [new VirtualClock(), [] as string[]];
  const bus = new ProcessBus({ clock });
  const here = new StaleMaps({ bus, clock, onGone: () => undefined });
  const there = new StaleMaps({ bus, clock, onGone: (map) => void gone.push(map) });
  await Promise.all([here.start(), there.start()]);
  const map = newMapId();
  here.tell(map, true);
  await Promise.resolve();
  expect([here.has(map), there.has(map), gone]).toEqual([true, true, []]);
  here.tell(map, false);
  await Promise.resolve();
  expect([here.has(map), there.has(map), gone]).toEqual([false, false, []]);
  here.tell(map, true);
  here.tellGone(map);
  await Promise.resolve();
  expect([here.has(map), there.has(map), gone]).toEqual([false, false, [map]]);
});
