import { must, parseClientId } from '@bough/base';
import { applyOps, check, decodeMap, emptyMap, encodeVisible, type ItemId, type MindMap } from '@bough/map';
import { applyPatch, type Patch } from '@bough/map/difference';
import { Dice, Memory, randomMap, randomOps } from '@bough/map/testing';
import { expect, it } from 'vitest';
import type { MapEvent } from '../core/ports/open-map.ts';
import { openMoment } from './moment-map.ts';
import type { PastChange } from './sittings.ts';
import { Timeline } from './timeline.ts';

const { ids } = new Dice(1);
const [ANN, BEN] = [ids.long(), ids.long()] as [PastChange['author'], PastChange['author']];
const [THINGS, TALK] = [
  { items: [], removed: [], links: [], unlinked: [] },
  { threads: [], ended: [], messages: [], unsaid: [] },
];
const NOTHING: Patch = { ...THINGS, ...TALK, settings: null };

/** A random past of two people, and the text of each moment of it. */
function past(seed: number, count: number) {
  const dice = new Dice(seed);
  const memory = new Memory();
  const map = randomMap(dice, 20, memory);
  const beginning = must(decodeMap(encodeVisible(map)));
  const live = must(decodeMap(encodeVisible(map)));
  const texts = [encodeVisible(live)];
  const changes: PastChange[] = [];
  for (let seq = 1; seq <= count; seq++) {
    const change = { seq, author: dice.chance(0.5) ? ANN : BEN, at: seq * 1_000, ops: randomOps(dice, live, memory) };
    applyOps(live, change);
    changes.push(change);
    texts.push(encodeVisible(live));
  }
  return { dice, beginning, changes, texts };
}

/** What somebody sees who is given the patches. */
class Seen {
  readonly map: MindMap = emptyMap();

  take(patch: Patch): string {
    // As it comes out of a worker: a copy that shares nothing.
    applyPatch(this.map, structuredClone(patch));
    expect(check(this.map)).toEqual([]);
    return encodeVisible(this.map);
  }
}

it('[EDIT-92] a step leads from one moment to another, or from nothing, whatever is drawn meanwhile', () => {
  for (const seed of [5, 6, 7]) {
    const { dice, beginning, changes, texts } = past(seed, 40);
    expect(beginning.items.size).toBeGreaterThan(0);
    const timeline = new Timeline(beginning);
    timeline.take(changes);
    const [drawn, stepped] = [new Seen(), new Seen()];
    let at: number | null = null;
    for (let n = 0; n < 30; n++) {
      const to = n === 0 ? seed : dice.below(texts.length);
      expect(stepped.take(timeline.step(at, to))).toBe(texts[to]);
      at = to;
      const other = dice.below(texts.length);
      expect(drawn.take(timeline.show(other))).toBe(texts[other]);
    }
  }
});

it('[EDIT-92] whatever is looked at, moments that were told or read elsewhere and two in one map, what is drawn becomes it', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const { dice, beginning, changes, texts } = past(seed, 60);
    const timeline = new Timeline(beginning);
    const seen = new Seen();
    let told = 0;
    for (let look = 0; look < 25; look++) {
      if (dice.chance(0.3) && told < changes.length) {
        const more = changes.slice(told, told + 10);
        timeline.take(more);
        told += more.length;
      }
      const seq = dice.below(texts.length);
      if (dice.chance(0.25)) {
        const [one, other] = [dice.below(told + 1), dice.below(told + 1)];
        const { patch, comparison } = timeline.showBoth(one, other, null);
        seen.take(patch);
        expect([comparison.from, comparison.to]).toEqual([Math.min(one, other), Math.max(one, other)]);
        for (const id of comparison.order) expect(seen.map.items.has(id)).toBe(true);
      } else if (seq <= timeline.last) {
        expect(seen.take(timeline.show(seq)), `seed ${seed}, moment ${seq}`).toBe(texts[seq]);
      } else {
        const map = must(decodeMap(texts[seq]));
        expect(seen.take(timeline.showRead(seq, map)), `seed ${seed}, moment ${seq}`).toBe(texts[seq]);
      }
    }
  }
});

it('[EDIT-92] from one moment to the next goes what differs, and to the same one nothing', () => {
  const { beginning, changes } = past(7, 40);
  const timeline = new Timeline(beginning);
  timeline.take(changes);
  timeline.show(20);
  expect(timeline.show(20)).toEqual(NOTHING);
  const size = timeline.show(21).items.length;
  expect(size).toBeLessThan(beginning.items.size);
});

it('[EDIT-92] the timeline says who made a change, whose each item is, and what one person did between two moments', () => {
  const timeline = new Timeline(emptyMap());
  const [a, b] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'] as ItemId[];
  if (a === undefined || b === undefined) throw new Error('there are two');
  const fields = { text: 'x' };
  timeline.take([
    { seq: 1, author: ANN, at: 10, ops: [{ kind: 'add', id: a, parent: null, order: 'a0', fields }] },
    { seq: 2, author: BEN, at: 20, ops: [{ kind: 'add', id: b, parent: a, order: 'a0', fields }] },
    { seq: 3, author: BEN, at: 30, ops: [{ kind: 'set', id: a, fields: { text: 'y' } }] },
  ]);
  expect(timeline.shownBy(2)).toEqual({ seq: 2, author: BEN, at: 20 });
  expect(timeline.shownBy(0)).toBeNull();
  expect(timeline.times()).toEqual([10, 20, 30].map((at) => ({ at, isSeen: true })));
  expect(timeline.hands(2)).toEqual([
    [a, ANN],
    [b, BEN],
  ]);
  expect(timeline.hands(3)).toEqual([
    [a, BEN],
    [b, BEN],
  ]);
  const { counts, authors } = timeline.showBoth(3, 0, null).comparison;
  expect(counts).toEqual({ added: 2, changed: 0, moved: 0, removed: 0, links: 0 });
  expect(authors).toEqual([ANN, BEN]);
  expect(timeline.showBoth(1, 3, ANN).comparison.counts).toMatchObject({ added: 0, changed: 0 });
  expect(timeline.showBoth(1, 3, BEN).comparison.counts).toMatchObject({ added: 1, changed: 1 });
});

it('[EDIT-150] who only wrote in the chat since is not said to have made what is shown', () => {
  const timeline = new Timeline(emptyMap());
  const id = 'aaaaaaaaaaaa';
  const message = (n: number) => ({ kind: 'message', id: `mmmmmmmmmmm${n}`, text: 'Hi' });
  timeline.take([
    { seq: 1, author: BEN, at: 10, ops: [message(1)] },
    { seq: 2, author: ANN, at: 20, ops: [{ kind: 'add', id, parent: null, order: 'a0', fields: { text: 'x' } }] },
    { seq: 3, author: BEN, at: 30, ops: [message(2)] },
    { seq: 4, author: BEN, at: 40, ops: [message(3)] },
  ]);
  expect(timeline.shownBy(1)).toBeNull();
  for (const seq of [2, 3, 4, 9]) expect(timeline.shownBy(seq)).toEqual({ seq: 2, author: ANN, at: 20 });
  expect(timeline.times().map(({ isSeen }) => isSeen)).toEqual([false, true, false, false]);
});

it('[EDIT-95] changes of many items at once are told, and whether they only made new ones', () => {
  const id = (n: number): ItemId => `item-${String(n).padStart(7, '0')}` as ItemId;
  const added = (n: number) => ({ kind: 'add', id: id(n), parent: null, order: 'a0', fields: { text: '' } });
  const some = (from: number, count: number) => Array.from({ length: count }, (_, n) => added(from + n));
  const timeline = new Timeline(emptyMap());
  timeline.take([
    { seq: 1, author: ANN, at: 10, ops: some(0, 19) },
    { seq: 2, author: ANN, at: 20, ops: some(19, 20) },
    { seq: 3, author: BEN, at: 30, ops: some(40, 30).concat(some(0, 1)) },
    { seq: 4, author: BEN, at: 40, ops: Array.from({ length: 20 }, (_, n) => ({ kind: 'remove', id: id(n) })) },
    {
      seq: 5,
      author: ANN,
      at: 50,
      ops: [...some(80, 20), { kind: 'remove', id: id(30) }, { kind: 'remove', id: id(31) }],
    },
  ]);
  expect(timeline.largeSteps()).toEqual([
    { seq: 2, author: ANN, at: 20, items: 20, isNew: true },
    { seq: 4, author: BEN, at: 40, items: 20, isNew: false },
    { seq: 5, author: ANN, at: 50, items: 22, isNew: false },
  ]);
});

it('[EDIT-92] a map of moments is laid out anew where most of it is another, and follows what was touched where little is', () => {
  const client = parseClientId('0123456789ab');
  if (client === null) throw new Error('a client id');
  const moment = openMoment(client);
  const heard: MapEvent['kind'][] = [];
  moment.subscribe(({ kind }) => heard.push(kind));
  const timeline = new Timeline(emptyMap());
  const id = (n: number): ItemId => `item-${String(n).padStart(7, '0')}` as ItemId;
  const added = (n: number) => ({ kind: 'add', id: id(n), parent: null, order: `a${n % 10}`, fields: { text: '' } });
  const many = Array.from({ length: 600 }, (_, n) => added(n + 1));
  timeline.take([
    { seq: 1, author: ANN, at: 1, ops: [added(0)] },
    { seq: 2, author: ANN, at: 2, ops: many },
    { seq: 3, author: ANN, at: 3, ops: [{ kind: 'remove', id: id(5) }] },
  ]);
  for (const seq of [1, 2, 3, 1]) moment.show(timeline.show(seq));
  expect(heard).toEqual(['replaced', 'replaced', 'touched', 'replaced']);
  expect([...moment.map.items.keys()]).toEqual([id(0)]);
});
