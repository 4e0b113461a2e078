import type { MapId } from '@bough/base';
import type { MapFacts } from '@bough/contracts';
import { expect, it } from 'vitest';
import type { OpenedMap } from '../../shell/opened-maps.ts';
import { unsentOf } from '../maps/map-line.ts';
import { type KeptHere, withKeptHere } from './kept-here.ts';
import { type LibraryState, NO_LIBRARY } from './library-state.ts';

const [garden, orchard, meadow] = ['garden', 'orchard', 'meadow'] as unknown as readonly [MapId, MapId, MapId];
const facts: MapFacts = {
  ...{ id: garden, title: 'Garden', role: 'own', createdAt: 1, openedAt: 1, changedAt: 1, changedBy: null },
  ...{ trashedAt: null, mayCopy: true, mayReadPast: true, isShared: false, isPublic: false, isStarred: true },
  ...{ owner: null, folder: null, tags: [] },
};
const SEEN_AT = 100;
const seen: LibraryState = { ...NO_LIBRARY, kind: 'kept', maps: [facts] };

function openedAt(at: number, map: MapId, title: string): readonly [MapId, OpenedMap] {
  return [map, { map, title, role: 'edit', at }];
}

function keptHere(
  opened: readonly (readonly [MapId, OpenedMap | null])[],
  unsaved: KeptHere['unsaved'] = [],
): KeptHere {
  return { opened: new Map(opened), unsaved };
}

function titles({ maps }: LibraryState): readonly string[] {
  return maps.map(({ title }) => title);
}

it('[WEB-18] a map that was opened since home was shown is listed; one that the server had no more by then is not', () => {
  const kept = keptHere([openedAt(101, orchard, 'Orchard'), openedAt(99, meadow, 'Meadow')]);
  const state = withKeptHere(seen, kept, SEEN_AT);
  expect(titles(state)).toEqual(['Orchard', 'Garden']);
  expect(state.maps[0]).toMatchObject({ id: orchard, role: 'edit', openedAt: 101, isStarred: false });
  expect([...state.here]).toEqual([[orchard, { unsent: 0, isNew: true }]]);
  // Access to it has ended: it goes again, also from what home had shown.
  const without = withKeptHere(
    state,
    keptHere([
      [orchard, null],
      [garden, null],
    ]),
    SEEN_AT,
  );
  expect([titles(without), without.here.size]).toEqual([[], 0]);
});

it('[WEB-18] a map has the name that it has here when it was named here later, or something of it waits', () => {
  const named = (at: number, changes: number): LibraryState => {
    const unsaved = changes === 0 ? [] : [{ map: garden, changes }];
    return withKeptHere(seen, keptHere([openedAt(at, garden, 'Kitchen garden')], unsaved), SEEN_AT);
  };
  expect(titles(named(101, 0))).toEqual(['Kitchen garden']);
  expect(titles(named(99, 0))).toEqual(['Garden']);
  expect(titles(named(99, 2))).toEqual(['Kitchen garden']);
  expect(named(101, 0).maps[0]).toMatchObject({ isStarred: true, openedAt: 101 });
});

it('[WEB-18] what waits to be sent is said, also of a map of which nothing else is known', () => {
  const unsaved = [
    { map: garden, changes: 1 },
    { map: meadow, changes: 3 },
  ];
  const state = withKeptHere(seen, keptHere([], unsaved), SEEN_AT);
  const lines = state.maps.map((map) => [map.id, map.title, unsentOf(state.here.get(map.id))]);
  expect(lines).toEqual([
    [meadow, '', '3 unsent changes'],
    [garden, 'Garden', '1 unsent change'],
  ]);
});

it('[WEB-18] who has seen nothing yet has what is here, and waits on where nothing is', () => {
  expect(withKeptHere(NO_LIBRARY, keptHere([openedAt(1, orchard, 'Orchard')]), 0)).toMatchObject({ kind: 'kept' });
  expect(withKeptHere(NO_LIBRARY, keptHere([]), 0)).toMatchObject({ kind: 'loading', maps: [] });
});
