import { expect, it } from 'vitest';
import { hitFrom, hitsIn, nextHit, rangeIn } from './find-rows.ts';
import { directionOf } from './reading-direction.ts';
import { rowKey } from './row-keys.ts';
import { linesIn, rowAt, rowsToShow, topsOf } from './row-window.ts';
import { foldedOnMap, isRowBelow, type ItemName, type ShownRow, shownRows, unfoldedTo } from './shown-rows.ts';
import { withWritten } from './written-row.ts';

type Rows = Parameters<typeof shownRows>[0];

/** Items named by their words; those that end with a minus are folded on the map. */
function rowsOf(outline: string): Rows {
  const way: string[] = [];
  return outline.split('\n').map((line) => {
    const level = line.lastIndexOf('\t') + 2;
    const text = line.trim();
    way.length = level;
    way[level] = text;
    const item = { id: text, text, parent: way[level - 1] ?? null, isFolded: text.endsWith('-') };
    return { item, level } as unknown as Rows[number];
  });
}

const named = (text: string): ItemName => text as unknown as ItemName;
const textsOf = (shown: readonly ShownRow[]): string[] => shown.map(({ item }) => item.text);

const TREES = rowsOf('trees\n\toak-\n\t\tacorn\n\t\t\tcup\n\t\tbark\n\tash\n\t\tkey\nherbs');

it('[WEB-2] the outline opens with the folds of the map, and each row knows its place among its siblings', () => {
  const shown = shownRows(
    TREES,
    foldedOnMap(TREES, ({ isFolded }) => isFolded),
  );
  expect(textsOf(shown)).toEqual(['trees', 'oak-', 'ash', 'key', 'herbs']);
  const places = shown.map(({ level, place, of, isFolded }) => [level, place, of, isFolded]);
  expect(places).toEqual([
    [1, 1, 2, false],
    [2, 1, 2, true],
    [2, 2, 2, false],
    [3, 1, 1, null],
    [1, 2, 2, null],
  ]);
  expect(textsOf(shownRows(TREES, new Set()))).toHaveLength(TREES.length);
});

it('[WEB-2] what hides a row is unfolded, and nothing else', () => {
  const folded = new Set([named('oak-'), named('acorn'), named('ash')]);
  expect([...unfoldedTo(TREES, named('cup'), folded)]).toEqual(['ash']);
  expect([...unfoldedTo(TREES, named('bark'), folded)]).toEqual(['acorn', 'ash']);
  for (const id of [named('oak-'), named('herbs'), named('gone'), null])
    expect(unfoldedTo(TREES, id, folded)).toBe(folded);
  expect(isRowBelow(TREES, named('cup'), named('oak-'))).toBe(true);
  expect(isRowBelow(TREES, named('oak-'), named('oak-'))).toBe(false);
  expect(isRowBelow(TREES, named('key'), named('oak-'))).toBe(false);
});

const press = (keys: string) => {
  const parts = keys.split('+');
  const [altKey, ctrlKey, shiftKey] = ['Alt', 'Ctrl', 'Shift'].map((name) => parts.includes(name));
  return { key: parts.at(-1) ?? '', altKey: !!altKey, ctrlKey: !!ctrlKey, shiftKey: !!shiftKey, metaKey: false };
};
const SHOWN = shownRows(
  TREES,
  foldedOnMap(TREES, ({ isFolded }) => isFolded),
);
const at = (text: string, more: Partial<Parameters<typeof rowKey>[1]> = {}) => ({
  ...{ shown: SHOWN, at: textsOf(SHOWN).indexOf(text), text, isRtl: false, isFixed: false, isWriting: false },
  ...more,
});

it('[WEB-3] arrows go as in a tree view: up and down, in and out, and turned where the map is read from the right', () => {
  const go = (to: string) => ({ kind: 'go', to });
  const fold = (id: string, isFolded: boolean) => ({ kind: 'fold', id, isFolded });
  expect(rowKey(press('ArrowDown'), at('oak-'))).toEqual(go('ash'));
  expect(rowKey(press('ArrowUp'), at('oak-'))).toEqual(go('trees'));
  expect(rowKey(press('ArrowUp'), at('trees'))).toBeNull();
  expect(rowKey(press('ArrowDown'), at('herbs'))).toBeNull();
  expect(rowKey(press('ArrowRight'), at('oak-'))).toEqual(fold('oak-', false));
  expect(rowKey(press('ArrowRight'), at('ash'))).toEqual(go('key'));
  expect(rowKey(press('ArrowRight'), at('key'))).toBeNull();
  expect(rowKey(press('ArrowLeft'), at('key'))).toEqual(go('ash'));
  expect(rowKey(press('ArrowLeft'), at('ash'))).toEqual(fold('ash', true));
  expect(rowKey(press('ArrowLeft'), at('oak-'))).toEqual(go('trees'));
  expect(rowKey(press('ArrowLeft'), at('herbs'))).toBeNull();
  const turned = { isRtl: true };
  expect(rowKey(press('ArrowLeft'), at('oak-', turned))).toEqual(fold('oak-', false));
  expect(rowKey(press('ArrowRight'), at('ash', turned))).toEqual(fold('ash', true));
});

it('[WEB-3] while one writes, arrows are the caret’s, but for up and down where the words are one line', () => {
  const writing = { isWriting: true };
  for (const key of ['ArrowLeft', 'ArrowRight', 'Shift+ArrowUp'])
    expect(rowKey(press(key), at('ash', writing))).toBeNull();
  expect(rowKey(press('ArrowUp'), at('ash', writing))).toEqual({ kind: 'go', to: 'oak-' });
  expect(rowKey(press('ArrowUp'), at('ash', { ...writing, text: 'two\nlines' }))).toBeNull();
  expect(rowKey(press('ArrowUp'), at('ash', { text: 'two\nlines' }))).not.toBeNull();
});

it('[WEB-4] Tab, Enter, Alt with an arrow and Backspace change the map, and nothing where it may not be changed', () => {
  const run = (command: string, next: string | null) => ({ kind: 'run', command, next });
  expect(rowKey(press('Tab'), at('ash', { isWriting: true }))).toEqual(run('demote', 'ash'));
  expect(rowKey(press('Shift+Tab'), at('ash'))).toEqual(run('promote', 'ash'));
  expect(rowKey(press('Alt+ArrowUp'), at('ash'))).toEqual(run('move-up', 'ash'));
  expect(rowKey(press('Alt+ArrowDown'), at('ash'))).toEqual(run('move-down', 'ash'));
  expect(rowKey(press('Ctrl+z'), at('ash'))).toEqual(run('undo', null));
  expect(rowKey(press('Ctrl+Shift+Z'), at('ash'))).toEqual(run('redo', null));
  expect(rowKey(press('Enter'), at('ash'))).toEqual({ kind: 'add' });
  expect(rowKey(press('Shift+Enter'), at('ash'))).toBeNull();
  expect(rowKey(press('Backspace'), at('ash'))).toBeNull();
  expect(rowKey(press('Backspace'), at('ash', { text: '' }))).toEqual(run('delete-branch', 'oak-'));
  for (const keys of ['Tab', 'Shift+Tab', 'Enter', 'Alt+ArrowUp', 'Ctrl+z', 'Backspace'])
    expect(rowKey(press(keys), at('ash', { isFixed: true, text: '' }))).toBeNull();
});

it('[WEB-5] words are found without case and accents, folded ones too, and looked at in their order, around the end', () => {
  const rows = rowsOf('Élan\n\televen-\n\t\tdeleted\n\tten');
  const hits = hitsIn(rows, ' ELE ');
  expect(hits).toEqual(['eleven-', 'deleted']);
  expect(hitsIn(rows, 'elan')).toEqual(['Élan']);
  expect(hitsIn(rows, ' ')).toEqual([]);
  expect(hitFrom(rows, hits, named('deleted'))).toBe('deleted');
  expect(hitFrom(rows, hits, named('ten'))).toBe('eleven-');
  expect(hitFrom(rows, hits, null)).toBe('eleven-');
  expect(hitFrom(rows, [], named('ten'))).toBeNull();
  expect(nextHit(hits, named('deleted'), 1)).toBe('eleven-');
  expect(nextHit(hits, named('eleven-'), -1)).toBe('deleted');
  expect([nextHit(hits, null, 1), nextHit(hits, null, -1), nextHit([], null, 1)]).toEqual(['eleven-', 'deleted', null]);
  expect(rangeIn('Deleted', 'LET ')).toEqual([2, 5]);
  expect([rangeIn('Élan', 'elan'), rangeIn('words', '')]).toEqual([null, null]);
});

it('[WEB-6] words are read by their first letter, and as those around them when they have none', () => {
  expect(directionOf('oak', 'rtl')).toBe('ltr');
  expect(directionOf('12 אלון', 'ltr')).toBe('rtl');
  expect(directionOf('شجرة oak', 'ltr')).toBe('rtl');
  for (const around of ['ltr', 'rtl'] as const) {
    expect(directionOf('', around)).toBe(around);
    expect(directionOf('12.5', around)).toBe(around);
  }
});

it('[WEB-7] of ten thousand rows those in sight and a screen beside them are there, and the one with the keyboard', () => {
  const tops = topsOf(10_000, (row) => (row % 2 === 0 ? 30 : 50));
  expect([tops[0], tops[1], tops[2], tops[10_000]]).toEqual([0, 30, 80, 400_000]);
  expect([-1, 0, 29, 30, 79, 80, 500_000].map((y) => rowAt(tops, y))).toEqual([0, 0, 0, 1, 1, 2, 9_999]);
  const shown = rowsToShow(tops, 40_000, 400, [3]);
  expect([shown[0], shown[1], shown.at(-1)]).toEqual([3, rowAt(tops, 39_600), rowAt(tops, 40_800)]);
  expect(shown.length).toBeLessThan(40);
  expect(rowsToShow(tops, 40_000, 400, [9_000]).at(-1)).toBe(9_000);
  expect(rowsToShow(tops, 0, 400, [2]).filter((row) => row === 2)).toHaveLength(1);
  expect(
    rowsToShow(
      topsOf(0, () => 30),
      0,
      400,
      [],
    ),
  ).toEqual([]);
  expect(linesIn('a\n\n0123456789', 4)).toBe(5);
});

it('a row that is written in stays where it stood when somebody else removes it, until it comes back', () => {
  const stood = TREES.findIndex(({ item }) => item.text === 'ash');
  const row = TREES[stood];
  if (row === undefined) throw new Error('ash is there');
  const without = TREES.toSpliced(stood, 1);
  expect(withWritten(without, { row, at: stood })).toEqual(TREES);
  expect(withWritten(TREES, { row, at: stood })).toBe(TREES);
  expect(withWritten(without, null)).toBe(without);
  expect(withWritten([], { row, at: stood })).toEqual([row]);
});
