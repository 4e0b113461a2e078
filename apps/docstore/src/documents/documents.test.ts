import { zstdDecompressSync } from 'node:zlib';
import { type BlobStore, DEFAULT_SETTINGS } from '@bough/bloblog';
import { boundStore, settle } from '@bough/bloblog/testing';
import { check, decodeMap, encodeMap, encodeVisible, type MindMap } from '@bough/map';
import { must } from '@bough/base';
import { describe, expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import type { Documents } from './documents.ts';
import { add, ANN, change, writerNamed, itemNamed, mapNamed, typing } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';

const MAP = mapNamed('one');
const FIRST = { map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) };

async function created(w: World): Promise<World> {
  await w.run(w.documents.create(FIRST));
  return w;
}

async function mapOf(w: World, documents: Documents = w.documents): Promise<{ seq: number; map: MindMap }> {
  const { seq, packed } = await w.run(documents.packed(MAP));
  const map = must(decodeMap(zstdDecompressSync(packed).toString('utf8')));
  expect(check(map)).toEqual([]);
  return { seq, map };
}

function textOf(map: MindMap, item: string): string | undefined {
  return map.items.get(itemNamed(item))?.text;
}

/** Counts calls, and holds back conditional writes while told to. */
function gate(store: BlobStore): BlobStore & { calls: string[]; hold: Promise<void> } {
  const calls: string[] = [];
  const gated = {
    ...boundStore(store),
    calls,
    hold: Promise.resolve(),
    get: (...args: Parameters<BlobStore['get']>) => (calls.push('get'), store.get(...args)),
    replaceIf: async (...args: Parameters<BlobStore['replaceIf']>) => {
      calls.push('replaceIf');
      await gated.hold;
      return store.replaceIf(...args);
    },
  };
  return gated;
}

describe('making and reading', () => {
  test('[DOC-1] a document that was made is read back, with its facts, by another process too', async () => {
    const w = await created(makeWorld());
    const other = w.another();
    const { seq, map } = await mapOf(w, other);
    expect(seq).toBe(1);
    expect(textOf(map, 'root')).toBe('Bough');
    expect(await w.run(other.facts(MAP))).toMatchObject({ map: MAP, seq: 1, title: 'Bough', items: 1 });
  });

  test('[DOC-2] making it again with the same first change answers the same; with another one it is refused', async () => {
    const w = await created(makeWorld());
    expect(await w.run(w.another().create(FIRST))).toMatchObject({ seq: 1 });
    const other = { ...FIRST, ops: parsed(add('root', 'Other', null)) };
    await expect(w.run(w.documents.create(other))).rejects.toMatchObject({ code: 'docstore/exists', kind: 'conflict' });
    const orphan = { ...FIRST, map: mapNamed('two'), ops: parsed(add('a', 'A', 'nobody')) };
    await expect(w.run(w.documents.create(orphan))).rejects.toMatchObject({ code: 'docstore/bad-change' });
  });

  test('[DOC-3] what is not there is absent', async () => {
    const w = makeWorld();
    const none = { code: 'docstore/no-document', kind: 'absent' };
    await expect(w.run(w.documents.packed(MAP))).rejects.toMatchObject(none);
    await expect(w.run(w.documents.append(MAP, { base: 0, changes: [] }))).rejects.toMatchObject(none);
    await created(w);
    expect((await mapOf(w)).seq).toBe(1);
  });

  test('[DOC-4] documents are listed in order, page by page', async () => {
    const w = makeWorld();
    const maps = ['c', 'a', 'e', 'b', 'd'].map((name) => mapNamed(name));
    for (const map of maps) await w.run(w.documents.create({ ...FIRST, map }));
    const first = await w.run(w.documents.list(null, 3));
    const second = await w.run(w.documents.list(first.next, 3));
    expect([...first.maps, ...second.maps]).toEqual(maps.toSorted());
    expect(second.next).toBeNull();
  });
});

describe('history', () => {
  test('[DOC-5] the map at any number is what it was when that number was the last', async () => {
    const w = await created(makeWorld({ log: { ...DEFAULT_SETTINGS, tailBytes: 400, inlineBytes: 300 } }));
    const seen: string[] = [];
    const read = async (documents: Documents, at: number): Promise<string> =>
      zstdDecompressSync((await w.run(documents.packedAt(MAP, at))).packed).toString('utf8');
    for (let i = 1; i <= 50; i++) {
      await w.run(w.documents.append(MAP, { base: i, changes: [change('ann', i, add(`i${i}`, 'x'))] }));
      seen[i + 1] = zstdDecompressSync((await w.run(w.documents.packed(MAP))).packed).toString('utf8');
    }
    const later = w.another();
    for (const at of [2, 3, 17, 33, 50, 51]) expect(await read(later, at)).toBe(seen[at]);
    await w.run(
      w.documents.append(MAP, { base: 51, changes: [change('ann', 51, { kind: 'remove', id: itemNamed('i50') })] }),
    );
    const after = must(decodeMap(await read(w.another(), 52)));
    expect([after.items.size, encodeMap(after)]).toEqual([50, encodeVisible(after)]);
    await expect(read(later, 53)).rejects.toMatchObject({ code: 'bloblog/out-of-range', kind: 'invalid' });
  });
});

describe('appending', () => {
  test('[DOC-10] changes are numbered in order, and each is answered with its number', async () => {
    const w = await created(makeWorld());
    const answer = await w.run(
      w.documents.append(MAP, { base: 1, changes: [change('ann', 1, add('a', 'A')), change('ann', 2, add('b', 'B'))] }),
    );
    expect(answer.outcomes).toEqual([
      { kind: 'kept', counter: 1, seq: 2 },
      { kind: 'kept', counter: 2, seq: 3 },
    ]);
    expect(answer.changes.map((each) => each.seq)).toEqual([2, 3]);
    expect((await mapOf(w, w.another())).map.items.size).toBe(3);
  });

  test('[DOC-11] nothing is answered, read or told before the head is written', async () => {
    const w = await created(makeWorld());
    let store = gate(w.store);
    const documents = w.another((inner) => (store = gate(inner)));
    await w.run(documents.packed(MAP));
    const { promise, resolve } = Promise.withResolvers<void>();
    store.hold = promise;
    const done: string[] = [];
    const note = (what: string) => () => void done.push(what);
    const append = documents.append(MAP, { base: 1, changes: [change('ann', 1, add('a', 'A'))] }).then(note('append'));
    await settle();
    const all = [
      append,
      documents.packed(MAP).then(note('packed')),
      documents.state(MAP, writerNamed('ann')).then(note('state')),
      documents.changes(MAP, 2, 2).then(note('changes')),
    ];
    expect((await w.run(documents.facts(MAP))).seq).toBe(1);
    await w.run(new Promise<void>((go) => void w.ports.clock.after(1_000, go)));
    expect(done).toEqual([]);
    resolve();
    await w.run(Promise.all(all));
    expect(done).toHaveLength(4);
  });

  test('[DOC-12] what comes while a write is in flight rides in the next: two writes for many changes', async () => {
    const w = await created(makeWorld());
    let store = gate(w.store);
    const documents = w.another((inner) => (store = gate(inner)));
    await w.run(documents.packed(MAP));
    store.calls.length = 0;
    const all = Array.from({ length: 30 }, (_, i) =>
      documents.append(MAP, { base: 1, changes: [change(`c${i}`, 1, add(`i${i}`, 'x'))] }),
    );
    const answers = await w.run(Promise.all(all));
    expect(new Set(answers.flatMap((each) => each.changes.map((one) => one.seq))).size).toBe(30);
    expect(store.calls.filter((call) => call === 'replaceIf').length).toBeLessThanOrEqual(2);
  });

  test('[DOC-13] a change sent again is kept once, and answered with the number it got, across restarts too', async () => {
    const w = await created(makeWorld());
    const request = { base: 1, changes: [change('ann', 1, add('a', 'A'))] };
    const first = await w.run(Promise.all([w.documents.append(MAP, request), w.documents.append(MAP, request)]));
    expect(first.map((each) => each.outcomes)).toEqual([first[0]?.outcomes, first[0]?.outcomes]);
    const again = await w.run(w.another().append(MAP, request));
    expect(again).toMatchObject({ seq: 2, outcomes: [{ kind: 'kept', counter: 1, seq: 2 }], changes: [] });
  });

  test('[DOC-13] [DOC-193] a repeat from long ago is answered at once, as seen, and storage is asked nothing', async () => {
    const w = await created(makeWorld({ log: { ...DEFAULT_SETTINGS, tailBytes: 500 } }));
    for (let i = 1; i <= 60; i++) {
      await w.run(w.documents.append(MAP, { base: i, changes: [change('ann', i, add(`i${i}`, 'x'))] }));
    }
    const repeat = { base: 1, changes: [change('ann', 3, add('i3', 'x'))] };
    const store = gate(w.store);
    const another = w.another(() => store);
    await w.run(another.state(MAP, null));
    const opened = store.calls.length;
    const answer = await w.run(another.append(MAP, repeat));
    expect([answer.seq, answer.outcomes]).toEqual([61, [{ kind: 'seen', counter: 3 }]]);
    expect(store.calls.length).toBe(opened);
    expect((await mapOf(w, w.another())).map.items.size).toBe(61);
  });

  test('[DOC-14] what cannot apply is refused with its reason, spends its counter, and stays refused', async () => {
    const w = await created(makeWorld());
    const cycle = { kind: 'move', id: itemNamed('root'), parent: itemNamed('a'), order: 'a1' } as const;
    const changes = [change('ann', 1, add('a', 'A')), change('ann', 2, cycle), change('ann', 3, add('b', 'B'))];
    const answer = await w.run(w.documents.append(MAP, { base: 1, changes }));
    expect(answer.outcomes.map((each) => each.kind)).toEqual(['kept', 'refused', 'kept']);
    expect(answer.outcomes[1]).toMatchObject({ counter: 2, reason: 'cycle' });
    const again = await w.run(w.another().append(MAP, { base: 1, changes }));
    expect(again.outcomes.map((each) => each.kind)).toEqual(['kept', 'seen', 'kept']);
    expect(again.seq).toBe(3);
    expect(await w.run(w.another().state(MAP, writerNamed('ann')))).toMatchObject({ seq: 3, counter: 3 });
  });

  test('[DOC-15] two people type into one text at once, and both texts stay whole', async () => {
    const w = await created(makeWorld());
    await w.run(w.documents.append(MAP, { base: 1, changes: [change('bob', 1, typing('root', 5, '!!'))] }));
    await w.run(w.documents.append(MAP, { base: 1, changes: [change('ann', 1, typing('root', 0, 'Big '))] }));
    const later = [change('bob', 1, typing('root', 5, '!!')), change('bob', 2, typing('root', 7, '?'))];
    await w.run(w.documents.append(MAP, { base: 1, changes: later }));
    expect(textOf((await mapOf(w)).map, 'root')).toBe('Big Bough!!?');
  });

  test('[DOC-15] a client that was away for long meets everything that came between', async () => {
    const w = await created(makeWorld({ log: { ...DEFAULT_SETTINGS, tailBytes: 500 } }));
    for (let i = 1; i <= 40; i++) {
      await w.run(w.documents.append(MAP, { base: i, changes: [change('bob', i, typing('root', 0, '.'))] }));
    }
    const late = { base: 1, changes: [change('ann', 1, typing('root', 5, '!'))] };
    await w.run(w.another().append(MAP, late));
    expect(textOf((await mapOf(w, w.another())).map, 'root')).toBe(`${'.'.repeat(40)}Bough!`);
  });

  test('[DOC-16] a base from the future is refused whole', async () => {
    const w = await created(makeWorld());
    await expect(w.run(w.documents.append(MAP, { base: 9, changes: [] }))).rejects.toMatchObject({
      kind: 'invalid',
      code: 'docstore/bad-base',
    });
    expect((await mapOf(w)).seq).toBe(1);
  });

  test('[DOC-19] of many who want to be next after one number, one is, in another process too', async () => {
    const w = await created(makeWorld());
    const only = (name: string, base: number) => ({
      base,
      isLast: true,
      changes: [change(name, 1, add(name, name, 'root'))],
    });
    const names = ['ann', 'bea', 'cid', 'dan', 'eve', 'flo'];
    const other = w.another();
    await w.run(other.facts(MAP));
    const asked = names.map((name, n) => w.run((n % 2 === 0 ? w.documents : other).append(MAP, only(name, 1))));
    const settled = await Promise.allSettled(asked);
    const kept = settled.flatMap((each, n) => (each.status === 'fulfilled' ? [names[n] ?? ''] : []));
    expect(kept).toHaveLength(1);
    for (const each of settled) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ kind: 'conflict', code: 'docstore/moved' });
    }
    expect((await mapOf(w)).seq).toBe(2);
    const again = await w.run(w.documents.append(MAP, only(kept[0] ?? '', 1)));
    expect(again.outcomes).toEqual([{ counter: 1, kind: 'kept', seq: 2 }]);
    expect((await w.run(w.documents.append(MAP, only('gus', 2)))).seq).toBe(3);
  });
});

describe('owning', () => {
  test('[DOC-20] two processes that both believe they own a document lose nothing and number everything once', async () => {
    const w = await created(makeWorld());
    const [left, right] = [w.another(), w.another()];
    const all = Array.from({ length: 20 }, (_, i) => {
      const documents = i % 2 === 0 ? left : right;
      return documents.append(MAP, { base: 1, changes: [change(`c${i}`, 1, add(`i${i}`, 'x'))] });
    });
    const answers = await w.run(Promise.all(all));
    const seqs = answers.flatMap((each) => each.outcomes.map((one) => (one.kind === 'kept' ? one.seq : 0)));
    expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    expect((await mapOf(w, w.another())).map.items.size).toBe(21);
  });

  test('[DOC-21] a write that fails for good acknowledges nothing, and the document is opened anew', async () => {
    const w = await created(makeWorld());
    let isDown = true;
    const documents = w.another((store) => ({
      ...gate(store),
      replaceIf: async (...args) => (isDown ? { kind: 'unsure', cause: 'down' } : store.replaceIf(...args)),
    }));
    const request = { base: 1, changes: [change('ann', 1, add('a', 'A'))] };
    await expect(w.run(documents.append(MAP, request))).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await mapOf(w, documents)).seq).toBe(1);
    isDown = false;
    expect(await w.run(documents.append(MAP, request))).toMatchObject({ seq: 2 });
    expect((await mapOf(w, w.another())).map.items.size).toBe(2);
  });

  test('[DOC-22] many who open at once cost one read, and an open document none', async () => {
    const w = await created(makeWorld());
    let store = gate(w.store);
    const documents = w.another((inner) => (store = gate(inner)));
    await w.run(Promise.all(Array.from({ length: 50 }, () => documents.packed(MAP))));
    await w.run(documents.facts(MAP));
    expect(store.calls).toEqual(['get']);
  });

  test('[DOC-23] idle documents are closed when memory is short, and nothing is lost by it', async () => {
    const w = makeWorld({ memoryBytes: 20_000 });
    const maps = Array.from({ length: 12 }, (_, i) => mapNamed(`m${i}`));
    for (const map of maps) {
      await w.run(w.documents.create({ ...FIRST, map }));
      await w.run(w.documents.append(map, { base: 1, changes: [change('ann', 1, add('a', 'A'))] }));
    }
    expect(w.documents.load.documents).toBeLessThan(5);
    expect(w.documents.load.bytes).toBeLessThanOrEqual(20_000);
    for (const map of maps) expect((await w.run(w.documents.facts(map))).seq).toBe(2);
  });

  test('[DOC-24] what was accepted is finished before closing, and nothing is accepted after it', async () => {
    const w = await created(makeWorld());
    const last = w.documents.append(MAP, { base: 1, changes: [change('ann', 1, add('a', 'A'))] });
    await w.run(w.documents.close());
    expect(await last).toMatchObject({ seq: 2 });
    await expect(w.documents.facts(MAP)).rejects.toMatchObject({ code: 'docstore/closing', kind: 'unavailable' });
  });
});

describe('copying and purging', () => {
  test('[DOC-40] a copy from any number begins as the map was then, and goes its own way', async () => {
    const w = await created(makeWorld({ log: { ...DEFAULT_SETTINGS, tailBytes: 400, inlineBytes: 300 } }));
    for (let i = 1; i <= 30; i++) {
      await w.run(w.documents.append(MAP, { base: i, changes: [change('ann', i, add(`i${i}`, 'x'))] }));
    }
    const to = mapNamed('copy');
    expect(await w.run(w.documents.copy(MAP, 11, to))).toMatchObject({ map: to, seq: 0, title: 'Bough', items: 11 });
    await w.run(w.documents.append(to, { base: 0, changes: [change('ann', 1, add('own', 'x'))] }));
    expect(await w.run(w.another().facts(to))).toMatchObject({ seq: 1, items: 12 });
    expect(await w.run(w.documents.facts(MAP))).toMatchObject({ seq: 31, items: 31 });
    const { packed } = await w.run(w.another().packedAt(to, 0));
    expect(must(decodeMap(zstdDecompressSync(packed).toString('utf8'))).items.size).toBe(11);
    await expect(w.run(w.documents.copy(MAP, 99, mapNamed('no')))).rejects.toMatchObject({
      code: 'bloblog/out-of-range',
    });
    await expect(w.run(w.documents.copy(MAP, null, to))).rejects.toMatchObject({ code: 'bloblog/exists' });
  });

  test('[DOC-41] a purged document is absent, in both locations, and leaves nothing behind but its id', async () => {
    const w = await created(makeWorld());
    await w.run(w.documents.append(MAP, { base: 1, changes: [change('ann', 1, add('a', 'A'))] }));
    await w.run(w.documents.purge(MAP));
    expect([...w.store.objects.keys()]).toEqual([`purged/${MAP}`]);
    await expect(w.run(w.documents.facts(MAP))).rejects.toMatchObject({ code: 'docstore/no-document' });
    await w.run(w.documents.purge(MAP));
  });
});

test('[DOC-20] a process that has not heard of the other one takes what was made on top of its changes', async () => {
  const w = await created(makeWorld());
  const other = w.another();
  await w.run(other.append(MAP, { base: 1, changes: [change('bea', 1, add('x', 'X'))] }));
  const answer = await w.run(w.documents.append(MAP, { base: 2, changes: [change('ann', 1, add('y', 'Y', 'x'))] }));
  expect(answer).toMatchObject({ seq: 3, outcomes: [{ kind: 'kept', seq: 3 }] });
  const far = w.run(w.documents.append(MAP, { base: 9, changes: [] }));
  await expect(far).rejects.toMatchObject({ code: 'docstore/bad-base' });
});
