import type { PersonId } from '@bough/base';
import { applyOps, check, emptyMap, encodeMap, type MindMap, removedSize } from '@bough/map';
import { Dice, Memory } from '@bough/map/testing';
import { expect, test } from 'vitest';
import type { Idea } from '../bough/artist.ts';
import { aging, isAged, steadily } from './ideas.ts';

const author = new Dice(1).ids.long() as PersonId;

function draw(map: MindMap, dice: Dice, memory: Memory, idea: Idea): void {
  const ops = idea(dice, map, memory);
  // What two people do at once may not be possible any more, and a random change need not be.
  if (ops.length > 0) applyOps(map, { author, at: 1, ops });
}

/** How many bytes the map takes in storage, with what it keeps of what was removed. */
function sizeOf(map: MindMap): number {
  return encodeMap(map).length;
}

test('[HOUSE-131] a map is aged in a few changes, and from then on stays as large as it is while people work on it', () => {
  const [map, dice, memory] = [emptyMap(), new Dice(3), new Memory()];
  const idea = aging();
  let changes = 0;
  for (; !isAged(map) && changes < 1_000; changes++) draw(map, dice, memory, idea);
  expect(changes).toBeLessThan(150);
  for (let n = 0; n < 1_000; n++) draw(map, dice, memory, steadily);
  const [size, kept] = [sizeOf(map), removedSize(map)];
  for (let n = 0; n < 6_000; n++) draw(map, dice, memory, steadily);
  expect(check(map)).toEqual([]);
  expect(map.items.size).toBeLessThan(200);
  expect(map.chat.size).toBe(0);
  expect(Math.abs(removedSize(map) / kept - 1)).toBeLessThan(0.1);
  expect(Math.abs(sizeOf(map) / size - 1)).toBeLessThan(0.1);
});
