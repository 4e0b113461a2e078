import { describeWith } from '@bough/house/servers';
import { storeContract } from '@bough/bloblog/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Store, type S3Store } from './s3-store.ts';
import { checkConditions } from '../self-check.ts';
import { makeBucket } from '../testing/make-bucket.ts';
import { testPorts } from '../testing/test-ports.ts';

const NOWHERE = 'http://127.0.0.1:9';

for (const name of ['versitygw', 'minio'] as const) {
  describeWith(name, (server) => {
    let store: S3Store;
    beforeAll(async () => {
      store = s3Store(await makeBucket(server(), 'contract'));
    });
    afterAll(() => store.close());
    for (const [i, each] of storeContract.entries()) {
      test(each.name, async () => each.run(store, `contract-${i}`), 30_000);
    }
    test('[BLOB-20] the self-check passes and leaves nothing behind', async () => {
      await checkConditions(store, testPorts.random);
      expect((await store.list('self-check/')).entries).toEqual([]);
    });
    test('[BLOB-11] a missing bucket and a wrong key are told apart', async () => {
      const { endpoint, region, accessKey, secretKey } = server();
      const missing = s3Store({ endpoint, region, bucket: 'not-there', accessKey, secretKey });
      await expect(missing.get('a')).rejects.toMatchObject({ code: 'blobs/no-bucket' });
      await expect(missing.replaceIf('a', '"e"', new Uint8Array())).rejects.toMatchObject({ code: 'blobs/no-bucket' });
      const denied = s3Store({ endpoint, region, bucket: 'contract', accessKey, secretKey: 'wrong-secret-key' });
      await expect(denied.get('a')).rejects.toMatchObject({ code: 'blobs/denied', kind: 'denied' });
      await expect(denied.createIfAbsent('a', new Uint8Array())).rejects.toMatchObject({ code: 'blobs/denied' });
      missing.close();
      denied.close();
    });
  });
}

describeWith('s3rver', (server) => {
  test('[BLOB-20] the self-check refuses a store that ignores conditions, and says what it would cost', async () => {
    const store = s3Store(await makeBucket(server(), 'liar'));
    const check = checkConditions(store, testPorts.random);
    await expect(check).rejects.toMatchObject({ code: 'blobs/no-conditions', kind: 'invalid' });
    await expect(check).rejects.toThrow('a second conditional creation');
    store.close();
  });
});

test('[BLOB-10] a service that cannot be reached leaves a conditional write unsure, and a read unavailable', async () => {
  const at = { endpoint: NOWHERE, region: 'us-east-1', bucket: 'b', accessKey: 'a', secretKey: 's' };
  const store = s3Store(at);
  expect((await store.createIfAbsent('a', new Uint8Array())).kind).toBe('unsure');
  await expect(store.get('a')).rejects.toMatchObject({ code: 'blobs/unavailable', kind: 'unavailable' });
  await expect(checkConditions(store, testPorts.random)).rejects.toMatchObject({ code: 'blobs/unavailable' });
  store.close();
});
