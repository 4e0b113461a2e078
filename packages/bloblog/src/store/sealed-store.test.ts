import { describe, expect, test } from 'vitest';
import { resealAll } from '../upkeep/reseal.ts';
import { checkKeys, sealedStore, type SealingKeys } from './sealed-store.ts';
import { MemoryStore, toyCiphers, virtualPorts } from '../testing/index.ts';

const { clock, random } = virtualPorts(3);
const key = (id: string): SealingKeys[number] => ({ id, bytes: random.bytes(32) });
const FIRST = [key('first-1')];

function stores(keys: SealingKeys = FIRST): { raw: MemoryStore; sealed: ReturnType<typeof sealedStore> } {
  const raw = new MemoryStore(clock);
  return { raw, sealed: sealedStore(raw, keys, { ciphers: toyCiphers, random }) };
}

const SECRET = new Uint8Array([1, 2, 3, 4, 5]);

describe('sealing', () => {
  test('[LOG-133] whoever counts is told before each sealing, and of nothing else', async () => {
    let uses = 0;
    const onSeal = (): void => void uses++;
    const sealed = sealedStore(new MemoryStore(clock), FIRST, { ciphers: toyCiphers, random, onSeal });
    await sealed.put('a', SECRET);
    const made = await sealed.createIfAbsent('b', SECRET);
    if (made.kind !== 'written') throw new Error('nothing was there');
    await sealed.replaceIf('b', made.etag, SECRET);
    // One that is refused was sealed all the same.
    await sealed.createIfAbsent('b', SECRET);
    expect(uses).toBe(4);
    await sealed.get('a');
    await sealed.list('');
    await sealed.remove('a');
    expect(uses).toBe(4);
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
