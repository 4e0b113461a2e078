import type { MapId, PersonId } from '@bough/base';
import { afterEach, expect, it, vi } from 'vitest';
import { keptByMap } from './kept-by-map.ts';

const [ada, ben] = ['ada', 'ben'] as unknown as readonly [PersonId, PersonId];
const mapOf = (n: number): MapId => `map${n}` as unknown as MapId;

/** What a browser keeps, as long as there is room. */
function storageOf(
  entries: Map<string, string>,
  mostEntries = Infinity,
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => {
      if (!entries.has(name) && entries.size >= mostEntries) throw new Error('QuotaExceededError');
      entries.set(name, text);
    },
    removeItem: (name) => void entries.delete(name),
  };
}

afterEach(() => void vi.unstubAllGlobals());

it('of a hundred maps something is remembered, those that changed last; the others leave nothing behind', () => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', storageOf(entries));
  for (let n = 0; n < 100; n++) keptByMap('bough.folds', ada, mapOf(n)).keep(`folds ${n}`);
  expect(keptByMap('bough.folds', ada, mapOf(0)).read()).toBe('folds 0');
  // The first one changes again: then the second has waited longest.
  keptByMap('bough.folds', ada, mapOf(0)).keep('folds anew');
  keptByMap('bough.folds', ada, mapOf(100)).keep('folds 100');
  const read = (n: number): string | null => keptByMap('bough.folds', ada, mapOf(n)).read();
  expect([read(0), read(1), read(2), read(100)]).toEqual(['folds anew', null, 'folds 2', 'folds 100']);
  expect(entries.size).toBe(101);
});

it('what is kept for one person and kind is not another one’s', () => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', storageOf(entries));
  keptByMap('bough.folds', ada, mapOf(1)).keep('hers');
  expect(keptByMap('bough.folds', ben, mapOf(1)).read()).toBeNull();
  expect(keptByMap('bough.people', ada, mapOf(1)).read()).toBeNull();
  keptByMap('bough.folds', ben, mapOf(1)).keep('his');
  expect(keptByMap('bough.folds', ada, mapOf(1)).read()).toBe('hers');
});

it('what another tab kept of another map meanwhile stays, and counts', () => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', storageOf(entries));
  const [here, there] = [keptByMap('bough.folds', ada, mapOf(1)), keptByMap('bough.folds', ada, mapOf(2))];
  here.keep('one');
  there.keep('two');
  here.keep('one again');
  expect([here.read(), there.read()]).toEqual(['one again', 'two']);
  for (let n = 3; n <= 100; n++) keptByMap('bough.folds', ada, mapOf(n)).keep('more');
  expect(there.read()).toBe('two');
  keptByMap('bough.folds', ada, mapOf(101)).keep('one too many');
  expect([here.read(), there.read()]).toEqual(['one again', null]);
});

it('a browser that has no room keeps what fits, and nothing breaks', () => {
  vi.stubGlobal('localStorage', storageOf(new Map(), 0));
  const kept = keptByMap('bough.folds', ada, mapOf(1));
  kept.keep('no room');
  expect(kept.read()).toBeNull();
});
