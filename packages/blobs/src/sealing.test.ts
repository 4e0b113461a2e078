import { seededRandom, VirtualClock } from '@bough/base/testing';
import { sealedStore, type SealingKeys } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { describe, expect, test } from 'vitest';
import { nodeCiphers as ciphers } from './node-ports.ts';

// What bloblog promises of sealing, held with the cipher that Bough runs with.

const random = seededRandom(3);
const key = (id: string): SealingKeys[number] => ({ id, bytes: random.bytes(32) });
const FIRST = [key('first-1')];
const SECOND = [key('second-1')];
const SECRET = new Uint8Array([1, 2, 3, 4, 5]);

function stores(): { raw: MemoryStore; sealed: ReturnType<typeof sealedStore> } {
  const raw = new MemoryStore(new VirtualClock());
  return { raw, sealed: sealedStore(raw, FIRST, { ciphers, random }) };
}

/** The name of the key, as it stands in the object's head. */
function keyIn(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(3, 3 + (sealed[2] ?? 0))).toString('utf8');
}

/** As bytes of no other kind. */
function plain(blob: { readonly bytes: Uint8Array } | null): Uint8Array {
  return new Uint8Array(blob?.bytes ?? []);
}

describe('sealing', () => {
  test('[LOG-50] nothing of the plain bytes is in the store, and the same bytes look different each time', async () => {
    const { raw, sealed } = stores();
    await sealed.put('a', new Uint8Array(64));
    await sealed.put('b', new Uint8Array(64));
    const [a, b] = [raw.objects.get('a')?.bytes ?? SECRET, raw.objects.get('b')?.bytes ?? SECRET];
    expect(a.length).toBe(64 + 3 + 'first-1'.length + 12 + 16);
    expect(a).not.toEqual(b);
    expect(keyIn(a)).toBe('first-1');
  });

  test('[LOG-51] two objects swapped, or one moved to another place, are found', async () => {
    const { raw, sealed } = stores();
    await sealed.put('a', SECRET);
    await sealed.put('b', new Uint8Array([6]));
    const [a, b] = [raw.objects.get('a'), raw.objects.get('b')];
    if (a === undefined || b === undefined) throw new Error('both are there');
    raw.objects.set('a', b).set('b', a).set('c', a);
    for (const place of ['a', 'b', 'c']) {
      await expect(sealed.get(place)).rejects.toMatchObject({ code: 'bloblog/damaged', kind: 'corrupt' });
    }
  });

  test('[LOG-52] one turned bit anywhere is found', async () => {
    const { raw, sealed } = stores();
    await sealed.put('a', SECRET);
    const whole = raw.objects.get('a');
    if (whole === undefined) throw new Error('it is there');
    for (let bit = 0; bit < whole.bytes.length * 8; bit++) {
      const bytes = whole.bytes.slice();
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      raw.objects.set('a', { ...whole, bytes });
      await expect(sealed.get('a')).rejects.toMatchObject({ kind: 'corrupt' });
    }
  });

  test('[LOG-53] one location cannot read the other, and says which key is missing', async () => {
    const { raw, sealed } = stores();
    await sealed.put('a', SECRET);
    const other = sealedStore(raw, SECOND, { ciphers, random });
    const unknown = { code: 'bloblog/unknown-key', message: expect.stringContaining('first-1') as string };
    await expect(other.get('a')).rejects.toMatchObject(unknown);
    const impostor = sealedStore(raw, [key('first-1')], { ciphers, random });
    await expect(impostor.get('a')).rejects.toMatchObject({ code: 'bloblog/damaged' });
  });

  test('[LOG-54] a new key seals what is written from now on, and the old ones still open', async () => {
    const { raw, sealed } = stores();
    await sealed.put('old', SECRET);
    const rotated = sealedStore(raw, [key('first-2'), ...FIRST], { ciphers, random });
    await rotated.put('new', SECRET);
    expect(plain(await rotated.get('old'))).toEqual(SECRET);
    expect(plain(await rotated.get('new'))).toEqual(SECRET);
    expect(keyIn(raw.objects.get('new')?.bytes ?? SECRET)).toBe('first-2');
  });
});
