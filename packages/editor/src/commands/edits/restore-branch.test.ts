import {
  applyOps,
  check,
  childrenOf,
  decodeMap,
  encodeMap,
  encodeVisible,
  type ItemId,
  type MindMap,
  newItemId,
  newLinkId,
  orderBetween,
} from '@bough/map';
import { makeIds, must, parsePersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMMAND_IDS, type CommandId } from '../table.ts';
import { linkItems } from './links.ts';
import { outlineOf } from './mark.ts';
import { writeOutline } from './outline.ts';
import { selectionOf } from '../selection.ts';
import { Table, TREES } from '../../testing/table.ts';
import { restoreBranch } from './restore-branch.ts';
import { rowsInOrder } from './tree-walk.ts';

const random = seededRandom(4);
const ids = makeIds(new VirtualClock(), random);
const names = { item: () => newItemId(ids), link: () => newLinkId(ids) };
const copyOf = (map: MindMap): MindMap => must(decodeMap(encodeMap(map)));
const branchIn = (map: MindMap, id: ItemId): string => writeOutline(outlineOf(map, new Set([id])));
const below = (map: MindMap, id: ItemId): ItemId[] => [id, ...rowsInOrder(map, id).map(({ item }) => item.id)];
const author = parsePersonId(ids.long());

const texts = fc.constantFrom('trees', 'oak', 'acorn', 'bark', 'leaf', 'ash', 'yew', 'elm');
const often = fc.constantFrom<CommandId>('delete-branch', 'delete-item', 'promote', 'demote', 'add-child');
const hand = fc.record({ run: fc.oneof(often, fc.constantFrom(...COMMAND_IDS)), name: texts });
const drag = fc.record({ drag: texts, name: texts });
const steps = fc.array(fc.oneof(hand, drag), { maxLength: 12 });
type Step = { readonly run: CommandId; readonly name: string } | { readonly drag: string; readonly name: string };

function play(on: Table, list: readonly Step[]): void {
  const find = (text: string) => [...on.map.items.values()].find((item) => item.text === text);
  for (const step of list) {
    const item = find(step.name);
    if (item === undefined) continue;
    if ('run' in step) {
      on.selection = selectionOf([item.id]);
      on.run(step.run);
    } else if (author !== null) {
      // A cycle is refused, and then it stays where it is.
      const id = find(step.drag)?.id ?? item.id;
      const last = on.map.items.get(childrenOf(on.map, item.id).at(-1) ?? item.id);
      const order = orderBetween(last?.parent === item.id ? last.order : null, null, random);
      applyOps(on.map, { author, at: 1, ops: [{ kind: 'move', id, parent: item.id, order }] });
    }
  }
}

const pasts = fc.record({ before: steps, after: steps, which: fc.nat(50) });

interface Past {
  readonly on: Table;
  readonly former: MindMap;
  readonly id: ItemId;
}

function past({ before, after, which }: { before: Step[]; after: Step[]; which: number }): Past | null {
  const on = new Table(TREES);
  play(on, before);
  const [first, second] = [...on.map.items.keys()];
  if (first !== undefined && second !== undefined) on.take(linkItems(on.world(), first, second));
  const then = copyOf(on.map);
  play(on, after);
  const rows = rowsInOrder(then);
  const id = rows[which % Math.max(1, rows.length)]?.item.id;
  return id === undefined ? null : { on, former: then, id };
}

function take(on: Table, ops: Parameters<typeof applyOps>[1]['ops']) {
  return must(applyOps(on.map, { author: author ?? on.fail(), at: 2, ops }));
}

it('[EDIT-90] a branch that is restored is as it was, where it stood; what came into it since leaves, and the rest is untouched', () => {
  let [gone, visitors] = [0, 0];
  fc.assert(
    fc.property(pasts, (input) => {
      const made = past(input);
      if (made === null) return;
      const { on, former: then, id } = made;
      const now = copyOf(on.map);
      const restored = restoreBranch(on.map, then, { id, isAlone: false }, names);
      if (restored === null) throw new Error('it was there');
      const { inverse } = take(on, restored.ops);
      expect(branchIn(on.map, restored.id)).toBe(branchIn(then, id));
      expect(check(on.map)).toEqual([]);
      const parent = then.items.get(id)?.parent ?? null;
      if (parent === null || !now.items.has(parent)) gone++;
      const scope = new Set(below(then, id));
      for (const item of now.items.values()) {
        const isInIt = [...scope].some((top) => now.items.has(top) && below(now, top).includes(item.id));
        // Nothing that was there at both moments is lost, and what is elsewhere is as it is.
        if (then.items.has(item.id)) expect(on.map.items.has(item.id)).toBe(true);
        if (!isInIt) expect(on.map.items.get(item.id)).toEqual(item);
        if (isInIt && !scope.has(item.id) && then.items.has(item.id)) visitors++;
      }
      // Once more there is nothing to do, and one step takes all of it back.
      if (![...scope].some((one) => !now.items.has(one)))
        expect(restoreBranch(copyOf(on.map), then, { id, isAlone: false }, names)?.ops).toEqual([]);
      take(on, inverse);
      expect(encodeVisible(on.map)).toBe(encodeVisible(now));
    }),
    { numRuns: 300, seed: 11 },
  );
  expect(gone).toBeGreaterThan(10);
  expect(visitors).toBeGreaterThan(10);
});

it('[EDIT-90] an item restored alone has its words, look and place again, and keeps what is below it now', () => {
  fc.assert(
    fc.property(pasts, (input) => {
      const made = past(input);
      if (made === null) return;
      const { on, former: then, id } = made;
      const children = on.map.items.has(id) ? childrenOf(on.map, id) : [];
      const [count, isThere] = [on.map.items.size, on.map.items.has(id)];
      const restored = restoreBranch(on.map, then, { id, isAlone: true }, names);
      if (restored === null) throw new Error('it was there');
      take(on, restored.ops);
      const was = then.items.get(id);
      const is = on.map.items.get(restored.id);
      expect({ ...is, id: 0, parent: 0 }).toEqual({ ...was, id: 0, parent: 0 });
      if (was?.parent != null && on.map.items.has(was.parent) && is?.parent !== was.parent)
        expect(below(on.map, restored.id)).toContain(was.parent);
      expect(childrenOf(on.map, restored.id)).toEqual(children);
      expect(on.map.items.size).toBe(isThere ? count : count + 1);
      expect(check(on.map)).toEqual([]);
    }),
    { numRuns: 200, seed: 12 },
  );
});

it('[EDIT-90] where the parent is gone, a branch comes back below the nearest item above it that is still there', () => {
  const on = new Table('trees\n\tforest\n\t\toak\n\t\t\tacorn');
  const then = copyOf(on.map);
  const [oak, acorn] = [on.named('oak'), on.named('acorn')];
  on.selection = selectionOf([oak]);
  on.run('delete-branch');
  const back = restoreBranch(on.map, then, { id: acorn, isAlone: false }, names) ?? expect.unreachable('it was there');
  on.take({ ops: [...back.ops] });
  expect(on.map.items.get(back.id)?.parent).toBe(on.named('forest'));
  on.selection = selectionOf([on.named('forest')]);
  on.run('delete-branch');
  const far = restoreBranch(on.map, then, { id: acorn, isAlone: false }, names) ?? expect.unreachable('it was there');
  on.take({ ops: [...far.ops] });
  expect(on.map.items.get(far.id)?.parent).toBe(on.named('trees'));
});
