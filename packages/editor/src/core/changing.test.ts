import { expect, it } from 'vitest';
import { Person } from '../testing/person.ts';

it('[EDIT-115] what is written in a note, in words and in a comment of an item that somebody else has removed, brings it back', () => {
  const person = new Person();
  const id = person.named('ash');
  const dispatch = person.session.dispatch.bind(person.session);
  dispatch({ kind: 'rewrite', id, field: 'note', text: 'A long note begun' });
  person.byOther({ kind: 'remove', id });
  dispatch({ kind: 'rewrite', id, field: 'note', text: 'A long note begun, and gone on with' });
  expect(person.session.map.items.get(id)).toMatchObject({ note: 'A long note begun, and gone on with', text: 'ash' });
  expect(person.snapshot.focused?.id).toBe(id);
  person.byOther({ kind: 'remove', id });
  dispatch({ kind: 'rewrite', id, field: 'text', text: 'ash!' });
  expect([person.session.map.items.get(id)?.text, person.snapshot.focused?.id]).toEqual(['ash!', id]);
  person.byOther({ kind: 'remove', id });
  dispatch({ kind: 'comment', item: id, text: 'I think this ought to be so', thread: null });
  expect([person.session.map.items.has(id), person.snapshot.focused?.id]).toEqual([true, id]);
  expect([...person.session.map.threads.values()].map(({ item }) => item)).toEqual([id]);
});

it('[EDIT-116] who chooses where a link ends overwrites nothing with letters, and can still end it', () => {
  const person = new Person();
  person.select('oak');
  person.press('Mod+L');
  person.type('Filter');
  expect([person.snapshot.linking, person.snapshot.editing, person.outline.includes('Filter')]).toEqual([
    ...[person.named('oak'), null, false],
  ]);
  person.select('elm');
  person.press('Enter');
  expect([person.snapshot.linking, person.session.map.links.size]).toEqual([null, 1]);
});

it('[EDIT-116] a link on its way is forgotten by whatever else one does', () => {
  const deeds: readonly (readonly [string, (person: Person) => void])[] = [
    ['undo', (person) => person.press('Mod+Z')],
    ['edit', (person) => person.press('F2')],
    ['fold', (person) => person.press('Space')],
    ['new branch', (person) => person.press('Tab')],
    ['present', (person) => person.session.dispatch({ kind: 'run', command: 'present' })],
    ['outline', (person) => person.session.dispatch({ kind: 'run', command: 'outline' })],
    ['history', (person) => person.session.dispatch({ kind: 'run', command: 'history' })],
  ];
  for (const [name, act] of deeds) {
    const person = new Person();
    person.select('oak');
    person.press('Mod+L');
    expect(person.snapshot.linking).not.toBeNull();
    act(person);
    expect(person.snapshot.linking, name).toBeNull();
  }
});
