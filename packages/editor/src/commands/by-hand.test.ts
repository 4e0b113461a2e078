import { check, childrenOf, type ItemId } from '@bough/map';
import { describe, expect, it } from 'vitest';
import { besides } from '../core/focus.ts';
import { stepsOf } from '../core/steps.ts';
import { Table, TREES } from '../testing/table.ts';
import { dropAlone, placeAlone } from './edits/alone.ts';
import { bendLine, bendLink, resize } from './edits/bend.ts';
import { changeLink, linkItems, removeLink } from './edits/links.ts';
import { placeBy } from './edits/rearrange.ts';

const table = (): Table => new Table(TREES);
const placeOf = (on: Table, name: string): { x: number; y: number } => {
  const box = on.layout.box(on.named(name));
  return { x: Math.round(box?.entry.x ?? 0), y: Math.round(box?.entry.y ?? 0) };
};
const text = (on: Table, id: string): string => on.map.items.get(id as ItemId)?.text ?? '';

describe('by hand', () => {
  it('[EDIT-37] folding to a level folds what stands on it and opens what stands above', () => {
    const on = table();
    on.select('leaf');
    expect(on.run('fold-to-1')).toBe(true);
    expect(on.map.items.get(on.named('oak'))?.isFolded).toBe(true);
    expect(on.map.items.get(on.named('trees'))?.isFolded).toBe(false);
    expect(on.focus).toBe('oak');
    expect(on.run('fold-to-1')).toBe(false);
    on.run('fold-to-2');
    expect(on.map.items.get(on.named('oak'))?.isFolded).toBe(false);
  });

  it('[EDIT-37] tidying gives what stands below back to the layout, and the item itself the second time', () => {
    const on = table();
    on.take(placeBy(on.world(), new Set([on.named('oak'), on.named('acorn')]), 50, 60));
    on.take(placeBy(on.world(), new Set([on.named('bark')]), 20, 30));
    on.select('oak');
    expect(on.run('tidy')).toBe(true);
    expect(on.map.items.get(on.named('bark'))?.offset).toBeNull();
    expect(on.map.items.get(on.named('oak'))?.offset).not.toBeNull();
    expect(on.run('tidy')).toBe(true);
    expect(on.map.items.get(on.named('oak'))?.offset).toBeNull();
    expect(on.run('tidy')).toBe(false);
  });

  it('[EDIT-38] an item that is moved alone leaves its branches where they are seen', () => {
    const on = table();
    const before = ['acorn', 'bark', 'leaf'].map((name) => placeOf(on, name));
    const oak = placeOf(on, 'oak');
    on.take(placeAlone(on.world(), on.named('oak'), 40, -90));
    expect(placeOf(on, 'oak')).toEqual({ x: oak.x + 40, y: oak.y - 90 });
    expect(['acorn', 'bark', 'leaf'].map((name) => placeOf(on, name))).toEqual(before);
  });

  it('[EDIT-38] dropped elsewhere in the tree, its branches take its place', () => {
    const on = table();
    on.take(dropAlone(on.world(), on.named('oak'), { parent: on.named('ash'), index: 0, side: null }));
    expect(on.outline).toBe('trees\n\tacorn\n\tbark\n\tleaf\n\tash\n\t\toak\n\tyew\n\telm');
    expect(dropAlone(on.world(), on.named('trees'), { parent: on.named('ash'), index: 0, side: null })).toBeNull();
  });

  it('[EDIT-39] a line goes through where it was dragged, keeps at most two points, and is straightened', () => {
    const on = table();
    const id = on.named('acorn');
    const parent = on.layout.box(on.named('oak'))?.entry ?? { x: 0, y: 0 };
    const points = (): readonly unknown[] => on.map.items.get(id)?.linePoints ?? [];
    for (const [x, y] of [
      [60, 10],
      [64, 14],
      [120, -30],
      [20, 40],
    ] as const) {
      const at = { x: parent.x + x, y: parent.y + y };
      on.take(bendLine(on.world(), id, at, at));
    }
    expect(points()).toHaveLength(2);
    on.select('acorn');
    expect(on.run('straighten')).toBe(true);
    expect(points()).toHaveLength(0);
    expect(bendLine(on.world(), on.named('trees'), parent, parent)).toBeNull();
  });

  it('[EDIT-39] words and images become as wide as they are drawn, within bounds', () => {
    const on = table();
    const id = on.named('oak');
    on.take(resize(on.world(), id, 'width', 100, 55));
    expect(on.map.items.get(id)?.width).toBe(155);
    on.take(resize(on.world(), id, 'width', 100, -500));
    expect(on.map.items.get(id)?.width).toBe(40);
    expect(resize(on.world(), id, 'image', 100, 5)).toBeNull();
    const image = { source: `asset:${'0'.repeat(64)}`, width: 200, height: 100 };
    on.take({ ops: [{ kind: 'set', id, fields: { image } }] });
    on.take(resize(on.world(), id, 'image', 200, 100));
    expect(on.map.items.get(id)?.image).toEqual({ ...image, width: 300, height: 150 });
  });

  it('[EDIT-46] a link is made once, changed, bent and removed', () => {
    const on = table();
    const [oak, yew] = [on.named('oak'), on.named('yew')];
    on.take(linkItems(on.world(), oak, yew));
    expect(linkItems(on.world(), oak, yew)).toBeNull();
    expect(linkItems(on.world(), oak, oak)).toBeNull();
    const [link] = on.map.links.values();
    if (link === undefined) throw new Error('there is a link');
    on.take(changeLink(on.world(), link.id, { label: 'kin', arrow: 'both' }));
    on.take(bendLink(on.world(), link.id, { x: 0, y: 400 }));
    expect(on.map.links.get(link.id)).toMatchObject({ label: 'kin', arrow: 'both', points: [expect.anything()] });
    expect(check(on.map)).toEqual([]);
    on.take(removeLink(on.world(), link.id));
    expect(removeLink(on.world(), link.id)).toBeNull();
    expect(on.map.links.size).toBe(0);
  });

  it('[EDIT-47] focus fades what stands beside the branch and beside the way up, a presentation goes parents first', () => {
    const on = table();
    const faded = [...besides(on.map, on.named('oak'))].map((id) => text(on, id));
    expect(faded.toSorted()).toEqual(['ash', 'elm', 'yew']);
    expect([...besides(on.map, on.named('bark'))].map((id) => text(on, id)).toSorted()).toEqual([
      'acorn',
      'ash',
      'elm',
      'leaf',
      'yew',
    ]);
    expect(stepsOf(on.map).map((id) => text(on, id))).toEqual(['trees', 'oak', 'ash', 'yew', 'elm']);
    expect(childrenOf(on.map, null)).toHaveLength(1);
  });
});
