import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetKept, onLeft } from './forget-kept.ts';

interface Told {
  readonly key: string;
  readonly newValue: string | null;
}

/** What the browser keeps, and tells the other tabs of. */
let kept: Record<string, string>;
let told: Told[];
let hear: (event: Told) => void;

beforeEach(() => {
  told = [];
  kept = {};
  Object.defineProperties(kept, {
    getItem: { value: (name: string) => kept[name] ?? null },
    setItem: {
      value: (name: string, text: string) => {
        kept[name] = text;
        told.push({ key: name, newValue: text });
      },
    },
    removeItem: {
      value: (name: string) => {
        delete kept[name];
        told.push({ key: name, newValue: null });
      },
    },
  });
  vi.stubGlobal('localStorage', kept);
  vi.stubGlobal('addEventListener', (_: string, listener: (event: Told) => void) => {
    hear = listener;
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Hears the other tab from the first that it did to the last. */
function hearAll(): void {
  for (const each of told.splice(0)) hear(each);
}

/** Hears whatever is done here at once. */
function hearAtOnce(): void {
  told.push = (each) => {
    hear(each);
    return 0;
  };
}

it('[WEB-85] what is about the device stays; the other tabs hear of who has left when all else is gone', () => {
  Object.assign(kept, { 'bough.theme': 'dark', 'bough.person': 'ada', 'bough.opened': 'ada.garden', other: '1' });
  const seen: unknown[] = [];
  onLeft(() => seen.push({ ...kept }));
  hearAtOnce();
  forgetKept();
  expect(seen).toEqual([{ 'bough.theme': 'dark', other: '1' }]);
  expect(kept).toEqual(seen[0]);
});

it('[WEB-85] what a tab wrote before it had heard of it goes, once, and the tab leaves', () => {
  const leave = vi.fn();
  onLeft(leave);
  kept['bough.person'] = 'ada';
  forgetKept();
  kept['bough.opened.ada.garden'] = 'ended';
  hearAll();
  expect(kept).toEqual({});
  expect(leave).toHaveBeenCalledOnce();
});

it('[WEB-85] a tab that hears of it late leaves what belongs to who came after', () => {
  const leave = vi.fn();
  onLeft(leave);
  forgetKept();
  Object.assign(kept, { 'bough.person': 'ben', 'bough.opened': 'ben.orchard' });
  hearAll();
  expect(kept).toEqual({ 'bough.person': 'ben', 'bough.opened': 'ben.orchard' });
  expect(leave).toHaveBeenCalledOnce();
});
