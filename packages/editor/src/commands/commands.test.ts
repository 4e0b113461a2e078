import { makeIds, parsePersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { createLayout, type Layout } from '@bough/layout';
import { apply, check, childrenOf, emptyMap, type ItemId, type MindMap, Orders } from '@bough/map';
import { createInterMeasurer } from '@bough/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findItems } from '../find/find.ts';
import { parseOutline, writeOutline } from '../outline/outline.ts';
import { NOTHING, pruned, type Selection, selectionOf } from '../selection.ts';
import { COMMAND_IDS, type CommandId } from './command-id.ts';
import { addRoot } from './grow.ts';
import { commandFor, type KeyPress } from './keys.ts';
import { outlineOf } from './mark.ts';
import { planFor } from './plan.ts';
import { plantOutline } from './plant.ts';
import { COMMANDS, writeKeys } from './table.ts';
import type { Plan, World } from './world.ts';

/** A map with a person at it: commands are run, their plans applied, the layout follows. */
class Table {
  readonly map: MindMap = emptyMap();
  readonly layout: Layout = createLayout(this.map, createInterMeasurer());
  selection: Selection = NOTHING;
  readonly #random = seededRandom(7);
  readonly #ids = makeIds(new VirtualClock(), this.#random);
  readonly #orders = new Orders(this.#random);

  constructor(outline: string) {
    const plan = addRoot(this.world(), { x: 0, y: 0 });
    this.take(plan);
    this.take(plantOutline(this.world(), plan.edit ?? this.named(''), parseOutline(outline)));
  }

  world(): World {
    const { map, layout, selection } = this;
    return { map, layout, selection, ids: this.#ids, orders: this.#orders, middle: { x: 0, y: 0 } };
  }
  run(command: CommandId): boolean {
    const plan = planFor(command, this.world());
    this.take(plan);
    return plan !== null;
  }
  take(plan: Plan | null): void {
    if (plan === null) return;
    const author = parsePersonId(this.#ids.long()) ?? this.fail();
    if (plan.ops.length > 0) {
      const applied = apply(this.map, { author, at: 0, ops: plan.ops });
      expect(applied.ok ? null : applied.error).toBeNull();
      if (applied.ok) this.layout.update(this.map, applied.value.touched);
    }
    if (plan.select !== undefined) this.selection = selectionOf(plan.select);
    this.selection = pruned(this.selection, (id) => this.map.items.has(id));
  }
  named(text: string): ItemId {
    return [...this.map.items.values()].find((item) => item.text === text)?.id ?? this.fail();
  }
  select(...texts: string[]): void {
    this.selection = selectionOf(texts.map((text) => this.named(text)));
  }
  get outline(): string {
    return writeOutline(outlineOf(this.map, new Set(childrenOf(this.map, null))));
  }
  get focus(): string | undefined {
    return this.map.items.get(this.selection.focus ?? this.fail())?.text;
  }
  fail(): never {
    throw new Error('not on this table');
  }
}

const TREES = 'trees\n\toak\n\t\tacorn\n\t\tbark\n\t\tleaf\n\tash\n\tyew\n\telm';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, code: '', keyCode: 0, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false },
  ...more,
});

describe('keys', () => {
  it('[EDIT-30] every command has a name, and no key means two commands at one place', () => {
    const seen = new Set<string>();
    for (const command of COMMANDS) {
      expect(command.name).not.toBe('');
      for (const { keys, in: place } of command.keys) {
        for (const at of place === 'both' ? ['selected', 'editing'] : [place]) {
          expect(seen).not.toContain(`${at} ${keys}`);
          seen.add(`${at} ${keys}`);
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

  it('[EDIT-36] a planted outline is the root and its branches, half of them on each side', () => {
    const table = new Table(TREES);
    expect(table.outline).toBe(TREES);
    const sides = childrenOf(table.map, table.named('trees')).map((id) => table.layout.box(id)?.side);
    expect(sides).toEqual(['right', 'right', 'left', 'left']);
  });

  it('[EDIT-22] find needs neither case nor accents, and answers in the order of the tree', () => {
    const table = new Table('Élm\n\toak elm\n\tash');
    const found = findItems(table.map, 'ELM').map((id) => table.map.items.get(id)?.text);
    expect(found).toEqual(['Élm', 'oak elm']);
    expect(findItems(table.map, '  ')).toEqual([]);
  });
});
