import { MemoryStore } from '@bough/bloblog/testing';
import { expect, test } from 'vitest';
import { BlobFailure } from './failure.ts';
import { checkConditions } from './self-check.ts';
import { testPorts } from './testing/test-ports.ts';

const HOUR_MS = 3_600_000;

/** A store from which nothing may be removed. */
function additive(): MemoryStore {
  const store = new MemoryStore(testPorts.clock);
  store.remove = async () => {
    throw new BlobFailure('no', { kind: 'denied', code: 'blobs/denied' });
  };
  return store;
}

test('[BLOB-20] where nothing may be removed, the check passes, and years of starts leave one object', async () => {
  const store = additive();
  await expect(checkConditions(store, testPorts.random)).rejects.toMatchObject({ code: 'blobs/denied' });
  store.objects.clear();
  for (let start = 0; start < 20; start++) {
    await checkConditions(store, testPorts.random, { before: testPorts.clock.now() + HOUR_MS });
    expect(store.objects.size).toBe(1);
  }
  // What is young may be another check's that is under way.
  await checkConditions(store, testPorts.random, { before: testPorts.clock.now() - HOUR_MS });
  expect(store.objects.size).toBe(2);
});

test('[BLOB-20] a lie is found on an object that was left, too', async () => {
  const store = additive();
  await checkConditions(store, testPorts.random, { before: 0 });
  store.replaceIf = (key, _etag, bytes) => store.put(key, bytes).then(() => ({ kind: 'written', etag: 'any' }));
  const check = checkConditions(store, testPorts.random, { before: testPorts.clock.now() + HOUR_MS });
  await expect(check).rejects.toMatchObject({ code: 'blobs/no-conditions' });
});
