import type { Op } from './change.ts';
import { expect, test } from 'vitest';
import { applyOps, rollback } from '../apply/apply.ts';
import { composeOps } from './compose.ts';
import { encodeVisible } from '../stored/encode.ts';
import { LIMITS } from '../model/limits.ts';
import { parseOps } from './parse.ts';
import { Dice } from '../testing/dice.ts';
import { randomMap } from '../testing/laws.ts';
import { Memory, randomOps } from '../testing/random-ops.ts';
import { add, ANN, edit, itemId, mapOf } from '../testing/scene.ts';

const splice = (at: number, remove: number, insert: string): Op => {
  return { kind: 'splice', id: itemId('a'), field: 'text', at, remove, insert };
};
const move = (id: string, parent: string, order = 'a0'): Op => {
  return { kind: 'move', id: itemId(id), parent: itemId(parent), order };
};

test('[MAP-26] what is composed does what the two did, on random maps', { timeout: 30_000 }, () => {
  const dice = new Dice(26);
  const memory = new Memory();
  const map = randomMap(dice, 60, memory);
  let composed = 0;
  for (let i = 0; i < 4000; i++) {
    const a = randomOps(dice, map, memory);
    const at = 1_700_000_000_000;
    const first = applyOps(map, { author: ANN, at, ops: a });
    if (!first.ok) continue;
    // Half the time on the same things again, as when somebody goes on dragging or typing.
    const b = dice.chance(0.5)
      ? randomOps(dice, map, memory)
      : followOn(dice, a, map.items.get(itemId(''))?.text ?? '');
    const second = applyOps(map, { author: ANN, at, ops: b });
    const ops = second.ok ? composeOps(a, b) : null;
    if (!second.ok || ops === null || first.value.recovered.length + second.value.recovered.length > 0) {
      if (second.ok) rollback(map, second.value);
      rollback(map, first.value);
      continue;
    }
    const expected = encodeVisible(map);
    rollback(map, second.value);
    rollback(map, first.value);
    const once = applyOps(map, { author: ANN, at, ops });
    expect(once.ok && encodeVisible(map), JSON.stringify({ a, b, ops })).toBe(expected);
    expect(ops.length).toBeLessThanOrEqual(a.length);
    if (once.ok && dice.chance(0.9)) rollback(map, once.value);
    composed++;
  }
  expect(composed).toBeGreaterThan(200);
});

/** Ops of the same kinds on the same things. */
function followOn(dice: Dice, ops: readonly Op[], _text: string): Op[] {
  return ops.map((op) => {
    if (op.kind === 'splice') return { ...op, at: op.at, remove: op.insert.length, insert: dice.text() };
    if (op.kind === 'add') return { kind: 'set', id: op.id, fields: { text: dice.text(), isFolded: true } };
    if (op.kind === 'set') return { ...op, fields: { note: dice.text(), size: 2 } };
    return op.kind === 'move' ? { ...op, order: 'a5' } : op;
  });
}

test('[MAP-27] typing is one splice, and correcting it too', () => {
  let ops: readonly Op[] | null = [splice(3, 0, 'h')];
  for (const next of [splice(4, 0, 'i'), splice(5, 0, '!'), splice(5, 1, ''), splice(2, 1, 'H')]) {
    ops = ops === null ? null : composeOps(ops, [next]);
  }
  expect(ops).toEqual([splice(2, 1, 'Hhi')]);
  expect(composeOps([splice(3, 0, 'h')], [splice(9, 0, 'x')])).toBeNull();
});

test('[MAP-27] dragging is one move, filling in a new item is its adding', () => {
  expect(composeOps([move('a', 'b')], [move('a', 'c', 'a1')])).toEqual([move('a', 'c', 'a1')]);
  const added = composeOps(
    [add('a', null)],
    [splice(1, 0, 'nt'), { kind: 'set', id: itemId('a'), fields: { size: 2 } }],
  );
  expect(added).toEqual([add('a', null, 'a0', { text: 'ant', size: 2 })]);
  expect(composeOps(added ?? [], [move('a', 'b', 'a1')])).toEqual([add('a', 'b', 'a1', { text: 'ant', size: 2 })]);
});

test('[MAP-27] what is not one and the same action is not composed', () => {
  const remove: Op = { kind: 'remove', id: itemId('a') };
  expect(composeOps([add('a', null)], [remove])).toBeNull();
  expect(composeOps([splice(0, 0, 'x')], [{ ...splice(1, 0, 'y'), id: itemId('b') } as Op])).toBeNull();
  expect(composeOps([splice(0, 0, 'x'), move('a', 'b')], [splice(1, 0, 'y')])).toBeNull();
  const long = 'x'.repeat(LIMITS.text);
  expect(composeOps([splice(0, 0, long)], [splice(0, 0, 'y')])).toBeNull();
});

test('[MAP-26] what would be more than one change may be is not composed', () => {
  const names = Array.from({ length: 40 }, (_, i) => `i${i}`);
  const note = 'x'.repeat(7_000);
  const noted = names.map((name): Op => ({ kind: 'set', id: itemId(name), fields: { note } }));
  const added = names.map((name) => add(name, null));
  const most = composeOps(added, noted.slice(0, 36)) ?? [];
  expect(most).toHaveLength(40);
  expect(parseOps(most).ok).toBe(true);
  expect(composeOps(most, noted.slice(36))).toBeNull();
});

test('[MAP-26] two moves that make room for each other are not composed', () => {
  // y stands below x; x goes away, y to the root, then x below y: without the step between, x would go below itself.
  const map = mapOf({ r: null, z: 'r', x: 'r', y: 'x' });
  const [a, b] = [
    [move('x', 'z'), move('y', 'r')],
    [move('x', 'y'), move('y', 'r', 'a1')],
  ];
  edit(map, ...a);
  edit(map, ...b);
  expect(composeOps(a, b)).toBeNull();
});
