import { newItemId, type ItemId, type Op } from '@bough/map';
import { makeIds } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { describe, expect, it } from 'vitest';
import { Table, TREES } from '../../testing/table.ts';
import { graft } from './graft.ts';

const ids = makeIds(new VirtualClock(), seededRandom(4));

/** A map with two roots, one of them with a branch, as the changes that make it. */
function changes(): { readonly changes: Op[][]; readonly roots: ItemId[] } {
  const [first, below, second] = [newItemId(ids), newItemId(ids), newItemId(ids)];
  const add = (id: ItemId, parent: ItemId | null, order: string, text: string): Op => ({
    kind: 'add',
    id,
    parent,
    order,
    fields: { text, offset: parent === null ? { x: 900, y: 900 } : null },
  });
  return {
    changes: [
      [{ kind: 'settings', fields: { title: 'Fruit' } }, add(first, null, 'a1', 'apple')],
      [add(below, first, 'a1', 'pip'), add(second, null, 'a2', 'pear')],
    ],
    roots: [first, second],
  };
}

describe('a map of another program', () => {
  it('[EDIT-53] becomes the last branches of the focused item, in their order; the map keeps its own settings', () => {
    const table = new Table(TREES);
    table.select('oak');
    const { changes: made, roots } = changes();
    table.take(graft(table.world(), made));
    expect(table.outline).toContain('\toak\n\t\tacorn\n\t\tbark\n\t\tleaf\n\t\tapple\n\t\t\tpip\n\t\tpear');
    expect([...table.selection.ids]).toEqual(roots);
    expect(table.map.settings.title).not.toBe('Fruit');
    expect(roots.map((id) => table.map.items.get(id)?.offset)).toEqual([null, null]);
  });

  it('[EDIT-53] stands free where nothing is selected, opens a folded item, and of nothing makes nothing', () => {
    const table = new Table(TREES);
    table.select();
    const free = changes();
    table.take(graft(table.world(), free.changes));
    expect(free.roots.map((id) => table.map.items.get(id)?.parent)).toEqual([null, null]);
    table.select('oak');
    table.run('fold');
    table.take(graft(table.world(), changes().changes));
    expect(table.map.items.get(table.named('oak'))?.isFolded).toBe(false);
    expect(graft(table.world(), [])).toBeNull();
  });
});
