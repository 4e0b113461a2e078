import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { AT, newMapId, newPersonId } from './fixtures.ts';

const lineage = 'abcdefghijkl';

/** The index of words. */
export function wordsContract(open: () => Metadata): void {
  test('[GW-84] maps are found by all of the words, the last one by its beginning, among those asked about alone', async () => {
    const [one, two, other] = [newMapId(), newMapId(), newMapId()];
    const texts = new Uint8Array([1, 2, 3]);
    await open().putWords({ map: one, lineage, seq: 1, words: ['apfel', 'baum', '日本'], texts });
    await open().putWords({ map: two, lineage, seq: 1, words: ['apfelkuchen', 'baum'], texts });
    await open().putWords({ map: other, lineage, seq: 1, words: ['apfel', 'baum'], texts });
    const find = async (words: readonly string[], prefix: string | null): Promise<ReadonlySet<string>> =>
      new Set(await open().mapsWith([one, two, newMapId()], words, prefix));
    expect(await find(['baum'], 'apfel')).toEqual(new Set([one, two]));
    expect(await find(['baum', 'apfel'], null)).toEqual(new Set([one]));
    expect(await find(['日本'], null)).toEqual(new Set([one]));
    expect(await find([], 'apfelk')).toEqual(new Set([two]));
    expect(await find(['apfe'], null)).toEqual(new Set());
    expect(await find([], 'z')).toEqual(new Set());
    expect(await open().textsOf([one, newMapId()])).toEqual([{ map: one, seq: 1, texts }]);
  });

  test('[GW-84] an index takes the place of an earlier one and never of a later one', async () => {
    const map = newMapId();
    await open().addMap({ id: map, title: 'indexed', createdAt: AT }, newPersonId());
    const texts = new Uint8Array([1]);
    expect(await open().wordsName(map)).toBeNull();
    expect(await open().mapsWithoutWords(null, 100_000)).toContain(map);
    await open().putWords({ map, lineage, seq: 5, words: ['old', 'both'], texts });
    await open().putWords({ map, lineage, seq: 7, words: ['new', 'both'], texts: new Uint8Array([2]) });
    await open().putWords({ map, lineage, seq: 6, words: ['late'], texts });
    expect(await open().wordsName(map)).toEqual({ lineage, seq: 7 });
    expect(await open().mapsWith([map], ['new', 'both'], null)).toEqual([map]);
    expect(await open().mapsWith([map], ['old'], null)).toEqual([]);
    expect(await open().textsOf([map])).toEqual([{ map, seq: 7, texts: new Uint8Array([2]) }]);
    expect(await open().mapsWithoutWords(null, 100_000)).not.toContain(map);
  });

  test('[GW-84] an index of another lineage takes its place whatever the numbers are', async () => {
    const map = newMapId();
    await open().addMap({ id: map, title: 'indexed', createdAt: AT }, newPersonId());
    await open().putWords({ map, lineage, seq: 105, words: ['lost'], texts: new Uint8Array([1]) });
    await open().putWords({ map, lineage: 'mnopqrstuvwx', seq: 101, words: ['grown'], texts: new Uint8Array([2]) });
    expect(await open().wordsName(map)).toEqual({ lineage: 'mnopqrstuvwx', seq: 101 });
    expect(await open().mapsWith([map], ['lost'], null)).toEqual([]);
    expect(await open().mapsWith([map], ['grown'], null)).toEqual([map]);
  });

  test('[GW-84] words that are behind are known as such until they are taken over again', async () => {
    const [map, other] = [newMapId(), newMapId()];
    await open().addMap({ id: map, title: 'indexed', createdAt: AT }, newPersonId());
    await open().setBehind(map, true);
    expect(await open().mapsBehind([map])).toEqual([]);
    const texts = new Uint8Array([1]);
    for (const each of [map, other]) await open().putWords({ map: each, lineage, seq: 5, words: ['old'], texts });
    await open().setBehind(map, true);
    expect(await open().mapsBehind([map, other, newMapId()])).toEqual([map]);
    expect(await open().mapsWithoutWords(null, 100_000)).toContain(map);
    await open().putWords({ map, lineage, seq: 6, words: ['new'], texts });
    expect(await open().mapsBehind([map, other])).toEqual([]);
    await open().setBehind(map, true);
    await open().setBehind(map, false);
    expect(await open().mapsBehind([map, other])).toEqual([]);
    expect(await open().mapsWithoutWords(null, 100_000)).not.toContain(map);
  });

  test('[GW-263] what is not of one kind is behind, and what is stays as it was', async () => {
    const [map, other, known] = [newMapId(), newMapId(), newMapId()];
    const texts = new Uint8Array([1]);
    for (const [each, mark] of [
      [map, 'mine.'],
      [other, 'mind.'],
      [known, 'mine_'],
    ] as const) {
      await open().addMap({ id: each, title: 'indexed', createdAt: AT }, newPersonId());
      await open().putWords({ map: each, lineage: mark + lineage, seq: 5, words: ['a'], texts });
    }
    await open().setOthersBehind('mine.');
    expect(new Set(await open().mapsBehind([map, other, known]))).toEqual(new Set([other, known]));
    await open().setOthersBehind('');
    expect(await open().mapsBehind([map])).toEqual([]);
  });
}
