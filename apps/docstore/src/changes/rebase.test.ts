import { zstdDecompressSync } from 'node:zlib';
import { DEFAULT_SETTINGS } from '@bough/bloblog';
import type { Append, AppendOutcome } from '@bough/contracts';
import {
  apply,
  type Change,
  decodeMap,
  emptyMap,
  encodeMap,
  ghostOf,
  type MindMap,
  type NumberedChange,
  type Op,
  type ParsedOps,
  parseChange,
  transformOps,
} from '@bough/map';
import { Dice, parsed } from '@bough/map/testing';
import { must } from '@bough/base';
import { expect, test } from 'vitest';
import { add, ANN, change, writerNamed, itemNamed, mapNamed, typing } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';

const MAP = mapNamed('one');

async function founded(text: string): Promise<World> {
  const w = makeWorld();
  await w.run(w.documents.create({ map: MAP, by: ANN, ops: parsed(add('root', text, null)) }));
  return w;
}

async function append(w: World, base: number, ...changes: Append['changes']): Promise<readonly AppendOutcome[]> {
  return (await w.run(w.documents.append(MAP, { base, changes }))).outcomes;
}

async function mapOf(w: World): Promise<MindMap> {
  const { packed } = await w.run(w.documents.packed(MAP));
  return must(decodeMap(zstdDecompressSync(packed).toString('utf8')));
}

const textOf = async (w: World): Promise<string | undefined> => (await mapOf(w)).items.get(itemNamed('root'))?.text;

// packages/sync, SPEC.md, SYNC-26 to 28: what rooms and clients rely on, held against docstore itself.

test('[DOC-17] changes of a submit are brought over what came since; a repeated one stands where it stood', async () => {
  const w = await founded('abc');
  await append(w, 1, change('bob', 1, typing('root', 0, '1')));
  await append(w, 1, change('ann', 1, typing('root', 3, 'd')));
  await append(w, 3, change('bob', 2, typing('root', 0, '0')));
  await append(w, 1, change('ann', 1, typing('root', 3, 'd')), change('ann', 2, typing('root', 4, 'e')));
  expect(await textOf(w)).toBe('01abcde');
});

test('[DOC-17] a refused change does not shift the ones after it, neither at once nor when all are sent again', async () => {
  const cycle: Op = { kind: 'move', id: itemNamed('root'), parent: itemNamed('root'), order: 'a0' };
  const lost = change('ann', 1, typing('root', 0, 'lost '), cycle);
  const then = change('ann', 2, typing('root', 8, '!'));
  const w = await founded('abc');
  expect(await append(w, 1, lost, then)).toMatchObject([{ kind: 'refused', reason: 'cycle' }, { kind: 'kept' }]);
  expect(await textOf(w)).toBe('abc!');
  const again = await founded('abc');
  await append(again, 1, lost);
  expect(await append(again, 1, lost, then)).toMatchObject([{ kind: 'seen' }, { kind: 'kept', seq: 2 }]);
  expect(await textOf(again)).toBe('abc!');
});

test('[DOC-17] a change of which nothing is left is refused as moot, and spends its counter', async () => {
  const w = await founded('abc');
  await append(w, 1, change('bob', 1, typing('root', 0, '', 3)));
  const moot = change('ann', 1, typing('root', 1, '', 1));
  expect(await append(w, 1, moot)).toMatchObject([{ kind: 'refused', reason: 'moot' }]);
  expect(await w.run(w.documents.state(MAP, writerNamed('ann')))).toMatchObject({ seq: 2, counter: 1 });
});

test('[DOC-255] a change that grows beyond what one may be, brought over what came since, is refused', async () => {
  const [removals, cuts] = [4_090, 7];
  const w = await founded('abc'.repeat(removals));
  const letters = Array.from({ length: cuts }, (_, i) => typing('root', 3 * i + 1 + i, '.'));
  await append(w, 1, change('bob', 1, ...letters));
  const many = change('ann', 1, ...Array.from({ length: removals }, (_, i) => typing('root', i, '', 2)));
  expect(await append(w, 1, many)).toMatchObject([{ kind: 'refused', reason: 'malformed' }]);
  expect(await append(w, 2, change('ann', 2, typing('root', 0, '!')))).toMatchObject([{ kind: 'kept', seq: 3 }]);
  const [, , last] = await w.run(w.another().changes(MAP, 1, 9));
  expect(last).toMatchObject({ seq: 3, counter: 2 });
});

/** Decides about submits by the sums that packages/sync's clients do, over the whole log, in the plainest way. */
class Reference {
  readonly map = emptyMap();
  readonly #log: NumberedChange[] = [];
  readonly #seen = new Map<string, number>();

  get seq(): number {
    return this.#log.length;
  }

  append(base: number, changes: Append['changes']): readonly string[] {
    const waiting = changes.map((each) => must(parseChange(each)));
    const outcomes: string[] = [];
    let over: readonly Op[] = [];
    const settle = (next: Change, decide: (ops: ParsedOps) => string): void => {
      const both = transformOps(next.ops, over);
      const outcome = decide(both.ops);
      over = outcome.startsWith('kept') ? both.over : [...both.over, ...ghostOf(both.ops)];
      outcomes.push(outcome);
    };
    for (const there of this.#log.slice(base)) {
      const isOwn = there.client === waiting[0]?.client && waiting.some((each) => each.counter === there.counter);
      if (!isOwn) over = [...over, ...there.ops];
      while (isOwn && (waiting[0]?.counter ?? Infinity) <= there.counter) {
        const next = waiting.shift();
        if (next !== undefined)
          settle(next, () => (next.counter === there.counter ? `kept ${there.seq} before` : 'seen'));
      }
    }
    for (const next of waiting) settle(next, (ops) => this.#place(next, ops));
    return outcomes;
  }

  #place(next: Change, ops: ParsedOps): string {
    const { client, counter } = next;
    const before = this.#log.find((each) => each.client === client && each.counter === counter);
    if (counter <= (this.#seen.get(client) ?? 0)) return before === undefined ? 'seen' : `kept ${before.seq} before`;
    this.#seen.set(client, counter);
    if (ops.length === 0) return 'refused moot';
    const applied = apply(this.map, { ...next, ops });
    if (!applied.ok) return `refused ${applied.error.reason}`;
    this.#log.push({ ...next, ops, seq: this.#log.length + 1 });
    return `kept ${this.#log.length}`;
  }
}

/** Somebody who types: what was not settled yet is sent again, with more behind it. */
class Typist {
  #counter = 0;
  #base = 1;
  #sent: Append['changes'] = [];
  readonly #name: string;
  readonly #dice: Dice;

  constructor(name: string, dice: Dice) {
    this.#name = name;
    this.#dice = dice;
  }

  submit(seq: number): Append {
    if (this.#dice.chance(0.6)) {
      this.#base = seq - this.#dice.below(Math.min(seq, 6));
      this.#sent = [];
    }
    const more = Array.from({ length: this.#dice.below(3) }, () => this.#change());
    this.#sent = [...this.#sent, ...more];
    return { base: this.#base, changes: this.#sent };
  }

  #change(): Change {
    const at = this.#dice.below(12);
    const edit = typing(
      'root',
      at,
      this.#dice.chance(0.5) ? 'xyz'.slice(this.#dice.below(3)) : '',
      this.#dice.below(4),
    );
    const item = itemNamed('root');
    const whole: Op = { kind: 'set', id: item, fields: { text: 'the whole text' } };
    const cycle: Op = { kind: 'move', id: item, parent: item, order: 'a0' };
    const ops = parsed(this.#dice.chance(0.1) ? whole : edit, ...(this.#dice.chance(0.15) ? [cycle] : []));
    return change(this.#name, ++this.#counter, ...ops);
  }
}

test('[DOC-17] docstore decides about every submit as the clients do, restarts in between, to the byte', async () => {
  const tally = new Map<string, number>();
  for (let seed = 1; seed <= 60; seed++) {
    const dice = new Dice(seed);
    const reference = new Reference();
    const w = makeWorld({ log: { ...DEFAULT_SETTINGS, tailBytes: 2_000 } });
    await w.run(w.documents.create({ map: MAP, by: ANN, ops: parsed(add('root', 'some text', null)) }));
    for (const { client, counter, author, at, ops } of await w.run(w.documents.changes(MAP, 1, 1))) {
      reference.append(0, [{ client, counter, author, at, ops }]);
    }
    let { documents } = w;
    let dans = 0;
    const typists = ['ann', 'bob', 'cleo'].map((name) => new Typist(name, dice));
    for (let turn = 0; turn < 40; turn++) {
      if (dice.chance(0.1)) {
        // Counters that were spent on refusals are durable with the next change that is kept.
        const request = { base: reference.seq, changes: [change('dan', ++dans, add(`item-${turn}`, 'x'))] };
        reference.append(request.base, request.changes);
        await w.run(documents.append(MAP, request));
        documents = w.another();
      }
      const request = dice.any(typists)?.submit(reference.seq);
      if (request === undefined) continue;
      const expected = reference.append(request.base, request.changes);
      const { outcomes } = await w.run(documents.append(MAP, request));
      for (const [i, outcome] of outcomes.entries()) {
        // After a restart what was kept before may be out of memory: then it is known that it was, and not where.
        const [where, before] = (expected[i] ?? '').split(' before');
        expect(before !== undefined && outcome.kind === 'seen' ? where : wordOf(outcome)).toBe(where);
      }
      for (const each of expected) {
        const word = each.startsWith('kept') ? 'kept' : each;
        tally.set(word, (tally.get(word) ?? 0) + 1);
      }
    }
    expect(encodeMap(await mapOf({ ...w, documents }))).toBe(encodeMap(reference.map));
  }
  for (const word of ['kept', 'refused moot', 'seen', 'refused cycle']) {
    expect(tally.get(word) ?? 0, word).toBeGreaterThan(10);
  }
});

function wordOf(outcome: AppendOutcome): string {
  if (outcome.kind === 'seen') return 'seen';
  return outcome.kind === 'kept' ? `kept ${outcome.seq}` : `refused ${outcome.reason}`;
}
