import { childrenOf, encodeMap } from '@bough/map';
import { describe, expect, it } from 'vitest';
import type { KeptFolds } from '../ports/editor-types.ts';
import { GARDEN, Person } from '../../testing/person.ts';
import { Table } from '../../testing/table.ts';
import { firstLook, roomIn } from './first-look.ts';
import { readFolds, withOwn, writeFolds } from './folds.ts';

/** So many branches below a root, each with so many below it, and one more level of so many. */
function wide(branches: number, each: number, last = 0): string {
  const lines = ['root'];
  for (let i = 0; i < branches; i++) {
    lines.push(`\tbranch ${i}`);
    for (let j = 0; j < each; j++) {
      lines.push(`\t\tleaf ${i}.${j}`);
      for (let k = 0; k < last; k++) lines.push(`\t\t\tend ${i}.${j}.${k}`);
    }
  }
  return lines.join('\n');
}

const LARGE = wide(20, 20);

/** A device that remembers. */
class Device implements KeptFolds {
  text: string | null = null;
  read(): string | null {
    return this.text;
  }
  keep(text: string): void {
    this.text = text;
  }
}

function comes(device: Device, outline = LARGE, isReadOnly = false): Person {
  return new Person(outline, { isReadOnly }, undefined, device);
}

function seen(person: Person): number {
  return [...person.session.map.items.keys()].filter((id) => person.session.layout.box(id) !== null).length;
}

const isSeen = (person: Person, words: string): boolean => person.session.layout.box(person.named(words)) !== null;

function folded(outline: string, room?: number): string[] {
  const { map } = new Table(outline);
  const found = firstLook(map, (item) => item.isFolded, room);
  return [...(found ?? [])].map(([id]) => map.items.get(id)?.text ?? '');
}

describe('the first look at a large map', () => {
  it('[EDIT-79] folds it, level by level, to the most levels that keep to about 300 items; a small map is left alone', () => {
    expect(folded(wide(14, 20))).toEqual([]);
    expect(folded(wide(15, 20))).toEqual(Array.from({ length: 15 }, (_, i) => `branch ${i}`));
    expect(folded(wide(5, 20, 3))).toHaveLength(100);
    // A root alone is nothing to read; a forest of roots is.
    expect(folded(wide(400, 1))).toHaveLength(400);
    expect(folded(wide(400, 0))).toEqual([]);
  });

  it('[EDIT-79] keeps to the levels that the window has room for, a phone’s for fewer', () => {
    const insets = { top: 56, right: 0, bottom: 16, left: 0 };
    const [desktop, phone] = [
      { width: 1280, height: 800, insets },
      { width: 390, height: 844, insets: { ...insets, bottom: 72 } },
    ].map(roomIn);
    // 25 branches of 4 items of 5: the second level has 100.
    expect([folded(wide(25, 4, 5)).length, folded(wide(25, 4, 5), desktop).length]).toEqual([100, 25]);
    expect([folded(wide(10, 5, 8), desktop).length, folded(wide(10, 5, 8), phone).length]).toEqual([50, 10]);
    // A map of no more than 300 items is left alone, however little room there is.
    expect(folded(wide(14, 20), phone)).toEqual([]);
  });

  it('[EDIT-79] counts what is seen: what the map has folded away is not', () => {
    const { map } = new Table(LARGE);
    const half = new Set(childrenOf(map, childrenOf(map, null)[0] ?? null).slice(0, 10));
    expect(firstLook(map, ({ id }) => half.has(id))).toBeNull();
  });

  it('[EDIT-79] changes nothing of the map, counts what it hides, and is told once', () => {
    const device = new Device();
    const before = encodeMap(new Table(LARGE).map).length;
    const person = comes(device);
    expect([seen(person), person.session.map.items.size]).toEqual([21, 421]);
    expect(person.session.layout.box(person.named('branch 3'))?.hidden).toBe(20);
    expect([...person.session.map.items.values()].some((item) => item.isFolded)).toBe(false);
    expect(encodeMap(person.session.map)).toHaveLength(before);
    expect([person.said, person.snapshot.isOpenedFolded]).toEqual([['opened folded: 421, Alt+Shift+0'], true]);
    person.session.changed();
    expect(person.said).toHaveLength(1);
    person.session.dispatch({ kind: 'fold-news-seen' });
    expect(person.snapshot.isOpenedFolded).toBe(false);
  });

  it('[EDIT-79] happens once: what was folded and opened since stays as it was left', () => {
    const device = new Device();
    const person = comes(device);
    person.select('branch 3');
    person.press('Space');
    expect([isSeen(person, 'leaf 3.0'), person.snapshot.isOpenedFolded]).toEqual([true, false]);
    const again = comes(device);
    expect([seen(again), isSeen(again, 'leaf 3.0'), again.said]).toEqual([41, true, []]);
    again.press('Alt+Shift+0');
    expect(seen(again)).toBe(421);
    expect(seen(comes(device))).toBe(421);
  });

  it('[EDIT-79] is not for who was there while the map grew large, nor where nobody remembers it', () => {
    const device = new Device();
    const person = comes(device, 'root');
    person.select('root');
    person.paste({ text: LARGE });
    expect([seen(person), person.snapshot.isOpenedFolded]).toEqual([422, false]);
    expect(seen(comes(device))).toBe(421);
    expect(seen(new Person(LARGE))).toBe(421);
  });

  it('[EDIT-79] comes after what is planted in a new map', () => {
    const device = new Device();
    const open = new Person('', {}, undefined, device);
    expect(seen(open)).toBe(1);
    const planted = new Person('', { isReadOnly: true }, undefined, new Device());
    planted.session.dispatch({ kind: 'plant', what: LARGE });
    planted.session.settings = { ...planted.session.settings, isReadOnly: false };
    planted.session.changed();
    expect([seen(planted), planted.session.map.items.size]).toEqual([21, 421]);
  });
});

describe('what one person folds for themself', () => {
  it('[EDIT-80] is folded for nobody else, in a map that opened folded', () => {
    const person = comes(new Device());
    const before = encodeMap(person.session.map);
    person.select('branch 3');
    person.press('Space', 'Space', 'Space', 'Alt+Shift+2', 'Alt+Shift+1', 'Alt+Shift+0');
    person.select('branch 4');
    person.press('Space');
    expect(encodeMap(person.session.map)).toBe(before);
    expect([isSeen(person, 'leaf 3.0'), isSeen(person, 'leaf 4.0')]).toEqual([true, false]);
    expect(person.said.slice(1)).toEqual(['unfolded', 'folded 20', 'unfolded', 'unfolded', 'folded 20']);
  });

  it('[EDIT-80] in a small map folding belongs to the map, but not for who may only look', () => {
    const device = new Device();
    const writer = comes(device, GARDEN);
    writer.select('oak');
    writer.press('Space');
    expect(writer.session.map.items.get(writer.named('oak'))?.isFolded).toBe(true);
    writer.session.settings = { ...writer.session.settings, isReadOnly: true };
    writer.press('Space');
    expect(isSeen(writer, 'bark')).toBe(true);
    expect(writer.session.map.items.get(writer.named('oak'))?.isFolded).toBe(true);
    expect(readFolds(device.text)).toMatchObject({ own: new Map([[writer.named('oak'), false]]) });
  });

  it('[EDIT-80] what somebody else folds in the map is seen, but where one folded or opened oneself', () => {
    const person = comes(new Device());
    person.select('branch 3');
    person.press('Space');
    person.byOther(
      { kind: 'set', id: person.named('branch 3'), fields: { isFolded: true } },
      { kind: 'set', id: person.named('root'), fields: { isFolded: true } },
    );
    expect(seen(person)).toBe(1);
    person.byOther({ kind: 'set', id: person.named('root'), fields: { isFolded: false } });
    expect(isSeen(person, 'leaf 3.0')).toBe(true);
  });

  it('[EDIT-80] who comes to an item sees it, and changes no map by looking', () => {
    const person = comes(new Device(), LARGE, true);
    person.session.dispatch({ kind: 'show', id: person.named('leaf 3.5') });
    expect([person.selected, isSeen(person, 'leaf 3.5'), seen(person)]).toEqual([['leaf 3.5'], true, 41]);
    person.session.dispatch({ kind: 'find', query: 'leaf 7.1' });
    expect(isSeen(person, 'leaf 7.1')).toBe(true);
    const writer = comes(new Device());
    const before = encodeMap(writer.session.map);
    writer.session.dispatch({ kind: 'find', query: 'leaf 7.1' });
    expect([isSeen(writer, 'leaf 7.1'), encodeMap(writer.session.map)]).toEqual([true, before]);
  });

  it('[EDIT-80] what is presented is shown with its branches', () => {
    const person = comes(new Device());
    person.press('Mod+Alt+P');
    person.press('ArrowRight', 'ArrowRight');
    person.session.dispatch({ kind: 'run', command: 'present-next' });
    expect(person.selected).toEqual(['branch 0']);
    expect(isSeen(person, 'leaf 0.0')).toBe(true);
  });

  it('[EDIT-80] what one puts into a branch opens it', () => {
    const person = comes(new Device());
    person.select('branch 3');
    person.press('Tab');
    person.type('new');
    person.press('Escape');
    expect([person.selected, isSeen(person, 'new')]).toEqual([['new'], true]);
  });

  it('[EDIT-80] what is folded in one tab and in another of the same person is both kept', () => {
    const device = new Device();
    const [here, there] = [comes(device, LARGE), comes(device, LARGE)];
    const turn = (person: Person, words: string): void => {
      person.select(words);
      person.press('Space');
    };
    const [one, two] = ['branch 1', 'branch 2'].map((words) => here.named(words));
    turn(here, 'branch 1');
    turn(there, 'branch 2');
    if (one === undefined || two === undefined) throw new Error('they are there');
    const kept = readFolds(device.text).own;
    const before = readFolds(writeFolds(here.session.state.folds)).own.get(one);
    expect([kept.get(one), kept.get(two)]).toEqual([before, there.session.state.folds.own.get(two)]);
    expect(before).toBe(false);
    // Turned back there, it is as it was said there.
    turn(there, 'branch 2');
    turn(here, 'branch 1');
    const after = readFolds(device.text).own;
    expect([after.get(one), after.get(two)]).toEqual([true, true]);
  });

  it('[EDIT-80] is kept as a text; what no device can have written is nothing', () => {
    const [oak, ash] = [new Person().named('oak'), new Person().named('ash')];
    const folds = withOwn(readFolds(null), [
      [oak, true],
      [ash, false],
    ]);
    expect(readFolds(writeFolds({ ...folds, looked: 'folded' }))).toEqual({ ...folds, looked: 'folded' });
    for (const text of ['', 'x', '[]', '{"looked":"often","folded":[1,"x"],"open":{}}'])
      expect(readFolds(text)).toEqual({ own: new Map(), looked: 'never', isNews: false });
    expect(withOwn(folds, [[oak, true]])).toBe(folds);
  });
});
