import { DEFAULT_BACKOFF, retryingStore } from '@bough/bloblog';
import { expect, onTestFinished, test } from 'vitest';
import { checkConditions, hasRoom } from '../self-check.ts';
import { FakeS3, type Refusal } from '../testing/fake-s3.ts';
import { testPorts } from '../testing/test-ports.ts';
import { s3Store, type S3Store } from './s3-store.ts';

const BYTES = new Uint8Array([1, 2, 3]);
const FULL = { kind: 'unavailable', code: 'blobs/full' };

async function started(): Promise<{ readonly s3: FakeS3; readonly store: S3Store }> {
  const s3 = await FakeS3.start();
  const store = s3Store(s3.settings);
  onTestFinished(async () => {
    store.close();
    await s3.stop();
  });
  return { s3, store };
}

const ANSWERS: readonly (readonly [string, Refusal])[] = [
  ['MinIO, a full disk', { status: 507, code: 'XMinioStorageFull' }],
  ['MinIO, a full disk, of before', { status: 500, code: 'XMinioStorageFull' }],
  ['MinIO, the quota of a bucket', { status: 400, code: 'XMinioAdminBucketQuotaExceeded' }],
  ['versitygw, a full disk', { status: 507, code: 'InsufficientStorage' }],
  ['versitygw, Ceph and Ozone, a spent quota', { status: 403, code: 'QuotaExceeded' }],
  ['Huawei, the quota of a bucket', { status: 403, code: 'InsufficientStorageSpace' }],
  ['any service that knows the status', { status: 507, code: 'Whatever' }],
  [
    'a service that tells what its disk said',
    { status: 500, code: 'InternalError', words: 'cause(write /data: no space left on device)' },
  ],
  ['the same, over its quota', { status: 500, code: 'InternalError', words: 'cause(disk quota exceeded)' }],
];

test.each(ANSWERS)(
  '[BLOB-18] a service that is full refuses a write with blobs/full, and is not asked again: %s',
  async (_, refusal) => {
    const { s3, store } = await started();
    await store.put('a', BYTES);
    const there = await store.get('a');
    s3.refusesWrites = refusal;
    await expect(store.createIfAbsent('b', BYTES)).rejects.toMatchObject(FULL);
    await expect(store.replaceIf('a', there?.etag ?? '', BYTES)).rejects.toMatchObject(FULL);
    s3.asked.length = 0;
    await expect(retryingStore(store, testPorts, DEFAULT_BACKOFF).put('b', BYTES)).rejects.toMatchObject(FULL);
    expect(s3.asked).toEqual(['PUT b']);
    expect(await store.get('a')).toEqual(there);
    expect(await store.get('b')).toBe(null);
    s3.refusesWrites = null;
    expect((await store.createIfAbsent('b', BYTES)).kind).toBe('written');
  },
);

test('[BLOB-18] a removal that is refused so is told in the same way', async () => {
  const { s3, store } = await started();
  s3.refusesRemovals = { status: 507, code: 'InsufficientStorage' };
  await expect(store.remove('a')).rejects.toMatchObject(FULL);
});

test('[BLOB-18] reads are never told that there is no room', async () => {
  const { s3, store } = await started();
  s3.refusesReads = { status: 507, code: 'InsufficientStorage' };
  await expect(store.get('a')).rejects.toMatchObject({ code: 'blobs/unavailable' });
  await expect(store.list('')).rejects.toMatchObject({ code: 'blobs/unavailable' });
});

test('[BLOB-18] [BLOB-11] [BLOB-12] what has another reason is told as that', async () => {
  const { s3, store } = await started();
  const told = async (refusal: Refusal): Promise<unknown> => {
    s3.refusesWrites = refusal;
    return await store.put('a', BYTES).catch((failure: unknown) => failure);
  };
  expect(await told({ status: 403, code: 'AccessDenied' })).toMatchObject({ code: 'blobs/denied' });
  expect(await told({ status: 400, code: 'InvalidArgument' })).toMatchObject({ code: 'blobs/not-understood' });
  expect(await told({ status: 503, code: 'SlowDown' })).toMatchObject({ code: 'blobs/unavailable' });
  expect(await told({ status: 500, code: 'InternalError' })).toMatchObject({ code: 'blobs/unavailable' });
  expect((await store.createIfAbsent('a', BYTES)).kind).toBe('unsure');
  expect(await told({ status: 412, code: 'PreconditionFailed', words: 'no space left on device' })).toMatchObject({
    code: 'blobs/unavailable',
  });
});

test('[BLOB-18] the self-check of a full service says that it is full', async () => {
  const { s3, store } = await started();
  await checkConditions(store, testPorts.random);
  s3.refusesWrites = { status: 507, code: 'XMinioStorageFull' };
  await expect(checkConditions(store, testPorts.random)).rejects.toMatchObject(FULL);
});

test('[BLOB-21] whether there is room is tried with an object of some size, which is removed again', async () => {
  const { s3, store } = await started();
  expect(await hasRoom(store, testPorts.random)).toBe(true);
  expect([s3.keys, s3.largest > 128 * 1024]).toEqual([[], true]);
  s3.refusesWrites = { status: 403, code: 'QuotaExceeded' };
  expect(await hasRoom(store, testPorts.random)).toBe(false);
  s3.refusesWrites = { status: 503, code: 'SlowDown' };
  await expect(hasRoom(store, testPorts.random)).rejects.toMatchObject({ code: 'blobs/unavailable' });
});
