import { must } from '@bough/base';
import { expect, test } from 'vitest';
import { applyOps, emptyMap } from '../apply/apply.ts';
import { check } from '../apply/check.ts';
import { decodeMap } from '../stored/decode.ts';
import { encodeVisible } from '../stored/encode.ts';
import { Dice } from '../testing/dice.ts';
import { randomChange } from '../testing/laws.ts';
import { Memory } from '../testing/random-ops.ts';
import { parseOps } from '../changes/parse.ts';
import { Chronicle } from './chronicle.ts';
import { applyPatch, patchBetween } from './patch.ts';

/** A random past: the text of every moment, and what is told of it. */
function past(seed: number, changes: number) {
  const dice = new Dice(seed);
  const memory = new Memory();
  const map = emptyMap();
  const texts = [encodeVisible(map)];
  const chronicle = new Chronicle(emptyMap());
  for (let seq = 1; seq <= changes; seq++) {
    const change = randomChange(dice, map, memory);
    applyOps(map, change);
    const ops = parseOps(change.ops);
    chronicle.take({ ...change, seq, ops: must(ops.ok ? ops : parseOps([])) });
    texts.push(encodeVisible(map));
  }
  return { dice, texts, journal: chronicle.journal };
}

test('[MAP-55] from any moment to any other there is a patch, and what it makes is that moment, byte for byte', () => {
  let [steps, said] = [0, 0];
  for (let seed = 1; seed <= 16; seed++) {
    const { dice, texts, journal } = past(seed, 60);
    let at = dice.below(texts.length);
    const shown = must(decodeMap(texts[at]));
    for (let step = 0; step < 14; step++) {
      const to = dice.below(texts.length);
      const patch = journal.between(at, to);
      const before = new Map(shown.items);
      const touched = applyPatch(shown, patch);
      expect(encodeVisible(shown), `seed ${seed}, ${at} to ${to}`).toBe(texts[to]);
      expect(check(shown)).toEqual([]);
      for (const [id, item] of shown.items) expect(touched.items.has(id) || before.get(id) === item).toBe(true);
      for (const id of touched.removed) expect(shown.items.has(id)).toBe(false);
      for (const id of touched.parents) expect(id === null || shown.items.has(id)).toBe(true);
      at = to;
      steps += patch.items.length + patch.removed.length + patch.links.length + patch.threads.length;
      said += patch.messages.length + patch.unsaid.length;
    }
  }
  expect(steps).toBeGreaterThan(600);
  expect(said).toBeGreaterThan(50);
});

test('[MAP-54] two moments that were read apart differ by a patch, which makes one the other and is empty afterwards', () => {
  let tried = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const { dice, texts } = past(seed, 40);
    const [one = '', other = ''] = [dice.below(41), dice.below(41)].map((at) => texts[at]);
    const shown = must(decodeMap(one));
    const patch = patchBetween(shown, must(decodeMap(other)));
    applyPatch(shown, patch);
    expect(encodeVisible(shown), `seed ${seed}`).toBe(other);
    expect(check(shown)).toEqual([]);
    const rest = patchBetween(shown, must(decodeMap(other)));
    const { settings, ...lists } = rest;
    expect([settings, ...Object.values(lists).flat()]).toEqual([null]);
    if (patch.items.length + patch.removed.length > 0) tried++;
  }
  expect(tried).toBeGreaterThan(20);
});
