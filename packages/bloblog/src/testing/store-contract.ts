import type { BlobStore } from '../store/blob-store.ts';

/** One promise of the port: `run` rejects when the store does not keep it. */
export interface Contract {
  /** Begins with the rule of bloblog's SPEC.md. */
  readonly name: string;
  /** `prefix` is a part of a key that nothing else uses. */
  readonly run: (store: BlobStore, prefix: string) => Promise<void>;
}

/**
 * What every blob store must do. A store's own test runs each as a test of its own:
 * `for (const each of storeContract) test(each.name, () => each.run(store, prefix))`.
 */
export const storeContract: readonly Contract[] = [
  contract('[LOG-1] what was put is read back, whole and by range', async (store, prefix) => {
    const key = `${prefix}/a`;
    isEqual(await store.get(key), null, 'nothing is there before');
    const bytes = sample(100_000, 7);
    await store.put(key, bytes);
    isSameBytes((await store.get(key))?.bytes, bytes);
    isSameBytes((await store.get(key, { range: { from: 10, to: 20 } }))?.bytes, bytes.slice(10, 20));
    await store.put(`${prefix}/empty`, new Uint8Array());
    isEqual((await store.get(`${prefix}/empty`))?.bytes.length, 0, 'an empty object is an object');
  }),
  contract('[LOG-1] keys that share a beginning are different objects', async (store, prefix) => {
    await store.put(`${prefix}/x/y`, sample(3, 1));
    await store.put(`${prefix}/x-y`, sample(3, 2));
    isSameBytes((await store.get(`${prefix}/x/y`))?.bytes, sample(3, 1));
    isSameBytes((await store.get(`${prefix}/x-y`))?.bytes, sample(3, 2));
  }),
  contract('[LOG-1] reading again costs nothing while nothing changed', async (store, prefix) => {
    const key = `${prefix}/a`;
    isEqual(await store.getIfChanged(key, '"none"'), 'absent', 'nothing there');
    await store.put(key, sample(10, 1));
    const etag = (await store.get(key))?.etag ?? '';
    isEqual(await store.getIfChanged(key, etag), 'unchanged', 'the same ETag');
    await store.put(key, sample(10, 2));
    const changed = await store.getIfChanged(key, etag);
    isSameBytes(typeof changed === 'string' ? undefined : changed.bytes, sample(10, 2));
  }),
  contract('[LOG-2] only the first creation wins', async (store, prefix) => {
    const key = `${prefix}/a`;
    isEqual((await store.createIfAbsent(key, sample(5, 1))).kind, 'written', 'the first');
    isEqual((await store.createIfAbsent(key, sample(5, 2))).kind, 'refused', 'the second');
    isSameBytes((await store.get(key))?.bytes, sample(5, 1));
  }),
  contract('[LOG-2] a replacement wins only on the ETag that is there', async (store, prefix) => {
    const key = `${prefix}/a`;
    isEqual((await store.replaceIf(key, '"0123456789abcdef0123456789abcdef"', sample(5, 1))).kind, 'refused', 'absent');
    const first = await store.createIfAbsent(key, sample(5, 1));
    const etag = first.kind === 'written' ? first.etag : '';
    const second = await store.replaceIf(key, etag, sample(5, 2));
    isEqual(second.kind, 'written', 'on the present ETag');
    isEqual((await store.replaceIf(key, etag, sample(5, 3))).kind, 'refused', 'on the one before');
    const now = await store.get(key);
    isSameBytes(now?.bytes, sample(5, 2));
    isEqual(now?.etag, second.kind === 'written' ? second.etag : '', 'the ETag of the write is that of the object');
  }),
  contract('[LOG-2] of many racers exactly one creates, and exactly one replaces', async (store, prefix) => {
    for (let round = 0; round < 4; round++) {
      const key = `${prefix}/race-${round}`;
      const created = await Promise.all(range(50).map((i) => store.createIfAbsent(key, sample(64, i))));
      const etags = created.flatMap((outcome) => (outcome.kind === 'written' ? [outcome.etag] : []));
      isEqual(etags.length, 1, 'creations that won');
      const replaced = await Promise.all(
        range(50).map((i) => store.replaceIf(key, etags[0] ?? '', sample(64, 100 + i))),
      );
      isEqual(replaced.filter((outcome) => outcome.kind === 'written').length, 1, 'replacements that won');
    }
  }),
  contract('[LOG-3] a listing has every key under the prefix, in order, page by page', async (store, prefix) => {
    const keys = ['a-b', 'a.b', 'a/b', 'a/c/d', 'b', 'b0', 'c_x', 'Z'].map((name) => `${prefix}/list/${name}`);
    await Promise.all(keys.map((key, i) => store.put(key, sample(i + 1, i))));
    await store.put(`${prefix}/other`, sample(1, 1));
    const all = await store.list(`${prefix}/list/`);
    const inOrder = keys.toSorted((a, b) => (a < b ? -1 : 1));
    isEqual(all.entries.map((entry) => entry.key).join(), inOrder.join(), 'all keys');
    isEqual(all.next, null, 'one page');
    isEqual(all.entries.find((entry) => entry.key.endsWith('/b0'))?.size, 6, 'sizes');
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const page = await store.list(`${prefix}/list/`, { after, limit: 3 });
      paged.push(...page.entries.map((entry) => entry.key));
      after = page.next;
    } while (after !== null);
    isEqual(paged.join(), inOrder.join(), 'all pages');
    isEqual((await store.list(`${prefix}/list/a/`)).entries.length, 2, 'a narrower prefix');
  }),
  contract('[LOG-3] what was removed is gone, and may be removed again and made again', async (store, prefix) => {
    const key = `${prefix}/a`;
    await store.put(key, sample(5, 1));
    const etag = (await store.get(key))?.etag ?? '';
    await store.remove(key);
    await store.remove(key);
    isEqual(await store.get(key), null, 'gone');
    isEqual((await store.list(`${prefix}/`)).entries.length, 0, 'not listed');
    isEqual((await store.replaceIf(key, etag, sample(5, 2))).kind, 'refused', 'nothing to replace');
    isEqual((await store.createIfAbsent(key, sample(5, 2))).kind, 'written', 'may be made again');
  }),
];

function contract(name: string, run: Contract['run']): Contract {
  return { name, run };
}

function sample(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 31 + seed * 17) & 0xff);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function isEqual(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) throw new Error(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}

function isSameBytes(actual: Uint8Array | undefined, expected: Uint8Array): void {
  const isSame = actual?.length === expected.length && expected.every((byte, i) => byte === actual[i]);
  if (!isSame) throw new Error(`expected ${expected.length} bytes, got ${actual?.length ?? 'none'} or others`);
}
