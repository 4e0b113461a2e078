import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openFolderStore } from './folder-store.ts';
import { nodeCiphers, nodeCompression, nodeDigest } from '../node-ports.ts';
import { s3Store } from '../s3/s3-store.ts';
import { testPorts } from '../testing/test-ports.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bough-folder-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('a folder that is not as it should be', () => {
  test('[BLOB-3] a key that some store could not keep is refused everywhere', async () => {
    const store = await openFolderStore(testPorts, { folder });
    for (const key of ['', '/a', 'a/', 'a//b', '../a', 'a/../b', '.aside/x', 'a b', 'ä', 'x'.repeat(513)]) {
      await expect(store.get(key)).rejects.toMatchObject({ code: 'blobs/bad-key', kind: 'invalid' });
      await expect(store.put(key, new Uint8Array())).rejects.toMatchObject({ code: 'blobs/bad-key' });
      await expect(store.createIfAbsent(key, new Uint8Array())).rejects.toMatchObject({ code: 'blobs/bad-key' });
    }
    store.close();
  });

  test('[BLOB-4] a path that is a file is told in one sentence when it is opened', async () => {
    const path = join(folder, 'file');
    await writeFile(path, '');
    await expect(openFolderStore(testPorts, { folder: path })).rejects.toMatchObject({ code: 'blobs/unavailable' });
  });

  test('[BLOB-4] a folder that nobody may write to is told as denied', async () => {
    // Not even root makes a folder here.
    const forbidden = process.platform === 'darwin' ? '/System/bough' : '/sys/bough';
    await expect(openFolderStore(testPorts, { folder: forbidden })).rejects.toMatchObject({ code: 'blobs/denied' });
  });

  test('[BLOB-5] what a killed writer left aside is swept after an hour, never before', async () => {
    const aside = join(folder, '.aside');
    await mkdir(aside);
    const [old, young, strange] = ['AAAABBBBCCCCDDDD-1', 'AAAABBBBCCCCDDDD-2', 'cookie-keys'].map((name) =>
      join(aside, name),
    );
    const then = new Date(Date.now() - 2 * 3_600_000);
    for (const [path = '', at] of [
      [old, then],
      [young, new Date()],
      [strange, then],
    ] as const) {
      await writeFile(path, 'x');
      await utimes(path, at, at);
    }
    (await openFolderStore(testPorts, { folder })).close();
    expect([old, young, strange].map((path) => existsSync(path ?? ''))).toEqual([false, true, true]);
  });

  test('[BLOB-5] nothing is swept through a link that somebody put there', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'bough-elsewhere-'));
    onTestFinished(() => rm(elsewhere, { recursive: true }));
    const secret = join(elsewhere, 'AAAABBBBCCCCDDDD-1');
    await writeFile(secret, 'x');
    await utimes(secret, 0, 0);
    await symlink(elsewhere, join(folder, '.aside'));
    await expect(openFolderStore(testPorts, { folder })).rejects.toThrow(/is a link to another place/);
    expect(existsSync(secret)).toBe(true);
  });

  test('[BLOB-9] a copy is put like everything else: read at once, over what was there, a row or a file', async () => {
    const store = await openFolderStore(testPorts, { folder });
    const bytesOf = async (key: string): Promise<readonly number[]> => [...((await store.get(key))?.bytes ?? [])];
    await store.put('a/file', new Uint8Array([1]), { isCopy: true });
    expect(await bytesOf('a/file')).toEqual([1]);
    await store.put('a/file', new Uint8Array([2]), { isCopy: true });
    const made = await store.createIfAbsent('a/row', new Uint8Array([3]));
    if (made.kind !== 'written') throw new Error('nobody else is here');
    await store.replaceIf('a/row', made.etag, new Uint8Array([4]));
    await store.put('a/row', new Uint8Array([5]), { isCopy: true });
    expect([await bytesOf('a/file'), await bytesOf('a/row')]).toEqual([[2], [5]]);
    store.close();
  });

  test('[BLOB-6] nobody is kept waiting who has gone', async () => {
    const store = await openFolderStore(testPorts, { folder });
    const signal = AbortSignal.abort();
    await expect(store.get('a', { signal })).rejects.toMatchObject({ code: 'blobs/cancelled', kind: 'cancelled' });
    store.close();
  });
});

describe('an S3 service that answers oddly', () => {
  async function answering(status: number, code: string): Promise<{ endpoint: string; close: () => void }> {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>as told</Message></Error>`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a port was asked for');
    return { endpoint: `http://127.0.0.1:${address.port}`, close: () => server.close() };
  }
  const open = (endpoint: string): ReturnType<typeof s3Store> =>
    s3Store({ endpoint, region: 'us-east-1', bucket: 'b', accessKey: 'a', secretKey: 's' });

  test('[BLOB-12] 409 and 503 leave a conditional write unsure; 412 and 404 refuse it', async () => {
    const answers = [
      [409, 'ConditionalRequestConflict', 'unsure'],
      [503, 'SlowDown', 'unsure'],
      [500, 'InternalError', 'unsure'],
      [412, 'PreconditionFailed', 'refused'],
      [404, 'NoSuchKey', 'refused'],
    ] as const;
    for (const [status, code, kind] of answers) {
      const server = await answering(status, code);
      const store = open(server.endpoint);
      expect((await store.replaceIf('a', '"e"', new Uint8Array([1]))).kind).toBe(kind);
      store.close();
      server.close();
    }
  });

  test('[BLOB-12] a request that the service does not know is told at once', async () => {
    const server = await answering(501, 'NotImplemented');
    const store = open(server.endpoint);
    const write = store.createIfAbsent('a', new Uint8Array([1]));
    await expect(write).rejects.toMatchObject({ code: 'blobs/not-understood', kind: 'invalid' });
    await expect(store.put('a b', new Uint8Array())).rejects.toMatchObject({ code: 'blobs/bad-key' });
    const signal = AbortSignal.abort();
    await expect(store.get('a', { signal })).rejects.toMatchObject({ code: 'blobs/cancelled' });
    store.close();
    server.close();
  });
});

describe('what Node gives the log', () => {
  test('[BLOB-30] AES-256-GCM opens what it sealed, and nothing else', () => {
    const [key, nonce, place] = [testPorts.random.bytes(32), testPorts.random.bytes(12), new Uint8Array([1])];
    const plain = testPorts.random.bytes(1_000);
    const sealed = nodeCiphers.seal(key, nonce, plain, place);
    expect(Buffer.from(nodeCiphers.tryOpen(key, nonce, sealed, place) ?? [])).toEqual(Buffer.from(plain));
    expect(nodeCiphers.tryOpen(key, nonce, sealed, new Uint8Array([2]))).toBeNull();
    expect(nodeCiphers.tryOpen(testPorts.random.bytes(32), nonce, sealed, place)).toBeNull();
    expect(nodeCiphers.tryOpen(key, nonce, new Uint8Array(3), place)).toBeNull();
  });

  test('[BLOB-31] zstd unpacks what it packed, refuses what is no frame, and stops at the limit', () => {
    const bytes = new Uint8Array(100_000).fill(7);
    const packed = nodeCompression.compress(bytes, 'small');
    expect(packed.length).toBeLessThan(100);
    expect(nodeCompression.tryDecompress(packed, 100_000)?.length).toBe(100_000);
    expect(nodeCompression.tryDecompress(packed, 99_999)).toBeNull();
    expect(nodeCompression.tryDecompress(bytes, 100_000)).toBeNull();
  });

  test('[BLOB-31] on a base, it packs what is new alone, and unpacks that on the same base only', () => {
    const base = randomBytes(300_000);
    const bytes = Buffer.concat([base.subarray(0, 200_000), Buffer.from('new'), base.subarray(200_000)]);
    const packed = nodeCompression.compress(bytes, 'small', base);
    expect(packed.length).toBeLessThan(200);
    expect(nodeCompression.tryDecompress(packed, 400_000, base)).toEqual(bytes);
    expect(nodeCompression.tryDecompress(packed, 300_000, base)).toBeNull();
    expect(nodeCompression.tryDecompress(packed, 400_000)).toBeNull();
    expect(nodeCompression.tryDecompress(packed, 400_000, Buffer.alloc(300_000, 1))).toBeNull();
  });

  test('[BLOB-32] SHA-256 is SHA-256', () => {
    const hex = Buffer.from(nodeDigest.sha256(new TextEncoder().encode('abc'))).toString('hex');
    expect(hex).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
