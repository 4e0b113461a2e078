import { expect, test } from 'vitest';
import { isReloadMoment, type ReloadFacts } from './reload-moment.ts';

const PAUSED: ReloadFacts = {
  nowMs: 100_000,
  inputMs: 90_000,
  reloadedMs: 0,
  isEditing: false,
  isHidden: false,
  isBusy: false,
  isKept: true,
};

test('the page takes a new version when nobody types, or nobody looks', () => {
  expect(isReloadMoment(PAUSED)).toBe(true);
  expect(isReloadMoment({ ...PAUSED, inputMs: 99_000 })).toBe(false);
  expect(isReloadMoment({ ...PAUSED, isEditing: true })).toBe(false);
  expect(isReloadMoment({ ...PAUSED, isEditing: true, inputMs: 70_000 })).toBe(true);
  expect(isReloadMoment({ ...PAUSED, inputMs: 99_000, isHidden: true })).toBe(true);
});

test('it never takes one while that would lose words, nor again and again', () => {
  expect(isReloadMoment({ ...PAUSED, isKept: false })).toBe(false);
  expect(isReloadMoment({ ...PAUSED, isBusy: true, isHidden: true })).toBe(false);
  expect(isReloadMoment({ ...PAUSED, reloadedMs: 70_000 })).toBe(false);
  expect(isReloadMoment({ ...PAUSED, reloadedMs: 30_000 })).toBe(true);
});
