import { lineageIn } from '@bough/base';
import { applyOps, emptyMap, encodeMap, type ItemId, type NumberedChange, type Op } from '@bough/map';
import { beforeEach, expect, test } from 'vitest';
import { carryDown } from '../replica/carry-down.ts';
import { Stand } from '../testing/stand.ts';
import { aChange, anAdd, CLIENT, ITEM, LINEAGE, OTHER, PEER, PERSON } from '../testing/samples.ts';

// A client whose person is not shown the past any more, while changes wait that were made in it. The test is the server.

const [MINE, LATER, THEIRS] = ['item00000002', 'item00000003', 'item00000004'].map((id) => id as ItemId);
if (MINE === undefined || LATER === undefined || THEIRS === undefined) throw new Error('three items');
const SHOWN = lineageIn('commented', LINEAGE);
const RENEWED = lineageIn('commented', 'lineage00002');

const type = (at: number, insert: string): Op => ({ kind: 'splice', id: ITEM, field: 'text', at, remove: 0, insert });

class Author extends Stand {
  log: NumberedChange[] = [];

  /** The line is lost, and the next one is open. */
  comeBack(): void {
    this.client.closed(this.connection);
    this.clock.advance(1000);
    this.client.opened(this.connection, 'ticket');
  }
  keep(counter: number, ops: readonly Op[], client = CLIENT): void {
    this.log.push({ seq: this.log.length + 1, ...aChange(counter, ops, client) });
  }
  welcomed(counter: number, lineages = [{ id: SHOWN, from: 0 }]): void {
    const order = { seq: this.log.length, lineages, counter, mirrored: null };
    this.say({ kind: 'welcome', role: 'comment', ...order, person: PERSON, peer: PEER, people: [] });
  }
  sendAway(): void {
    this.say({ kind: 'bye', reason: 'refetch', detail: 'past' });
  }
  document(lineage = SHOWN): void {
    const map = emptyMap();
    for (const change of this.log) if (!applyOps(map, change).ok) throw new Error(`number ${change.seq}`);
    this.client.loaded({ lineage, seq: this.log.length }, encodeMap(map), carryDown);
    this.clock.advance(0);
  }
  /** From now on they see the order as whoever may comment. */
  narrow(counter = 0): void {
    this.comeBack();
    this.welcomed(counter);
    this.document();
    expect(this.client.order.lineage).toBe(SHOWN);
  }
  writes(...ops: readonly Op[]): void {
    expect(this.client.edit(ops).ok).toBe(true);
    this.clock.advance(1);
  }
}

let author: Author;
beforeEach(() => {
  author = new Author().live();
  author.keep(1, [anAdd(ITEM, 'word')], OTHER);
  author.changes(...author.log);
});

test('[SYNC-98] what waits goes on top of the document that is shown, and what that has is not pending any more', () => {
  author.writes(anAdd(MINE, 'kept, and nobody said so'));
  author.keep(1, [anAdd(MINE, 'kept, and nobody said so')]);
  author.comeBack();
  author.writes(anAdd(LATER, 'after that'));
  author.welcomed(1);
  author.document();
  expect(author.sent('fill')).toEqual([{ kind: 'fill', from: 2 }]);
  author.sendAway();
  expect(author.effects.findLast((effect) => effect.kind === 'fetch')).toMatchObject({ isRenewal: true });
  author.document();
  author.client.opened(author.connection, 'ticket');
  expect(author.sent('hello').at(-1)).toMatchObject({ since: 2, lineage: SHOWN });
  author.welcomed(1);
  expect(author.client.status).toEqual({ kind: 'live', unsent: 1 });
  expect([author.text(MINE), author.text(LATER)]).toEqual(['kept, and nobody said so', 'after that']);
  expect(author.client.refused).toEqual([]);
  expect(author.sent('submit').at(-1)).toMatchObject({
    base: 2,
    changes: [{ ops: [] }, { counter: 2, ops: [{ id: LATER }] }],
  });
});

test('[SYNC-98] what was typed is there where nobody else has been in that text, and else is told with its words', () => {
  author.writes(type(4, ' of mine'));
  author.narrow();
  author.keep(2, [anAdd(THEIRS, 'unseen')], OTHER);
  author.comeBack();
  author.sendAway();
  author.document();
  author.client.opened(author.connection, 'ticket');
  author.welcomed(0);
  expect([author.text(), author.client.refused]).toEqual(['word of mine', []]);
  author.keep(3, [type(0, 'another ')], OTHER);
  author.comeBack();
  author.sendAway();
  author.document();
  expect(author.text()).toBe('another word');
  expect(author.client.refused).toMatchObject([{ counter: 1, reason: 'unknown', ops: [type(4, ' of mine')] }]);
});

test('[SYNC-98] who is sent away for a document again and again waits before the next try', () => {
  author.narrow();
  const before = author.count('connect');
  author.comeBack();
  author.sendAway();
  author.document();
  // The first time it is news, and there is nothing to wait for.
  expect(author.count('connect')).toBe(before + 2);
  author.client.opened(author.connection, 'ticket');
  author.sendAway();
  author.document();
  expect(author.count('connect')).toBe(before + 2);
  author.clock.advance(4_000);
  expect(author.count('connect')).toBe(before + 3);
  author.client.opened(author.connection, 'ticket');
  author.welcomed(0);
  author.comeBack();
  author.sendAway();
  author.document();
  expect(author.count('connect')).toBe(before + 5);
});

test('[SYNC-98] so it is where the order of that document has another name by now', () => {
  author.writes(type(4, ' of mine'));
  author.narrow();
  author.keep(2, [anAdd(THEIRS, 'unseen')], OTHER);
  author.comeBack();
  author.sendAway();
  author.document(RENEWED);
  author.client.opened(author.connection, 'ticket');
  expect(author.sent('hello').at(-1)).toMatchObject({ since: 2, lineage: RENEWED });
  author.welcomed(0, [
    { id: SHOWN, from: 0 },
    { id: RENEWED, from: 2 },
  ]);
  expect([author.text(), author.client.status]).toEqual(['word of mine', { kind: 'live', unsent: 1 }]);
});

test('[SYNC-98] what that order turns out to have lost of what was acknowledged is sent again, or told with its words', () => {
  const lost = [[anAdd(MINE, 'mine')], [type(4, ' of mine')]];
  for (const [at, ops] of lost.entries()) {
    author.writes(...ops);
    author.keep(at + 1, ops);
    author.changes(...author.log.slice(-1));
  }
  author.narrow(2);
  expect([author.text(), author.client.status.unsent]).toEqual(['word of mine', 0]);
  author.log = author.log.slice(0, 1);
  author.keep(2, [anAdd(THEIRS, 'unseen')], OTHER);
  author.comeBack();
  author.sendAway();
  author.document(RENEWED);
  author.client.opened(author.connection, 'ticket');
  author.welcomed(0, [
    { id: SHOWN, from: 0 },
    { id: RENEWED, from: 1 },
  ]);
  author.document(RENEWED);
  expect([author.text(), author.text(MINE), author.client.status]).toEqual([
    'word',
    'mine',
    { kind: 'live', unsent: 1 },
  ]);
  expect(author.sent('submit').at(-1)?.changes).toEqual([{ counter: 1, ops: lost[0] }]);
  expect(author.client.refused).toMatchObject([{ counter: 2, reason: 'restored', lost: [' of mine'] }]);
});
