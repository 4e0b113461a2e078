import { describe, expect, test } from 'vitest';
import { nodeCompression } from '@bough/blobs';
import { fold } from './fold.ts';
import { secondLocation } from '../locations/locations.ts';
import { type Settings } from '@bough/service';
import { changeCodec } from './change-codec.ts';
import { add, change, mapNamed } from '../testing/test-maps.ts';
import { must } from '@bough/base';
import { parseChange } from '@bough/map';
import type { docstoreSettings } from '../settings.ts';

describe('folding', () => {
  test('[DOC-25] a change that does not apply, or a snapshot that is no map, is damage', () => {
    const orphan = must(parseChange(change('ann', 1, add('a', 'A', 'nobody'))));
    const broken = { code: 'docstore/damaged', kind: 'corrupt' };
    const id = mapNamed('one');
    expect(() => fold(nodeCompression, id, { snapshot: null, entries: [orphan] })).toThrow(
      expect.objectContaining(broken),
    );
    const packedState = nodeCompression.compress(new TextEncoder().encode('{}'), 'fast');
    const snapshot = { log: id, seq: 1, chain: new Uint8Array(32), counters: new Map(), packedState };
    expect(() => fold(nodeCompression, id, { snapshot, entries: [] })).toThrow(expect.objectContaining(broken));
  });

  test('[DOC-25] a line that is no change is told with its reason', () => {
    expect(changeCodec.tryDecode('not json')).toEqual({ ok: false, error: 'not JSON' });
    expect(changeCodec.tryDecode('{}').ok).toBe(false);
    const one = must(parseChange(change('ann', 1, add('a', 'A'))));
    expect(must(changeCodec.tryDecode(changeCodec.encode(one)))).toEqual(one);
  });
});

describe('locations', () => {
  const key = (kid: string, byte: number) => ({ kid, key: new Uint8Array(32).fill(byte) });
  const settings = (second: readonly ReturnType<typeof key>[] | null) =>
    ({
      BOUGH_SECOND: 'folder',
      BOUGH_SECOND_BLOBS_FOLDER: '/nowhere',
      BOUGH_BLOBS_KEYS: [key('a', 1)],
      BOUGH_SECOND_BLOBS_KEYS: second,
    }) as unknown as Settings<typeof docstoreSettings>;

  test('[DOC-26] the second location needs keys of its own', () => {
    expect(() => secondLocation(settings(null))).toThrow('BOUGH_SECOND_BLOBS_KEYS');
    for (const keys of [[key('a', 2)], [key('b', 1)]]) {
      expect(() => secondLocation(settings(keys))).toThrow(expect.objectContaining({ code: 'docstore/wrong-setting' }));
    }
    expect(secondLocation(settings([key('b', 2)]))).toMatchObject({ kind: 'folder', folder: '/nowhere' });
  });
});
