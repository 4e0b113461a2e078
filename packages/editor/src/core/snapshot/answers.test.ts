import { expect, it } from 'vitest';
import type { CommandId } from '../../commands/table.ts';
import { GARDEN, Person } from '../../testing/person.ts';
import { rowsInOrder } from '../../commands/edits/tree-walk.ts';
import { canRun } from './answers.ts';

const able = ({ session }: Person, ...commands: readonly CommandId[]): boolean[] =>
  commands.map((command) => canRun(session.state, session, command));

it('[EDIT-78] what can be done follows from the selection, from what is edited, and from what was done', () => {
  const person = new Person();
  person.select();
  expect(able(person, 'delete-branch', 'copy', 'note', 'promote', 'commit', 'undo', 'redo')).not.toContain(true);
  expect(able(person, 'add-child', 'menu', 'fit', 'find')).not.toContain(false);
  person.select('oak');
  expect(able(person, 'delete-branch', 'copy', 'note', 'promote', 'focus-branch')).not.toContain(false);
  person.press('Tab');
  expect(able(person, 'commit', 'newline', 'undo')).not.toContain(false);
  const reader = new Person(GARDEN, { isReadOnly: true });
  reader.select('oak');
  expect(able(reader, 'delete-branch', 'add-child', 'undo', 'cut')).not.toContain(true);
  expect(able(reader, 'copy', 'note', 'fit')).not.toContain(false);
});

it('[EDIT-78] the outline has every item in the order of the tree, with its level', () => {
  const { session, outline } = new Person();
  const rows = rowsInOrder(session.map).map(({ item, level }) => '\t'.repeat(level - 1) + item.text);
  expect(rows.join('\n')).toBe(outline);
});
