import { applyOps, childrenOf, emptyMap, encodeMap, type ItemId, type NumberedChange, type Op } from '@bough/map';
import { beforeEach, expect, test } from 'vitest';
import { carryDown } from '../replica/carry-down.ts';
import type { Saved } from './client-types.ts';
import type { ServerFrame } from '../wire/frames.ts';
import { SimStore } from '../testing/sim/sim-store.ts';
import { ClientAlone } from '../testing/stand.ts';
import { aChange, anAdd, CLIENT, ITEM, LINEAGE, OTHER, PEER, PERSON } from '../testing/samples.ts';

// A client whose server lost the end of the order. The test is the server, its order is a list of changes under a name.

const LATER = 'lineage00002';
const DAY_MS = 24 * 60 * 60 * 1000;

class Author extends ClientAlone {
  get fetches(): number {
    return this.count('fetch');
  }
  /** The line is lost, and another one found. */
  reconnect(): void {
    this.client.closed(this.connection);
    this.clock.advance(1000);
  }
  welcome(log: readonly NumberedChange[], more: Partial<Extract<ServerFrame, { kind: 'welcome' }>> = {}): void {
    this.client.opened(this.connection, 'ticket');
    const counter = log.findLast((one) => one.client === CLIENT)?.counter ?? 0;
    const order = { seq: log.length, lineages: [{ id: LINEAGE, from: 0 }], counter, mirrored: null };
    this.say({ kind: 'welcome', role: 'edit', ...order, person: PERSON, peer: PEER, people: [], ...more });
  }
  changes(...changes: readonly NumberedChange[]): void {
    this.say({ kind: 'changes', changes, more: false });
    this.clock.advance(1);
  }
  document(log: readonly NumberedChange[], lineage = LATER): void {
    this.client.loaded({ lineage, seq: log.length }, textOf(log), carryDown);
    this.clock.advance(1);
  }
  /** Writes one change, which docstore keeps as the next one. */
  writes(log: NumberedChange[], ...ops: readonly Op[]): void {
    const done = this.client.edit(ops);
    if (!done.ok) throw new Error(done.error.detail);
    this.clock.advance(1);
    const change = { seq: log.length + 1, ...aChange(done.value.counter, ops) };
    log.push(change);
    this.changes(change);
  }
  hears(log: NumberedChange[], ...ops: readonly Op[]): void {
    const change = { seq: log.length + 1, ...aChange(log.length + 1, ops, OTHER) };
    log.push(change);
    this.changes(change);
  }
}

const type = (at: number, insert: string, remove = 0, id = ITEM): Op => {
  return { kind: 'splice', id, field: 'text', at, remove, insert };
};
const theirs = (seq: number, ...ops: readonly Op[]): NumberedChange => ({ seq, ...aChange(seq, ops, OTHER) });

function textOf(log: readonly NumberedChange[]): string {
  const map = emptyMap();
  for (const change of log) if (!applyOps(map, change).ok) throw new Error(`number ${change.seq} does not apply`);
  return encodeMap(map);
}

/** The names of an order that was renewed after so many changes. */
function renewedAfter(from: number) {
  return {
    lineages: [
      { id: LINEAGE, from: 0 },
      { id: LATER, from },
    ],
  };
}

let author: Author;
let log: NumberedChange[];
beforeEach(() => {
  author = new Author();
  log = [theirs(1, anAdd(ITEM, 'word'))];
  author.document(log, LINEAGE);
  author.welcome(log);
});

test('[SYNC-34] beyond a renewal nothing is shown or sent before the document is here', () => {
  author.writes(log, type(4, 's'));
  author.reconnect();
  const now = [...log.slice(0, 1), theirs(2, type(0, 'a '))];
  author.welcome(now, renewedAfter(1));
  author.client.edit([type(5, '!')]);
  author.changes(...now.slice(1));
  const submits = author.sent('submit').length;
  author.clock.advance(1000);
  author.say({ kind: 'pong', nonce: 1, seq: 2, mirrored: 2 });
  expect([author.text(), author.fetches, author.client.status.kind]).toEqual(['words!', 2, 'joining']);
  expect(author.sent('submit')).toHaveLength(submits);
  author.document(now);
  author.changes(...now.slice(1));
  expect([author.text(), author.client.order.lineage]).toEqual(['a words!', LATER]);
  expect(author.sent('submit').at(-1)).toEqual({
    kind: 'submit',
    base: 2,
    changes: [
      { counter: 1, ops: [type(6, 's')] },
      { counter: 2, ops: [type(7, '!')] },
    ],
  });
});

test('[SYNC-34] at or below a renewal a client goes on, and takes the new name', () => {
  author.writes(log, type(4, 's'));
  author.reconnect();
  author.welcome(log, renewedAfter(2));
  expect([author.fetches, author.client.status.kind, author.client.order.lineage]).toEqual([1, 'live', LATER]);
  expect(author.store.load().lineage).toBe(LATER);
  expect(author.events.some((event) => event.kind === 'renewed')).toBe(false);
  author.reconnect();
  expect(author.sent('hello').length).toBe(2);
  author.client.opened(author.connection, 'ticket');
  expect(author.sent('hello').at(-1)).toMatchObject({ since: 2, lineage: LATER });
});

test('[SYNC-34] a document of an order that no welcome has named waits for one', () => {
  author.writes(log, type(4, 's'));
  author.reconnect();
  author.welcome(log.slice(0, 1), renewedAfter(1));
  author.document(log.slice(0, 1), 'lineage00003');
  expect([author.text(), author.client.status.kind]).toEqual(['words', 'offline']);
});

test('[SYNC-34] a document that is missing is asked for again where the welcome names an order that it goes on from', () => {
  author.changes({ seq: 2, ...aChange(1, [type(99, 'where no text is')], OTHER) });
  const { fetches } = author;
  author.document(log);
  author.clock.advance(1000);
  author.welcome(log, renewedAfter(1));
  expect(author.fetches).toBe(fetches + 1);
  author.document(log);
  expect([author.text(), author.client.status]).toEqual(['word', { kind: 'live', unsent: 0 }]);
});

test('[SYNC-37] what was acknowledged and is lost is sent again in its order, with its counters, before anything newer', () => {
  author.writes(log, type(4, 's'));
  author.hears(log, type(0, 'their '));
  author.writes(log, type(11, '!'), { kind: 'set', id: ITEM, fields: { colour: '3' } });
  author.reconnect();
  author.client.edit([type(12, '?')]);
  author.welcome(log.slice(0, 1), renewedAfter(1));
  author.document(log.slice(0, 1));
  expect(author.text()).toBe('words!?');
  expect(author.sent('submit').at(-1)).toEqual({
    kind: 'submit',
    base: 1,
    changes: [
      { counter: 1, ops: [type(4, 's')] },
      { counter: 2, ops: [type(5, '!'), { kind: 'set', id: ITEM, fields: { colour: '3' } }] },
      { counter: 3, ops: [type(6, '?')] },
    ],
  });
  expect(author.events.filter((event) => event.kind === 'renewed')).toEqual([{ kind: 'renewed', again: 2 }]);
  expect(author.client.status).toEqual({ kind: 'live', unsent: 3 });
});

test('[SYNC-37] so it is after a restart, from what the browser kept, and after another one in the midst of it', () => {
  author.writes(log, type(4, 's'));
  author.client.stop();
  const second = new Author(author.store.load(), author.store);
  second.welcome(log.slice(0, 1), renewedAfter(1));
  second.document(log.slice(0, 1));
  expect(second.sent('submit').at(-1)?.changes).toEqual([{ counter: 1, ops: [type(4, 's')] }]);
  second.client.stop();
  // It was kept, and the answer was lost.
  const now = [...log.slice(0, 1), { seq: 2, ...aChange(1, [type(4, 's')]) }];
  const third = new Author(author.store.load(), author.store);
  third.welcome(now, renewedAfter(1));
  third.changes(...now.slice(1));
  expect([third.text(), third.client.status, third.sent('submit')]).toEqual(['words', { kind: 'live', unsent: 0 }, []]);
});

test('[SYNC-37] what the new order has, since a counter says so, is not sent again', () => {
  author.writes(log, type(4, 's'));
  author.reconnect();
  // The lineage of the change is not remembered any more; the table of counters is.
  author.welcome(log, { lineages: [{ id: LATER, from: 0 }] });
  author.document(log);
  expect([author.text(), author.client.status.unsent]).toEqual(['words', 0]);
});

test('[SYNC-37] a text that somebody else had set is gone, and what was typed into it is shown instead', () => {
  author.hears(log, { kind: 'set', id: ITEM, fields: { text: 'another text' } });
  author.writes(log, type(12, ' of mine'));
  author.reconnect();
  author.welcome(log.slice(0, 1), renewedAfter(1));
  author.document(log.slice(0, 1));
  expect(author.text()).toBe('word');
  expect(author.client.refused).toMatchObject([{ counter: 1, reason: 'restored', lost: [' of mine'] }]);
  expect(author.store.load().refused).toHaveLength(1);
  expect(author.sent('submit').at(-1)?.changes).toMatchObject([{ counter: 1, ops: [type(12, ' of mine')] }]);
});

test('[SYNC-37] what docstore refuses of it is shown as made before the server was restored', () => {
  const branch = 'item00000002' as ItemId;
  author.hears(log, anAdd(branch, 'branch', ITEM));
  author.writes(log, anAdd('item00000003' as ItemId, 'leaf', branch));
  author.reconnect();
  author.welcome(log.slice(0, 1), renewedAfter(1));
  author.document(log.slice(0, 1));
  expect(author.sent('submit').at(-1)?.changes).toMatchObject([{ counter: 1 }]);
  author.say({ kind: 'refused', counter: 1, reason: 'missing', detail: '' });
  expect(author.client.refused).toMatchObject([{ reason: 'restored', lost: ['leaf'] }]);
  expect(childrenOf(author.client.map, ITEM)).toEqual([]);
});

test('[SYNC-37] where what lies between is not known, a text is typed into only when that makes of it what it was', () => {
  const other = 'item00000002' as ItemId;
  const first: NumberedChange[] = [...log, theirs(2, anAdd(other, 'other'))];
  const today: NumberedChange[] = [...first, theirs(3, type(0, 'their ')), theirs(4, type(0, 'x', 0, other))];
  author.client.stop();
  const late = new Author();
  late.document(today, LINEAGE);
  late.welcome(today);
  // Both texts differ from what is restored; of one of them all is one's own.
  late.writes(today, { kind: 'set', id: other, fields: { text: 'mine' } });
  late.writes(today, type(4, ' too', 0, other));
  late.writes(today, type(10, 's'));
  late.reconnect();
  late.welcome(first, renewedAfter(2));
  late.document(first);
  expect([late.text(), late.client.map.items.get(other)?.text]).toEqual(['word', 'mine too']);
  expect(late.client.refused).toMatchObject([{ reason: 'restored', lost: ['s'] }]);
});

test('[SYNC-36] an acknowledged change is kept until the second location has it, and no longer than thirty days', () => {
  author.writes(log, type(4, 's'));
  author.writes(log, type(5, '!'));
  author.writes(log, type(6, '?'));
  expect(author.store.acknowledged.size).toBe(3);
  author.say({ kind: 'pong', nonce: 1, seq: 4, mirrored: 2 });
  expect([...author.store.acknowledged.keys()]).toEqual([2, 3]);
  author.reconnect();
  author.welcome(log, { mirrored: 3 });
  expect([...author.store.acknowledged.keys()]).toEqual([3]);
  author.client.stop();
  const saved = author.store.load();
  for (const [days, kept] of [
    [29, [3]],
    [31, []],
  ] as const) {
    const later = new Author(saved, new SimStore(), days * DAY_MS);
    later.welcome(log);
    expect(later.client.acknowledged.map(({ counter }) => counter)).toEqual(kept);
  }
});

test('[SYNC-36] what another order has in its second location says nothing of one’s own', () => {
  author.writes(log, type(4, 's'));
  author.reconnect();
  author.client.opened(author.connection, 'ticket');
  author.say({ kind: 'pong', nonce: 1, seq: 9, mirrored: 9 });
  expect(author.store.acknowledged.size).toBe(1);
  author.welcome(log.slice(0, 1), { ...renewedAfter(1), seq: 9, mirrored: 9 });
  author.say({ kind: 'pong', nonce: 2, seq: 9, mirrored: 9 });
  expect(author.store.acknowledged.size).toBe(1);
});

test('[SYNC-99] what another order has under a number of its own is kept until the second location has all that it greeted with', () => {
  author.writes(log, type(4, 's'));
  author.reconnect();
  // It came twice: the order that was lost had it as 2, this one has it as 4.
  const [first, again] = log.map((one) => ({ ...one, seq: one.seq === 1 ? 1 : 4 }));
  if (first === undefined || again === undefined) throw new Error('two changes');
  const now = [first, theirs(2, type(0, 'a ')), theirs(3, type(0, 'not ')), again];
  author.welcome(now, renewedAfter(1));
  author.document(now);
  author.say({ kind: 'pong', nonce: 1, seq: 4, mirrored: 3 });
  const saved = author.store.load();
  expect(saved.acknowledged.map(({ counter }) => counter)).toEqual([1]);
  const next = new Author(saved);
  next.welcome(now, { ...renewedAfter(1), mirrored: 3 });
  expect(next.client.acknowledged.map(({ counter }) => counter)).toEqual([1]);
  next.say({ kind: 'pong', nonce: 1, seq: 4, mirrored: 4 });
  expect(next.client.acknowledged).toEqual([]);
  // The first location is lost, and with it what the second one did not have.
  author.reconnect();
  const { lineages } = renewedAfter(1);
  author.welcome(now.slice(0, 3), { lineages: [...lineages, { id: 'lineage00003', from: 3 }] });
  author.document(now.slice(0, 3), 'lineage00003');
  expect(author.sent('submit').at(-1)?.changes).toMatchObject([{ counter: 1 }]);
});

test('[SYNC-36] however much one writes, what is kept is bounded in number and size', () => {
  const long = 'x'.repeat(60_000);
  for (let at = 0; at < 20; at++) author.writes(log, { kind: 'set', id: ITEM, fields: { note: `${at}${long}` } });
  expect(Math.min(...author.store.acknowledged.keys())).toBe(4);
  expect(author.store.acknowledged.size).toBe(17);
  author.writes(log, { kind: 'set', id: ITEM, fields: { note: '' } });
  expect(author.client.acknowledged.map(({ counter }) => counter)).toEqual([...author.store.acknowledged.keys()]);
});

test('[SYNC-36] what is acknowledged anew in another order counts once for the bound', () => {
  const long = 'x'.repeat(60_000);
  for (let at = 0; at < 10; at++) author.writes(log, { kind: 'set', id: ITEM, fields: { note: `${at}${long}` } });
  author.client.edit([type(4, '!')]);
  author.clock.advance(1);
  author.reconnect();
  author.welcome(log, renewedAfter(1));
  author.document(log);
  author.changes(...log.slice(1));
  expect(author.text()).toBe('word!');
  expect([...author.store.acknowledged.values()].map(({ lineage }) => lineage)).toEqual(log.slice(1).map(() => LATER));
});

test('[SYNC-34] a journal of a version without lineages takes the document anew, and keeps what waits', () => {
  author.writes(log, type(4, 's'));
  author.client.closed(author.connection);
  author.client.edit([type(5, '!')]);
  author.clock.advance(1);
  author.client.stop();
  const saved: Saved = { ...author.store.load(), lineage: null, acknowledged: [] };
  const later = new Author(saved, author.store);
  expect(later.text()).toBe('words!');
  later.welcome(log, { lineages: [{ id: LATER, from: 0 }] });
  expect(later.sent('hello')).toMatchObject([{ lineage: null }]);
  expect(later.fetches).toBe(1);
  later.document(log);
  expect([later.text(), later.client.order.lineage]).toEqual(['words!', LATER]);
  expect(later.sent('submit').at(-1)?.changes).toEqual([
    { counter: 1, ops: [] },
    { counter: 2, ops: [type(5, '!')] },
  ]);
});
