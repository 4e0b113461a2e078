import { VirtualClock } from '@bough/base/testing';
import { describe, test } from 'vitest';
import { sealedStore } from './sealed-store.ts';
import { MemoryStore, storeContract, toyCiphers, virtualPorts } from '../testing/index.ts';

describe('a store in memory', () => {
  for (const each of storeContract) test(each.name, () => each.run(new MemoryStore(new VirtualClock()), 'a'));
});

describe('a sealed store', () => {
  const { random, clock } = virtualPorts(1);
  const keys = [{ id: 'k1', bytes: random.bytes(32) }];
  for (const each of storeContract) {
    // A listing tells the sizes of sealed objects.
    if (each.name.includes('in order, page by page')) continue;
    test(each.name, () => each.run(sealedStore(new MemoryStore(clock), keys, { ciphers: toyCiphers, random }), 'a'));
  }
});
