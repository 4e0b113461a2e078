import type { MapId, PersonId } from '@bough/base';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasEnded, keepOpened, noteShown } from '../map/keep-opened.ts';
import { forgetOpened, openedMaps, settleOpened } from './opened-maps.ts';

const [ada, ben] = ['ada', 'ben'] as unknown as readonly [PersonId, PersonId];
const [garden, orchard] = ['garden', 'orchard'] as unknown as readonly [MapId, MapId];
const entries = new Map<string, string>();

beforeEach(() => {
  entries.clear();
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => entries.set(name, text),
    removeItem: (name: string) => entries.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('[WEB-18] a map that was open here has its name, its role and its moment, and nobody else’s', () => {
  keepOpened(ada, garden, 'Plan 9: a\nb', 'edit');
  keepOpened(ada, orchard, '', null);
  expect([...openedMaps(ada).values()]).toEqual([
    { map: orchard, title: '', role: 'own', at: 1_000 },
    { map: garden, title: 'Plan 9: a\nb', role: 'edit', at: 1_000 },
  ]);
  expect(openedMaps(ben).size).toBe(0);
  // Opened without a server, in which nobody says the role.
  vi.setSystemTime(2_000);
  keepOpened(ada, garden, 'Plan 10', null);
  expect(openedMaps(ada).get(garden)).toEqual({ map: garden, title: 'Plan 10', role: 'edit', at: 2_000 });
});

it('[WEB-18] a map that the person has no more leaves no name; what was never open here leaves nothing at all', () => {
  keepOpened(ada, garden, 'Garden', 'view');
  noteShown(ada, garden, true, '', null);
  noteShown(ada, orchard, true, '', null);
  expect([...openedMaps(ada)]).toEqual([[garden, null]]);
  expect(JSON.stringify([...entries])).not.toMatch(/Garden|orchard/);
});

it('[WEB-18] what the server has listed since decides, but not about what was opened after it was asked', () => {
  keepOpened(ada, garden, 'Garden', 'own');
  keepOpened(ben, garden, 'Garden', 'own');
  vi.setSystemTime(3_000);
  keepOpened(ada, orchard, 'Orchard', 'own');
  settleOpened(ada, new Set(), 2_000);
  expect([...openedMaps(ada)]).toEqual([
    [orchard, { map: orchard, title: 'Orchard', role: 'own', at: 3_000 }],
    [garden, null],
  ]);
  expect(openedMaps(ben).size).toBe(0);
  settleOpened(ada, new Set([garden]), 2_500);
  expect([...openedMaps(ada).keys()]).toEqual([orchard]);
});

it('[WEB-18] what a screen shows is remembered of who is here; of somebody who has signed out nothing', () => {
  const id = 'AZNq0J9XcAC_gV0T3bYw1g' as unknown as PersonId;
  noteShown(id, garden, false, 'Garden', 'own');
  expect(entries.size).toBe(0);
  const person = { id, name: 'Ada', email: null, isGuest: true, hue: 2 };
  entries.set('bough.person', JSON.stringify({ person, mayMakeMaps: true, csrf: '-', awaitsCode: false }));
  noteShown(id, garden, false, 'Garden', 'own');
  expect(openedMaps(id).get(garden)?.title).toBe('Garden');
  noteShown(id, garden, true, '', 'own');
  expect(openedMaps(id).get(garden)).toBeNull();
});

it('[WEB-18] nothing stays when all of it is forgotten', () => {
  keepOpened(ada, garden, 'Garden', 'own');
  keepOpened(ben, orchard, 'Orchard', 'own');
  forgetOpened();
  expect(entries.size).toBe(0);
});

it('[WEB-18] that access has ended is known without a server, until one says that the person has the map again', () => {
  const id = 'AZNq0J9XcAC_gV0T3bYw1g' as unknown as PersonId;
  keepOpened(id, garden, 'Garden', 'edit');
  expect(hasEnded(id, garden)).toBe(false);
  noteShown(id, garden, true, '', null);
  expect([hasEnded(id, garden), hasEnded(ben, garden)]).toEqual([true, false]);
  // Shown without a server, in which nobody says the role.
  noteShown(id, garden, false, 'Garden', null);
  expect([hasEnded(id, garden), openedMaps(id).get(garden)]).toEqual([true, null]);
  const person = { id, name: 'Ada', email: null, isGuest: true, hue: 2 };
  entries.set('bough.person', JSON.stringify({ person, mayMakeMaps: true, csrf: '-', awaitsCode: false }));
  noteShown(id, garden, false, 'Garden', 'edit');
  expect(hasEnded(id, garden)).toBe(false);
});
