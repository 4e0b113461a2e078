import { expect, it } from 'vitest';
import { Person } from '../../testing/person.ts';

const WITHOUT = 'trees\n\toak\n\t\tacorn\n\t\tbark\n\tyew\n\telm';

/** Somebody writes in `ash`, and somebody else removes it. */
function cutOff(): Person {
  const person = new Person();
  person.select('ash');
  person.press('F2');
  person.type(' tree');
  person.byOther({ kind: 'remove', id: person.named('ash tree') });
  return person;
}

it('[EDIT-97] who goes on writing in what somebody else has removed has it back, with every letter', () => {
  const person = cutOff();
  expect([person.snapshot.isCutOff, person.said]).toEqual([true, ['cut off']]);
  person.type(' in May');
  expect([person.box.value, person.snapshot.focused?.text]).toEqual(['ash tree in May', 'ash tree in May']);
  expect([person.snapshot.isCutOff, person.snapshot.editing]).toEqual([false, person.named('ash tree in May')]);
  person.press('Escape', 'Mod+Z');
  expect(person.outline).toBe('trees\n\toak\n\t\tacorn\n\t\tbark\n\tyew\n\telm');
  person.press('Mod+Shift+Z');
  expect(person.outline).toContain('ash tree in May');
});

it('[EDIT-97] letters go to where the caret was', () => {
  const person = new Person();
  person.select('ash');
  person.press('F2');
  person.box.caret = { start: 1, end: 1 };
  person.byOther({ kind: 'remove', id: person.named('ash') });
  person.type('xy');
  expect([person.box.value, person.box.caret]).toEqual(['axysh', { start: 3, end: 3 }]);
});

it('[EDIT-97] Enter, Tab and undo bring it back where it stood, and begin nothing; an undo of that takes it away again', () => {
  for (const key of ['Enter', 'Tab', 'Mod+Z']) {
    const person = cutOff();
    person.press(key);
    expect([person.snapshot.isCutOff, person.snapshot.editing, person.snapshot.focused?.text]).toEqual([
      ...[false, null, 'ash tree'],
    ]);
    expect(person.outline).toBe('trees\n\toak\n\t\tacorn\n\t\tbark\n\tash tree\n\tyew\n\telm');
    person.press('Mod+Z');
    expect(person.outline).toBe(WITHOUT);
  }
});

it('[EDIT-97] with Escape, or once something else is chosen, it stays removed', () => {
  const escaped = cutOff();
  escaped.press('Escape');
  escaped.type('x');
  expect([escaped.snapshot.isCutOff, escaped.outline]).toEqual([false, WITHOUT]);
  const person = cutOff();
  person.select('oak');
  person.session.dispatch({ kind: 'select', ids: [] });
  person.type('x');
  expect([person.snapshot.isCutOff, person.session.map.items.size]).toEqual([false, 6]);
});

it('[EDIT-97] what was removed while this person was cut off, and is gone when the map comes anew, goes on in the same way', () => {
  const person = new Person();
  person.select('ash');
  person.press('F2');
  person.meanwhile({ kind: 'remove', id: person.named('ash') });
  expect([person.snapshot.isCutOff, person.said, person.told('repaint')]).toEqual([
    true,
    ['cut off'],
    [{ kind: 'repaint' }],
  ]);
  person.type(' tree');
  expect(person.snapshot.focused?.text).toBe('ash tree');
});

it('[EDIT-152] Tab on what somebody else has just removed begins a root, and stays in the map', () => {
  for (const how of ['byOther', 'meanwhile'] as const) {
    const person = new Person();
    person.select('ash');
    person[how]({ kind: 'remove', id: person.named('ash') });
    person.press('Tab');
    person.type('birch');
    person.press('Enter');
    expect(person.outline).toBe(`${WITHOUT}\nbirch`);
  }
});

it('[EDIT-98] a root that is begun by a key stands where it covers nothing', () => {
  const person = new Person('');
  for (const text of ['one', 'two', 'three']) {
    person.session.dispatch({ kind: 'select', ids: [] });
    person.press('Enter');
    person.type(text);
    person.press('Escape');
  }
  const { map, layout } = person.session;
  const boxes = [...map.items.keys()].map((id) => layout.box(id));
  expect(boxes).toHaveLength(4);
  for (const box of boxes) {
    expect(
      layout.itemsIn({ x: box?.x ?? 0, y: box?.y ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 }),
    ).toEqual([box?.id]);
  }
});
