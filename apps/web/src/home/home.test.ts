import { parseMapId } from '@bough/base';
import type { FolderFacts, MapFacts } from '@bough/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapsAt, mapsCalled, tagsOf } from './arrange.ts';
import { folderRows, mayMoveInto, wayTo } from './folders/folder-rows.ts';
import { cellAfter, windowOf } from './maps/list-window.ts';
import { piecesOf } from './search/marked.ts';

function mapOf(title: string, more: Partial<MapFacts> = {}): MapFacts {
  const id = parseMapId('AZNq0J9XcAC_gV0T3bYw1g');
  if (id === null) throw new Error('not an id');
  const times = { createdAt: 1, openedAt: 1, changedAt: 1, changedBy: null, trashedAt: null };
  const flags = { mayCopy: true, mayReadPast: true, isShared: false, isPublic: false, isStarred: false };
  return { id, title, role: 'own', ...times, owner: null, ...flags, folder: null, tags: [], ...more };
}

function folderOf(id: string, parent: string | null, more: Partial<FolderFacts> = {}): FolderFacts {
  const { owner } = mapOf('');
  if (owner !== null) throw new Error('has no owner');
  const person = { id: 'p', name: 'Ada', hue: 0 } as unknown as FolderFacts['owner'];
  return { id, name: id, parent, role: 'own', owner: person, isShared: false, createdAt: 1, ...more };
}

describe('what a place shows', () => {
  const maps = [
    mapOf('Beta 10', { openedAt: 3, isStarred: true, tags: ['work'] }),
    mapOf('beta 9', { openedAt: 2, role: 'edit', changedAt: 9, folder: 'f' }),
    mapOf('Alpha', { openedAt: 1, createdAt: 7, tags: ['home', 'work'] }),
  ];
  const trash = [mapOf('old', { trashedAt: 1 }), mapOf('older', { trashedAt: 2 })];
  const at = (place: Parameters<typeof mapsAt>[0], sort: Parameters<typeof mapsAt>[2] = 'opened') =>
    mapsAt(place, { maps, trash }, sort, 'en').map((map) => map.title);

  it('is what belongs there, in the order that was asked for', () => {
    expect(at({ kind: 'all' })).toEqual(['Beta 10', 'beta 9', 'Alpha']);
    expect(at({ kind: 'all' }, 'title')).toEqual(['Alpha', 'beta 9', 'Beta 10']);
    expect(at({ kind: 'all' }, 'changed')).toEqual(['beta 9', 'Beta 10', 'Alpha']);
    expect(at({ kind: 'all' }, 'created')).toEqual(['Alpha', 'Beta 10', 'beta 9']);
    expect(at({ kind: 'recent' }, 'title')).toEqual(['Beta 10', 'beta 9', 'Alpha']);
    expect(at({ kind: 'starred' })).toEqual(['Beta 10']);
    expect(at({ kind: 'shared' })).toEqual(['beta 9']);
    expect(at({ kind: 'folder', folder: 'f' })).toEqual(['beta 9']);
    expect(at({ kind: 'tag', tag: 'work' })).toEqual(['Beta 10', 'Alpha']);
    expect(at({ kind: 'trash' })).toEqual(['older', 'old']);
    expect(tagsOf(maps, 'en')).toEqual(['home', 'work']);
    expect(mapsCalled(' BETA 9 ', maps).map((map) => map.title)).toEqual(['beta 9']);
  });
});

describe('folders', () => {
  const folders = [
    folderOf('b', null),
    folderOf('a', null),
    folderOf('a2', 'a'),
    folderOf('a1', 'a'),
    folderOf('x', 'gone'),
  ];

  it('stand as rows below each other, closed ones without what is in them', () => {
    const rows = (open: readonly string[]) =>
      folderRows(folders, new Set(open), 'en').map(({ folder, level }) => `${level} ${folder.id}`);
    expect(rows(['a'])).toEqual(['1 a', '2 a1', '2 a2', '1 b', '1 x']);
    expect(rows([])).toEqual(['1 a', '1 b', '1 x']);
    expect(wayTo('a1', folders).map((folder) => folder.id)).toEqual(['a', 'a1']);
  });

  it('go into any folder of one’s own but those below themselves', () => {
    const [b, a, a2] = folders;
    if (b === undefined || a === undefined || a2 === undefined) throw new Error('not there');
    expect(mayMoveInto(a, b, folders)).toBe(true);
    expect(mayMoveInto(a, a2, folders)).toBe(false);
    expect(mayMoveInto(a, a, folders)).toBe(false);
    expect(mayMoveInto(a2, null, folders)).toBe(true);
    expect(mayMoveInto(a, null, folders)).toBe(false);
    expect(mayMoveInto(a, { ...b, role: 'edit' }, folders)).toBe(false);
  });

  it('that are in each other by a mistake do not hang the page', () => {
    const ring = [folderOf('p', 'q'), folderOf('q', 'p')];
    expect(wayTo('p', ring)).toHaveLength(2);
    expect(folderRows(ring, new Set(['p', 'q']), 'en')).toEqual([]);
  });
});

describe('a long list', () => {
  const shapes = fc.record({
    count: fc.integer({ min: 0, max: 10_000 }),
    columns: fc.integer({ min: 1, max: 8 }),
    rowHeight: fc.integer({ min: 40, max: 400 }),
  });

  it('has what is in sight in the page, little more, and room for the rest', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.integer({ min: 0, max: 3_000_000 }),
        fc.integer({ min: 200, max: 2_000 }),
        (shape, top, height) => {
          const { from, to, before, after } = windowOf(shape, top, height);
          const rows = Math.ceil(shape.count / shape.columns);
          const drawn = Math.ceil((to - from) / shape.columns);
          expect(before + after + drawn * shape.rowHeight).toBe(rows * shape.rowHeight);
          expect(drawn).toBeLessThanOrEqual(Math.ceil((3 * height) / shape.rowHeight) + 1);
          const first = Math.floor(top / shape.rowHeight) * shape.columns;
          if (first < shape.count) {
            expect(from).toBeLessThanOrEqual(first);
            expect(to).toBeGreaterThan(first);
          }
        },
      ),
      { seed: 7 },
    );
  });

  it('is walked by arrows, never out of it', () => {
    const shape = { count: 10, columns: 4, rowHeight: 100 };
    expect(cellAfter('ArrowDown', 1, shape, 2)).toBe(5);
    expect(cellAfter('ArrowDown', 7, shape, 2)).toBe(9);
    expect(cellAfter('ArrowDown', 8, shape, 2)).toBe(8);
    expect(cellAfter('ArrowUp', 1, shape, 2)).toBe(1);
    expect(cellAfter('End', 1, shape, 2)).toBe(9);
    expect(cellAfter('PageDown', 0, shape, 2)).toBe(8);
    expect(cellAfter('ArrowRight', 9, shape, 2)).toBe(9);
    expect(cellAfter('x', 1, shape, 2)).toBeNull();
    const keys = fc.constantFrom(
      'ArrowDown',
      'ArrowUp',
      'ArrowLeft',
      'ArrowRight',
      'PageUp',
      'PageDown',
      'Home',
      'End',
    );
    fc.assert(
      fc.property(shapes, keys, fc.nat(), (any, key, start) => {
        if (any.count === 0) return;
        const next = cellAfter(key, start % any.count, any, 3) ?? 0;
        expect(next >= 0 && next < any.count).toBe(true);
      }),
      { seed: 8 },
    );
  });
});

it('marks cut a text without losing any of it', () => {
  expect(piecesOf('a fox ran', [[2, 5]])).toEqual([
    { text: 'a ', isMarked: false },
    { text: 'fox', isMarked: true },
    { text: ' ran', isMarked: false },
  ]);
  const marks = fc.array(fc.tuple(fc.integer({ min: -2, max: 40 }), fc.integer({ min: -2, max: 40 })));
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), marks, (text, anyMarks) => {
      expect(
        piecesOf(text, anyMarks)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
    { seed: 9 },
  );
});
