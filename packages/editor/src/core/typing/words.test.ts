import { describe, expect, it } from 'vitest';
import { GARDEN, Person } from '../../testing/person.ts';

const textOf = (person: Person, name: string): string => {
  const id = person.named(name);
  return person.session.map.items.get(id)?.text ?? '';
};

describe('words that are typed', () => {
  it('[EDIT-63] replace those of the selected item, letter by letter, as one step of undo', () => {
    const person = new Person();
    person.select('ash');
    person.type('birch');
    expect([person.selected, person.box.caret]).toEqual([['birch'], { start: 5, end: 5 }]);
    person.press('Escape');
    person.press('Mod+Z');
    expect(person.outline).toBe(GARDEN);
  });

  it('[EDIT-63] are one change of the map each, and the box is not touched for them', () => {
    const person = new Person();
    person.select('ash');
    person.press('F2');
    const [holds, version] = [person.told('hold').length, person.session.version];
    person.type('en');
    expect(person.session.version - version).toBe(2);
    expect(person.told('hold')).toHaveLength(holds);
  });

  it('[EDIT-63] go behind those that are there when the edit began by a command', () => {
    const person = new Person();
    person.select('ash');
    person.press('F2');
    person.type('en');
    expect(person.selected).toEqual(['ashen']);
  });

  it('[EDIT-63] under composition are no words yet, and none of its letters is lost', () => {
    const person = new Person();
    person.select('ash');
    person.box.isComposing = true;
    person.session.dispatch({ kind: 'composing' });
    person.box.value = 'に';
    person.session.dispatch({ kind: 'typed' });
    expect([person.session.state.editing, textOf(person, 'ash')]).toEqual([person.named('ash'), 'ash']);
    person.box.value = '日本';
    person.box.caret = { start: 2, end: 2 };
    person.box.isComposing = false;
    person.session.dispatch({ kind: 'typed' });
    expect(person.selected).toEqual(['日本']);
    person.compose('ㄱ', '가');
    expect(person.selected).toEqual(['日本가']);
  });

  it('[EDIT-63] of who may only look do not stay', () => {
    const person = new Person(GARDEN, { isReadOnly: true });
    person.select('ash');
    person.type('x');
    person.session.dispatch({ kind: 'composing' });
    expect([person.box.value, person.outline]).toEqual(['ash', GARDEN]);
    expect(person.session.dispatch({ kind: 'run', command: 'edit' })).toBe(false);
  });

  it('[EDIT-63] with nothing selected go nowhere', () => {
    const person = new Person();
    person.select();
    person.type('x');
    expect([person.box.value, person.outline]).toEqual(['', GARDEN]);
  });

  it('[EDIT-63] that the map does not take leave the box again', () => {
    const person = new Person();
    person.select('ash');
    person.press('F2');
    const long = 'x'.repeat(2_000_000);
    person.box.value = long;
    person.box.caret = { start: long.length, end: long.length };
    person.session.dispatch({ kind: 'typed' });
    expect([person.box.value, person.outline]).toEqual(['ash', GARDEN]);
    person.type('en');
    expect(person.selected).toEqual(['ashen']);
  });

  it('[EDIT-63] are kept when the keyboard goes elsewhere', () => {
    const person = new Person();
    person.select('ash');
    person.type('birch');
    person.session.dispatch({ kind: 'blurred' });
    expect([person.session.state.editing, person.selected]).toEqual([null, ['birch']]);
  });

  it('[EDIT-63] take what is inserted, in the place of what stands before the caret', () => {
    const person = new Person();
    person.select('ash');
    person.press('F2');
    person.type(' :tr');
    expect(person.snapshot.colonWord?.word).toBe('tr');
    person.session.dispatch({ kind: 'insert', words: '🌳', before: 3 });
    expect([person.selected, person.snapshot.colonWord]).toEqual([['ash 🌳'], null]);
    person.press('Escape');
    person.session.dispatch({ kind: 'insert', words: 'z', before: 99 });
    expect(person.selected).toEqual(['z']);
  });

  it('[EDIT-63] that are chosen go along into a new branch', () => {
    const person = new Person(GARDEN.replace('elm', 'elm and wych'));
    person.select('elm and wych');
    person.press('F2');
    person.box.caret = { start: 8, end: 12 };
    person.press('Tab');
    person.press('Escape');
    expect([person.selected, textOf(person, 'elm and ')]).toEqual([['wych'], 'elm and ']);
  });

  it('[EDIT-63] lose their marks as they got them', () => {
    const person = new Person();
    person.select('ash');
    person.press('F2');
    person.box.caret = { start: 0, end: 3 };
    person.press('Mod+B');
    expect(person.selected).toEqual(['**ash**']);
    person.press('Mod+B');
    expect([person.selected, person.box.caret]).toEqual([['ash'], { start: 0, end: 3 }]);
  });

  it('[EDIT-63] of others come into the box while one types, and their undo too', () => {
    const person = new Person();
    person.select('ash');
    person.press('F2');
    const splice = { kind: 'splice', id: person.named('ash'), field: 'text', at: 0, remove: 0, insert: 'an ' } as const;
    person.session.dispatch({ kind: 'change', ops: [splice] });
    expect(person.box).toMatchObject({ value: 'an ash', caret: { start: 6, end: 6 } });
    person.type('!');
    person.press('Escape');
    person.session.dispatch({ kind: 'rewrite', id: person.named('an ash!'), field: 'text', text: 'ash' });
    expect(person.box.value).toBe('ash');
    expect(person.session.dispatch({ kind: 'rewrite', id: person.named('ash'), field: 'text', text: 'ash' })).toBe(
      false,
    );
  });
});

it('[EDIT-124] what an item said before letters took its place is known while they are typed, and comes back', () => {
  const person = new Person();
  person.select('oak');
  person.type('fir');
  expect([person.snapshot.replaced, person.selected]).toEqual(['oak', ['fir']]);
  const id = person.named('fir');
  person.session.dispatch({ kind: 'rewrite', id, field: 'text', text: 'oak' });
  expect([person.snapshot.replaced, person.selected]).toEqual([null, ['oak']]);
  person.press('Escape', 'F2');
  person.type('s');
  expect([person.snapshot.replaced, person.selected]).toEqual([null, ['oaks']]);
  person.press('Escape', 'Tab');
  person.type('new');
  expect(person.snapshot.replaced).toBeNull();
});
