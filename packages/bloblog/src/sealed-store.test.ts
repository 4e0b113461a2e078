import { describe, expect, test } from 'vitest';
import { resealAll } from './reseal.ts';
import { checkKeys, keyIdOf, sealedStore, type SealingKeys } from './sealed-store.ts';
import { MemoryStore, toyCiphers, virtualPorts } from './testing/index.ts';

const { clock, random } = virtualPorts(3);
const key = (id: string): SealingKeys[number] => ({ id, bytes: random.bytes(32) });
const FIRST = [key('first-1')];
const SECOND = [key('second-1')];

function stores(keys: SealingKeys = FIRST): { raw: MemoryStore; sealed: ReturnType<typeof sealedStore> } {
  const raw = new MemoryStore(clock);
  return { raw, sealed: sealedStore(raw, keys, { ciphers: toyCiphers, random }) };
}

const SECRET = new Uint8Array([1, 2, 3, 4, 5]);

describe('sealing', () => {
  test('[LOG-50] nothing of the plain bytes is in the store, and the same bytes look different each time', async () => {
    const { raw, sealed } = stores();
    await sealed.put('a', new Uint8Array(64));
    await sealed.put('b', new Uint8Array(64));
    const [a, b] = [raw.objects.get('a')?.bytes ?? SECRET, raw.objects.get('b')?.bytes ?? SECRET];
    expect(a.length).toBe(64 + 3 + 'first-1'.length + 12 + 16);
    expect(a).not.toEqual(b);
    expect(keyIdOf('a', a)).toBe('first-1');
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
    const other = sealedStore(raw, SECOND, { ciphers: toyCiphers, random });
    const unknown = { code: 'bloblog/unknown-key', message: expect.stringContaining('first-1') as string };
    await expect(other.get('a')).rejects.toMatchObject(unknown);
    const impostor = sealedStore(raw, [key('first-1')], { ciphers: toyCiphers, random });
    await expect(impostor.get('a')).rejects.toMatchObject({ code: 'bloblog/damaged' });
  });

  test('[LOG-54] a new key seals what is written from now on, and the old ones still open', async () => {
    const { raw, sealed } = stores();
    await sealed.put('old', SECRET);
    const rotated = sealedStore(raw, [key('first-2'), ...FIRST], { ciphers: toyCiphers, random });
    await rotated.put('new', SECRET);
    expect((await rotated.get('old'))?.bytes).toEqual(SECRET);
    expect((await rotated.get('new'))?.bytes).toEqual(SECRET);
    expect(keyIdOf('new', raw.objects.get('new')?.bytes ?? SECRET)).toBe('first-2');
  });

  test('[LOG-56] everything can be sealed anew, heads and all, so that an old key may go', async () => {
    const { raw, sealed } = stores();
    for (const place of ['heads/a', 'heads/b', 'logs/a/segments/1-2-x']) await sealed.put(place, SECRET);
    const fresh = [key('first-2')];
    const rotating = sealedStore(raw, [...fresh, ...FIRST], { ciphers: toyCiphers, random });
    await rotating.put('heads/c', SECRET);
    const rotten: string[] = [];
    const onDamaged = (place: string): void => void rotten.push(place);
    expect(await resealAll(raw, rotating, 'first-2', onDamaged)).toBe(3);
    expect(await resealAll(raw, rotating, 'first-2', onDamaged)).toBe(0);
    expect(rotten).toEqual([]);
    const alone = sealedStore(raw, fresh, { ciphers: toyCiphers, random });
    for (const place of raw.objects.keys()) expect((await alone.get(place))?.bytes).toEqual(SECRET);
  });

  test('[LOG-56] one damaged object is told, and the others are sealed anew', async () => {
    const { raw, sealed } = stores();
    for (const place of ['heads/a', 'heads/b', 'heads/c', 'logs/a/segments/1-2-x']) await sealed.put(place, SECRET);
    const broken = raw.objects.get('heads/b');
    if (broken !== undefined) raw.objects.set('heads/b', { ...broken, bytes: broken.bytes.slice(0, -1) });
    await raw.put('heads/c', new Uint8Array([1]));
    const rotating = sealedStore(raw, [key('first-2'), ...FIRST], { ciphers: toyCiphers, random });
    const rotten: string[] = [];
    expect(await resealAll(raw, rotating, 'first-2', (place) => void rotten.push(place))).toBe(2);
    expect(rotten).toEqual(['heads/b', 'heads/c']);
  });

  test('[LOG-55] keys that cannot work are refused before anything is written', () => {
    const wrong = { code: 'bloblog/bad-settings', kind: 'invalid' };
    const bad: readonly SealingKeys[] = [
      [],
      [{ id: 'a', bytes: new Uint8Array(16) }],
      [{ id: 'a b', bytes: new Uint8Array(32) }],
      [key('a'), key('a')],
    ];
    for (const keys of bad) expect(() => checkKeys(keys)).toThrow(expect.objectContaining(wrong));
    expect(() => sealedStore(new MemoryStore(clock), [], { ciphers: toyCiphers, random })).toThrow('cannot be used');
  });
});
