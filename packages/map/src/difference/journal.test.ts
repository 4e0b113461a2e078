import { must, parsePersonId } from '@bough/base';
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

test('[MAP-59] a change shows something where items, links, styles or the number of comments differ; titles, chat, signs and other words in a comment do not', () => {
  const map = emptyMap();
  const chronicle = new Chronicle(emptyMap());
  const author = parsePersonId(new Dice(1).ids.long()) ?? expect.unreachable('a person');
  const changes: readonly (readonly [isSeen: boolean, op: object])[] = [
    [true, { kind: 'add', id: 'aaaaaaaaaaaa', parent: null, order: 'a0', fields: { text: 'x' } }],
    [false, { kind: 'message', id: 'mmmmmmmmmmmm', text: 'Hi' }],
    [false, { kind: 'react', thread: null, id: 'mmmmmmmmmmmm', sign: '👍', isOn: true }],
    [true, { kind: 'comment', thread: 'tttttttttttt', item: 'aaaaaaaaaaaa', id: 'cccccccccccc', text: 'Why?' }],
    [false, { kind: 'edit-comment', thread: 'tttttttttttt', id: 'cccccccccccc', text: 'Why not?' }],
    [false, { kind: 'react', thread: 'tttttttttttt', id: 'cccccccccccc', sign: '👍', isOn: true }],
    [true, { kind: 'resolve', thread: 'tttttttttttt', isResolved: true }],
    [false, { kind: 'edit-comment', thread: 'tttttttttttt', id: 'cccccccccccc', text: null }],
    [true, { kind: 'set', id: 'aaaaaaaaaaaa', fields: { text: 'y' } }],
    // Nothing is another since.
    [false, { kind: 'set', id: 'aaaaaaaaaaaa', fields: { text: 'y' } }],
    [true, { kind: 'settings', fields: { lineStyle: 'dashed' } }],
    [false, { kind: 'settings', fields: { title: 'Trees' } }],
    [true, { kind: 'settings', fields: { title: 'Woods', defaultShape: 'pill' } }],
  ];
  for (const [n, [, op]] of changes.entries()) {
    const ops = must(parseOps([op]));
    const change = { seq: n + 1, author, at: n * 1_000, ops };
    expect(applyOps(map, change).ok).toBe(true);
    chronicle.take(change);
  }
  expect(changes.map((_, n) => chronicle.journal.isSeen(n + 1))).toEqual(changes.map(([isSeen]) => isSeen));
});
