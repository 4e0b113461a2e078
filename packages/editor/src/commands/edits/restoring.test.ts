import { check, childrenOf, decodeMap, encodeMap, type MindMap, newItemId, newLinkId } from '@bough/map';
import { opsBetween } from '@bough/map/difference';
import { makeIds } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMMAND_IDS, type CommandId } from '../table.ts';
import { linkItems } from './links.ts';
import { outlineOf } from './mark.ts';
import { writeOutline } from './outline.ts';
import { selectionOf } from '../selection.ts';
import { Table, TREES } from '../../testing/table.ts';

const ids = makeIds(new VirtualClock(), seededRandom(3));
const names = { item: () => newItemId(ids), link: () => newLinkId(ids) };
const outlineIn = (map: MindMap): string => writeOutline(outlineOf(map, new Set(childrenOf(map, null))));
const copyOf = (map: MindMap): MindMap => {
  const read = decodeMap(encodeMap(map));
  if (!read.ok) throw new Error('a map reads itself');
  return read.value;
};

it('[EDIT-48] from wherever one has come, restoring makes the map as it was', () => {
  const texts = fc.constantFrom('trees', 'oak', 'acorn', 'bark', 'leaf', 'ash', 'yew', 'elm');
  const often = fc.constantFrom<CommandId>('delete-branch', 'delete-item', 'promote', 'demote', 'add-child');
  const step = fc.tuple(fc.oneof(often, fc.constantFrom(...COMMAND_IDS)), texts);
  let removed = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), fc.array(step, { maxLength: 10 }), (before, after) => {
      const on = new Table(TREES);
      const play = (steps: typeof before): void => {
        for (const [command, name] of steps) {
          const found = [...on.map.items.values()].find((item) => item.text === name);
          if (found !== undefined) on.selection = selectionOf([found.id]);
          on.run(command);
        }
      };
      play(before);
      const [first, second] = [...on.map.items.keys()];
      if (first !== undefined && second !== undefined) on.take(linkItems(on.world(), first, second));
      const then = copyOf(on.map);
      play(after);
      if ([...then.items.keys()].some((id) => !on.map.items.has(id))) removed++;
      on.take({ ops: opsBetween(on.map, then, names) });
      expect(outlineIn(on.map)).toBe(outlineIn(then));
      expect(on.map.links.size).toBe(then.links.size);
      expect(check(on.map)).toEqual([]);
      expect(opsBetween(on.map, copyOf(on.map), names)).toEqual([]);
    }),
    { numRuns: 80, seed: 5 },
  );
  expect(removed).toBeGreaterThan(10);
});
