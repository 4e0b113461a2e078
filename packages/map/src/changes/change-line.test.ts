import { must } from '@bough/base';
import { expect, test } from 'vitest';
import type { Change, Op } from './change.ts';
import { decodeChange, decodeChanges, encodeChange, encodeChanges } from './change-line.ts';
import { parseChange, parseOps } from './parse.ts';
import { Dice } from '../testing/dice.ts';
import { everyLine, everyOp } from '../testing/every-op.ts';
import { randomChange, randomMap } from '../testing/laws.ts';
import { Memory } from '../testing/random-ops.ts';
import { ANN, parsed } from '../testing/scene.ts';
import type { ClientId } from '@bough/base';

const client = 'client------' as ClientId;
const changeOf = (ops: readonly Op[], counter = 1): Change => ({
  client,
  counter,
  author: ANN,
  at: 1_700_000_000_000,
  ops: parsed(...ops),
});

test('[MAP-34] random changes come back from their lines as they were', () => {
  const dice = new Dice(34);
  const memory = new Memory();
  const map = randomMap(dice, 100, memory);
  const changes = Array.from({ length: 500 }, (_, i) => changeOf(randomChange(dice, map, memory).ops, i + 1));
  const text = encodeChanges(changes);
  expect(text.split('\n')).toHaveLength(changes.length);
  expect(must(decodeChanges(text))).toEqual(changes);
  expect(encodeChanges(must(decodeChanges(text)))).toBe(text);
  expect(must(decodeChanges(''))).toEqual([]);
});

test('[MAP-34] the frozen lines, one of each op, are read as they were written', () => {
  const changes = everyOp().map((op, i) => changeOf([op], i + 1));
  const author = 'AYvP5WgAceuN5Y5FxXV8FA';
  const frozenLines = everyLine().map((line, i) => `["client------",${i + 1},"${author}",1700000000000,${line}]`);
  expect(changes.map(encodeChange)).toEqual(frozenLines);
  expect(frozenLines.map((line) => must(decodeChange(line)))).toEqual(changes);
});

test('[MAP-34] a line that is no change is refused with a sentence', () => {
  const good = encodeChange(changeOf(everyOp()));
  expect(decodeChange(good).ok).toBe(true);
  for (let length = 0; length < good.length; length += 3) expect(decodeChange(good.slice(0, length)).ok).toBe(false);
  for (const bad of [
    '{}',
    '[]',
    'null',
    '[["r","x"]]',
    good.replace('["r",', '["q",'),
    good.replace('"client------"', '7'),
  ]) {
    expect(decodeChange(bad).ok).toBe(false);
  }
  expect(decodeChanges(`${good}\nno`)).toMatchObject({ ok: false, error: expect.stringContaining('line 2') as string });
});

test('[MAP-12] what is not exactly a list of ops is refused by the parser, each op with its reason', () => {
  expect(must(parseOps(everyOp()))).toEqual(everyOp());
  expect(parseOps([])).toEqual({ ok: true, value: [] });
  for (const op of everyOp()) {
    for (const key of Object.keys(op)) {
      if (op.kind === 'move' && key === 'side') continue;
      const { [key]: _, ...without } = { ...op } as Record<string, unknown>;
      expect(parseOps([without]).ok, `${op.kind} without ${key}`).toBe(false);
    }
    expect(parseOps([{ ...op, more: 1 }]).ok, `${op.kind} with more`).toBe(false);
  }
  const fields = [
    { text: 'x'.repeat(100_001) }, { note: 7 }, { side: 'top' }, { offset: { x: 1 } }, { offset: { x: -0, y: 1 } },
    { colour: '8' }, { colour: '#FFFFFF' }, { size: 5 }, { shape: 'star' }, { width: 0 }, { align: 'left' }, { icon: '' },
    { image: { source: 'http://example.org/a.png', width: 1, height: 1 } }, { href: 'javascript:alert(1)' },
    { href: 'https://a b' }, { href: 'item:short' }, { checkbox: true }, { isFolded: null }, { linePoints: [1] },
    { linePoints: Array.from({ length: 9 }, () => ({ x: 0, y: 0 })) }, { lineStyle: 'none' }, { other: 1 }, { id: 'x' },
    { parent: null }, JSON.parse('{"__proto__":{}}') as object,
  ]; // prettier-ignore
  for (const each of fields) {
    const op = { kind: 'set', id: 'a-----------', fields: each };
    expect(parseOps([op]).ok, JSON.stringify(each).slice(0, 60)).toBe(false);
  }
});

test('[MAP-12] a change needs a lawful client, counter, author and time', () => {
  const good = changeOf(everyOp());
  expect(must(parseChange(good))).toEqual(good);
  for (const bad of [
    { client: 'x' },
    { counter: 0 },
    { counter: 1.5 },
    { author: 'x' },
    { at: -1 },
    { at: null },
    { more: 1 },
  ]) {
    expect(parseChange({ ...good, ...bad }).ok, JSON.stringify(bad)).toBe(false);
  }
});
