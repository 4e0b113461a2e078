import { check, childrenOf } from '@bough/map';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findItems } from '../core/find.ts';
import { selectionOf } from './selection.ts';
import { Table, TREES } from '../testing/table.ts';
import { parseOutline } from './edits/outline.ts';
import { growTrees } from './edits/grow.ts';
import { commandFor, type KeyPress } from './keys.ts';
import { bindingsOf, PRESETS } from './presets.ts';
import { COMMAND_IDS, COMMANDS, writeKeys } from './table.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, code: '', keyCode: 0, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false },
  ...more,
});

describe('keys', () => {
  it('[EDIT-30] every command has a name, and no key means two commands at one place', () => {
    for (const preset of PRESETS) {
      const seen = new Set<string>();
      for (const command of COMMANDS) {
        for (const { keys, in: place } of bindingsOf(command.id, preset.id)) {
          for (const at of place === 'both' ? ['selected', 'editing'] : [place]) {
            expect(seen, preset.name).not.toContain(`${at} ${keys}`);
            seen.add(`${at} ${keys}`);
          }
        }
      }
    }
    expect(writeKeys('Mod+Shift+Z', false)).toBe('Ctrl+Shift+Z');
    expect(writeKeys('Mod++', true)).toBe('⌘+');
  });

  it('[EDIT-30] keys mean what the table says, with the signs of other keyboards', () => {
    const selected = { isEditing: false, isApple: false, growsLeft: false };
    expect(commandFor(press('Tab'), selected)).toBe('add-child');
    expect(commandFor(press('Enter'), { ...selected, isEditing: true })).toBe('commit');
    expect(commandFor(press('z', { ctrlKey: true }), selected)).toBe('undo');
    expect(commandFor(press('Z', { ctrlKey: true, shiftKey: true }), selected)).toBe('redo');
    expect(commandFor(press('y', { ctrlKey: true }), selected)).toBe('redo');
    expect(commandFor(press('z', { metaKey: true }), { ...selected, isApple: true })).toBe('undo');
    expect(commandFor(press('я', { ctrlKey: true, code: 'KeyZ' }), selected)).toBe('undo');
    expect(commandFor(press('+', { ctrlKey: true, shiftKey: true }), selected)).toBe('zoom-in');
    expect(commandFor(press('ArrowLeft', { altKey: true }), { ...selected, growsLeft: true })).toBe('demote');
    expect(commandFor(press('a'), selected)).toBeNull();
    expect(commandFor(press('!', { altKey: true, shiftKey: true, code: 'Digit1' }), selected)).toBe('fold-to-1');
    expect(commandFor(press('µ', { metaKey: true, altKey: true, code: 'KeyM' }), { ...selected, isApple: true })).toBe(
      'comment',
    );
    const graph = {
      ctrlKey: true,
      altKey: true,
      code: 'KeyM',
      getModifierState: (name: string) => name === 'AltGraph',
    };
    expect(commandFor(press('µ', graph), selected)).toBeNull();
    expect(commandFor(press('Enter'), { ...selected, isEditing: true, preset: 'coggle' })).toBe('add-after');
    expect(commandFor(press('ArrowUp', { ctrlKey: true }), { ...selected, preset: 'freemind' })).toBe('move-up');
  });

  it('[EDIT-31] no key means a command while a composition runs', () => {
    for (const isEditing of [true, false]) {
      const context = { isEditing, isApple: false, growsLeft: false };
      expect(commandFor(press('Enter', { isComposing: true }), context)).toBeNull();
      expect(commandFor(press('Enter', { keyCode: 229 }), context)).toBeNull();
    }
  });
});

describe('commands', () => {
  it('[EDIT-32] the map takes every plan of every command and stays a tree', () => {
    const texts = fc.constantFrom<string[]>('trees', 'oak', 'acorn', 'bark', 'leaf', 'ash', 'yew', 'elm');
    const step = fc.tuple(fc.constantFrom(...COMMAND_IDS), fc.array(texts, { maxLength: 3 }));
    let done = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const table = new Table(TREES);
        for (const [command, chosen] of steps) {
          const there = [...table.map.items.values()].filter((item) => chosen.includes(item.text));
          if (there.length > 0) table.selection = selectionOf(there.map((item) => item.id));
          if (table.run(command)) done++;
        }
        expect(check(table.map)).toEqual([]);
        expect(childrenOf(table.map, null).length).toBeGreaterThan(0);
      }),
      { numRuns: 60, seed: 11 },
    );
    expect(done).toBeGreaterThan(50);
  });

  it('[EDIT-33] a branch is last below its parent, a sibling right beside, and each is selected', () => {
    const table = new Table(TREES);
    table.select('oak');
    table.run('add-child');
    expect(table.outline).toContain('leaf\n\t\t\n\tash');
    expect(table.focus).toBe('');
    table.select('bark');
    table.run('add-before');
    expect(table.outline).toContain('acorn\n\t\t\n\t\tbark');
    table.select('trees');
    table.run('add-after');
    expect(childrenOf(table.map, table.named('trees'))).toHaveLength(5);
    table.select('acorn', 'bark');
    table.run('insert-parent');
    expect(table.outline).toContain('oak\n\t\t\n\t\t\tacorn\n\t\t\tbark');
  });

  it('[EDIT-34] deleting selects the neighbour, the item alone leaves its branches, the last root stays', () => {
    const table = new Table(TREES);
    table.select('acorn', 'bark');
    table.run('delete-branch');
    expect(table.focus).toBe('leaf');
    table.select('oak');
    table.run('delete-item');
    expect(table.outline).toBe('trees\n\tleaf\n\tash\n\tyew\n\telm');
    table.select('trees');
    expect(table.run('delete-branch')).toBe(false);
    expect(table.map.items.size).toBe(5);
  });

  it('[EDIT-35] reordering goes past the sibling that is seen, promote and demote change one level', () => {
    const table = new Table(TREES);
    table.select('leaf');
    table.run('move-up');
    expect(table.outline).toContain('acorn\n\t\tleaf\n\t\tbark');
    table.run('demote');
    expect(table.outline).toContain('acorn\n\t\t\tleaf\n\t\tbark');
    table.run('promote');
    expect(table.outline).toContain('acorn\n\t\tleaf\n\t\tbark');
    table.select('acorn');
    expect(table.run('move-up')).toBe(false);
  });

  it('[EDIT-35] in the outline siblings are one list, whatever side of the root they stand on', () => {
    const table = new Table('trees\n\toak\n\tash\n\tyew');
    const sides = ['oak', 'ash', 'yew'].map((text) => table.layout.box(table.named(text))?.side);
    expect(sides).toEqual(['right', 'right', 'left']);
    table.select('ash');
    expect(table.run('move-down')).toBe(false);
    expect(table.run('move-down', true)).toBe(true);
    expect(table.outline).toBe('trees\n\toak\n\tyew\n\tash');
    expect(table.run('move-up', true)).toBe(true);
    expect(table.outline).toBe('trees\n\toak\n\tash\n\tyew');
    table.select('yew');
    expect(table.run('demote')).toBe(false);
    // Across, as Shift+Tab on the map has it, is nothing that an outline could show.
    expect(table.run('promote', true)).toBe(false);
    expect(table.run('demote', true)).toBe(true);
    expect(table.outline).toBe('trees\n\toak\n\tash\n\t\tyew');
  });

  it('[EDIT-36] a planted outline is the root and its branches, half of them on each side', () => {
    const table = new Table(TREES);
    expect(table.outline).toBe(TREES);
    const sides = childrenOf(table.map, table.named('trees')).map((id) => table.layout.box(id)?.side);
    expect(sides).toEqual(['right', 'right', 'left', 'left']);
  });

  it('[EDIT-33] a list of branches beside a root goes on across when its side has three more', () => {
    const table = new Table('root');
    table.select('root');
    table.run('add-child');
    for (let i = 0; i < 8; i++) table.run('add-after');
    const sides = (): string =>
      childrenOf(table.map, table.named('root'))
        .map((id) => table.layout.box(id)?.side?.[0])
        .join('');
    expect(sides()).toBe('rrrllllll');
    table.run('add-after');
    expect(sides()).toBe('rrrllllllr');
    // Between others, before, and deeper down, beside means beside.
    const trees = new Table('root\n\toak\n\tash\n\tyew');
    for (const name of ['oak', 'ash', 'yew']) {
      const id = trees.named(name);
      trees.take({ ops: [{ kind: 'set', id, fields: { side: 'right' } }] });
    }
    trees.select('oak');
    trees.run('add-after');
    expect(trees.layout.box(trees.selection.focus ?? trees.named('oak'))?.side).toBe('right');
    trees.select('yew');
    trees.run('add-before');
    expect(trees.layout.box(trees.selection.focus ?? trees.named('yew'))?.side).toBe('right');
  });

  it('[EDIT-33] several branches that come to a root at once stand on both sides, in hues of their own', () => {
    const table = new Table('root');
    table.select('root');
    table.take(growTrees(table.world(), parseOutline('a\nb\nc\nd')));
    const branches = childrenOf(table.map, table.named('root')).map((id) => table.map.items.get(id));
    expect(branches.map((item) => item?.side)).toEqual(['right', 'right', 'left', 'left']);
    expect(new Set(branches.map((item) => item?.colour)).size).toBe(4);
  });

  it('[EDIT-22] find needs neither case nor accents, and answers in the order of the tree', () => {
    const table = new Table('Élm\n\toak elm\n\tash');
    const found = findItems(table.map, 'ELM').map((id) => table.map.items.get(id)?.text);
    expect(found).toEqual(['Élm', 'oak elm']);
    expect(findItems(table.map, '  ')).toEqual([]);
  });
});
