import { emptyMap, encodeMap, type ItemId, mapHash, type NumberedChange, type Op } from '@bough/map';
import { beforeEach, describe, expect, test } from 'vitest';
import { PROTOCOL_LIMITS } from '../wire/protocol.ts';
import { aChange, anAdd, ITEM, LINEAGE, OTHER } from '../testing/samples.ts';
import { carryDown } from '../replica/carry-down.ts';
import { Stand } from '../testing/stand.ts';

const type = (at: number, insert: string, remove = 0): Op => ({
  kind: 'splice',
  id: ITEM,
  field: 'text',
  at,
  remove,
  insert,
});
const theirs = (seq: number, ops: readonly Op[]): NumberedChange => ({ seq, ...aChange(seq, ops, OTHER) });

let stand: Stand;
beforeEach(() => {
  stand = new Stand();
});

test('[SYNC-4] an edit is there at once and is sent when it is stored, one submit at a time, composed meanwhile', () => {
  stand.live();
  stand.storesAtOnce = false;
  stand.client.edit([anAdd(ITEM, '')]);
  expect(stand.text()).toBe('');
  expect(stand.sent('submit')).toEqual([]);
  const save = stand.effects.findLast((effect) => effect.kind === 'store');
  stand.storesAtOnce = true;
  if (save?.kind === 'store') stand.client.stored(save.save);
  expect(stand.sent('submit')).toMatchObject([{ base: 0, changes: [{ counter: 1 }] }]);
  for (const [at, letter] of 'hello'.split('').entries()) stand.client.edit([type(at, letter)], { step: 'typing' });
  stand.clock.advance(10);
  expect(stand.sent('submit')).toHaveLength(1);
  expect(stand.client.status).toEqual({ kind: 'live', unsent: 2 });
  stand.changes({ seq: 1, ...aChange(1, [anAdd(ITEM, '')]) });
  stand.clock.advance(10);
  expect(stand.sent('submit').slice(1)).toEqual([
    { kind: 'submit', base: 1, changes: [{ counter: 2, ops: [type(0, 'hello')] }] },
  ]);
});

test('[SYNC-4] what is under way when the line is lost is sent again as it was, with what came after', () => {
  stand.live();
  stand.client.edit([anAdd(ITEM, 'a')], { step: 'same' });
  stand.clock.advance(1);
  stand.client.closed(stand.connection);
  expect(stand.client.status.kind).toBe('offline');
  stand.client.edit([type(1, 'b')], { step: 'same' });
  stand.clock.advance(1000);
  stand.welcome(0);
  stand.clock.advance(1);
  expect(stand.sent('submit').at(-1)?.changes).toEqual([
    { counter: 1, ops: [anAdd(ITEM, 'a')] },
    { counter: 2, ops: [type(1, 'b')] },
  ]);
});

test('[SYNC-4] a submit without an answer is repeated, a silent line is given up', () => {
  stand.live();
  stand.client.edit([anAdd()]);
  for (let at = 0; at < 12; at++) {
    stand.clock.advance(500);
    stand.say({ kind: 'pong', nonce: 1, seq: 0, mirrored: null });
  }
  expect(stand.sent('submit').length).toBeGreaterThan(1);
  stand.clock.advance(5500);
  expect(stand.sent('ping').length).toBeGreaterThan(0);
  expect(stand.count('disconnect')).toBe(1);
});

test('[SYNC-7] at a gap, and when a pong knows of more, the client asks from where it is', () => {
  stand.live();
  stand.changes(theirs(3, [anAdd()]));
  expect(stand.sent('fill')).toEqual([{ kind: 'fill', from: 1 }]);
  stand.say({ kind: 'pong', nonce: 1, seq: 2, mirrored: null });
  expect(stand.sent('fill')).toHaveLength(2);
});

test('[SYNC-8] a refused change is rolled back, its texts stay until dismissed, across restarts, and later ones go on', () => {
  stand.live();
  stand.changes(theirs(1, [anAdd(ITEM, 'end')]));
  stand.client.edit([type(0, 'lost ')]);
  stand.client.edit([type(5, 'kept ')]);
  stand.clock.advance(1);
  stand.say({ kind: 'refused', counter: 1, reason: 'limit', detail: 'too long' });
  expect(stand.text()).toBe('kept end');
  expect(stand.client.refused).toMatchObject([{ counter: 1, reason: 'limit', lost: ['lost '] }]);
  expect(stand.events.some((event) => event.kind === 'refused')).toBe(true);
  const again = new Stand(stand.store.load());
  expect(again.client.refused).toHaveLength(1);
  expect(again.text()).toBe('kept end');
  again.client.dismissRefused(1);
  expect(again.client.refused).toEqual([]);
});

test('[SYNC-14] a moot change is dropped without a word', () => {
  stand.live();
  stand.changes(theirs(1, [anAdd(ITEM, 'abc')]));
  stand.client.edit([type(0, '', 1)]);
  stand.clock.advance(1);
  stand.say({ kind: 'refused', counter: 1, reason: 'moot', detail: '' });
  expect(stand.client.status).toEqual({ kind: 'live', unsent: 0 });
  expect(stand.client.refused).toEqual([]);
  expect(stand.store.load().pending).toEqual([]);
});

test('[SYNC-9] what docstore has seen and the order does not have was refused', () => {
  stand.live();
  stand.client.edit([anAdd()]);
  stand.clock.advance(1);
  stand.client.closed(stand.connection);
  stand.clock.advance(1000);
  stand.welcome(1, 1);
  expect(stand.client.refused).toEqual([]);
  stand.changes(theirs(1, [anAdd('item00000002' as ItemId)]));
  expect(stand.client.refused).toMatchObject([{ counter: 1, reason: 'unknown' }]);
  expect(stand.client.map.items.has(ITEM)).toBe(false);
});

test('[SYNC-10] after a restart the same map is there without a network, and counters go on', () => {
  stand.live();
  stand.changes(theirs(1, [anAdd(ITEM, 'one')]));
  stand.client.edit([type(3, ' two')]);
  stand.clock.advance(1);
  stand.changes(theirs(2, [type(0, 'zero ')]));
  const again = new Stand(stand.store.load());
  expect(mapHash(again.client.map)).toBe(mapHash(stand.client.map));
  expect(again.client.status).toMatchObject({ kind: 'offline', unsent: 1 });
  const edited = again.client.edit([type(0, '!')]);
  expect(edited).toMatchObject({ ok: true, value: { counter: 2 } });
});

test('[SYNC-11] with a document newer than what is pending, the map is shown when that is brought over what lies between', () => {
  stand.live();
  stand.changes(theirs(1, [anAdd(ITEM, 'one')]));
  stand.client.edit([type(3, ' mine')]);
  stand.clock.advance(1);
  const again = new Stand({ ...stand.store.load(), document: null, changes: [] });
  const other = new Stand().live();
  const log = [theirs(1, [anAdd(ITEM, 'one')]), theirs(2, [type(0, 'zero ')])];
  other.changes(...log);
  again.client.loaded({ lineage: LINEAGE, seq: 2 }, encodeMap(other.client.map));
  expect(again.client.status.kind).toBe('loading');
  expect(again.client.edit([type(0, 'x')])).toMatchObject({ error: { reason: 'no-map' } });
  again.welcome(2);
  expect(again.sent('hello')[0]?.since).toBe(1);
  again.changes(...log.slice(1));
  expect(again.text()).toBe('zero one mine');
  expect(again.client.status).toEqual({ kind: 'live', unsent: 1 });
});

test('[SYNC-12] a large gap is fetched when nothing is pending, and pulled when something is', () => {
  const far = PROTOCOL_LIMITS.gapPushed + 1;
  stand.client.loaded({ lineage: LINEAGE, seq: 0 }, encodeMap(emptyMap()));
  stand.welcome(far);
  expect(stand.count('fetch')).toBe(2);
  stand.client.loaded({ lineage: LINEAGE, seq: far }, encodeMap(emptyMap()));
  expect(stand.client.status.kind).toBe('live');
  expect(stand.sent('fill')).toEqual([{ kind: 'fill', from: far + 1 }]);
  const busy = new Stand();
  busy.client.loaded({ lineage: LINEAGE, seq: 0 }, encodeMap(emptyMap()));
  busy.client.edit([anAdd()]);
  busy.welcome(far);
  expect(busy.sent('fill')).toEqual([{ kind: 'fill', from: 1 }]);
  busy.say({ kind: 'changes', changes: [theirs(1, [anAdd('item00000002' as ItemId)])], more: true });
  expect(busy.sent('fill').at(-1)).toEqual({ kind: 'fill', from: 2 });
});

test('[SYNC-12] a gateway that knows less than the client sends it for the document', () => {
  stand.live();
  stand.changes(theirs(1, [anAdd()]));
  stand.client.closed(stand.connection);
  stand.clock.advance(1000);
  stand.client.opened(stand.connection, 'ticket');
  stand.say({ kind: 'bye', reason: 'refetch', detail: '' });
  expect(stand.count('fetch')).toBe(2);
  stand.client.loaded({ lineage: LINEAGE, seq: 0 }, encodeMap(emptyMap()), carryDown);
  expect(stand.client.map.items.size).toBe(0);
});

test('[SYNC-15] a client knows its role: what it may not do is refused before it is tried', () => {
  stand.live();
  stand.say({ kind: 'role', role: 'comment' });
  expect(stand.client.edit([anAdd()])).toMatchObject({ error: { reason: 'denied' } });
  stand.say({ kind: 'role', role: 'view' });
  expect(stand.client.undo()).toMatchObject({ error: { reason: 'denied' } });
  stand.say({ kind: 'bye', reason: 'denied', detail: 'withdrawn' });
  expect(stand.client.status).toMatchObject({ kind: 'refused', reason: 'denied' });
  stand.clock.advance(60_000);
  expect(stand.count('connect')).toBe(1);
});

test('[SYNC-23] undo is a change like any other, around what others did, and says when nothing is left', () => {
  stand.live();
  stand.client.edit([anAdd(ITEM, 'text')]);
  stand.client.edit([type(4, ' mine')]);
  stand.clock.advance(1);
  stand.changes({ seq: 1, ...aChange(1, [anAdd(ITEM, 'text')]) }, theirs(2, [type(0, 'their ')]));
  expect(stand.text()).toBe('their text mine');
  expect(stand.client.undo().ok).toBe(true);
  expect(stand.text()).toBe('their text');
  expect(stand.client.redo().ok).toBe(true);
  expect(stand.text()).toBe('their text mine');
  expect(stand.client.undo().ok).toBe(true);
  expect(stand.client.undo()).toMatchObject({ error: { reason: 'nothing-to-undo' } });
  expect(stand.text()).toBe('their text');
});

test('[SYNC-66] told that counters are decided, what is not in the order was refused; while fetching nobody believes it', () => {
  stand.live();
  stand.client.edit([anAdd(ITEM, 'kept')]);
  stand.client.edit([anAdd('item00000002' as ItemId, 'refused')]);
  stand.changes({ seq: 1, ...aChange(1, [anAdd(ITEM, 'kept')]) });
  stand.say({ kind: 'seen', counter: 1 });
  expect(stand.client.refused).toEqual([]);
  stand.say({ kind: 'seen', counter: 2 });
  expect(stand.client.refused).toMatchObject([{ counter: 2, reason: 'unknown' }]);
  stand.client.edit([anAdd('item00000003' as ItemId, 'waits')]);
  // A change that cannot be: the document is fetched anew.
  stand.changes(theirs(2, [{ kind: 'set', id: 'item99999999' as ItemId, fields: { text: 'x' } }]));
  stand.say({ kind: 'seen', counter: 3 });
  expect([stand.client.refused.length, stand.client.status.unsent]).toEqual([1, 1]);
});

test('[SYNC-50] what the server has no room for is told and kept; the word goes with the first answer, or with the line', () => {
  stand.live();
  stand.client.edit([anAdd(ITEM, 'kept')]);
  stand.clock.advance(1);
  stand.say({ kind: 'full', isFull: true });
  expect(stand.client.status).toEqual({ kind: 'full', unsent: 1 });
  stand.client.edit([{ kind: 'splice', id: ITEM, field: 'text', at: 4, remove: 0, insert: ' too' }]);
  expect([stand.text(), stand.client.status]).toEqual(['kept too', { kind: 'full', unsent: 2 }]);
  stand.say({ kind: 'full', isFull: false });
  expect(stand.client.status).toEqual({ kind: 'live', unsent: 2 });
  stand.say({ kind: 'full', isFull: true });
  stand.client.closed(stand.connection);
  expect(stand.client.status).toMatchObject({ kind: 'offline', unsent: 2 });
  stand.clock.advance(1000);
  stand.welcome(0);
  stand.clock.advance(1);
  expect(stand.client.status).toEqual({ kind: 'live', unsent: 2 });
});

describe('[SYNC-33] a server of another version', () => {
  const speaksAnother: readonly { readonly how: string; readonly says: () => void }[] = [
    { how: 'a goodbye', says: () => stand.say({ kind: 'bye', reason: 'version', detail: 'd' }) },
    {
      how: 'a change with an op that is not known',
      says: () =>
        stand.client.received(stand.connection, '{"kind":"changes","changes":[{"ops":[{"kind":"new"}]}],"more":false}'),
    },
    {
      how: 'a refused ticket',
      says: () => {
        stand.client.closed(stand.connection);
        stand.clock.advance(1000);
        stand.client.closed(stand.connection, 'version');
      },
    },
  ];

  test.each(speaksAnother)(
    'is told by $how; editing goes on, what waits is kept and sent to the next one',
    ({ says }) => {
      stand.live();
      says();
      const submits = stand.sent('submit').length;
      stand.client.edit([anAdd(ITEM, 'kept')]);
      stand.clock.advance(1);
      expect(stand.client.status).toEqual({ kind: 'outdated', unsent: 1, isWhole: true });
      expect(stand.text()).toBe('kept');
      expect(stand.sent('submit')).toHaveLength(submits);
      stand.clock.advance(1000);
      stand.welcome(0);
      stand.clock.advance(1);
      expect(stand.client.status).toEqual({ kind: 'live', unsent: 1 });
      expect(stand.sent('submit').at(-1)?.changes).toEqual([{ counter: 1, ops: [anAdd(ITEM, 'kept')] }]);
    },
  );

  test('is told while there is no map yet, and the document is asked for again', () => {
    const asked = stand.count('fetch');
    stand.client.loadFailed('version');
    expect(stand.client.status).toEqual({ kind: 'outdated', unsent: 0, isWhole: false });
    stand.clock.advance(10_000);
    expect(stand.count('fetch')).toBeGreaterThan(asked);
  });
});

test('[SYNC-52] a page that goes stores what it has at once, and sends nothing that is not stored', () => {
  stand.live();
  stand.storesAtOnce = false;
  stand.client.edit([anAdd(ITEM, 'a')], { step: 'typing' });
  stand.client.edit([type(1, 'b')], { step: 'typing' });
  const before = stand.count('store');
  stand.client.leave();
  expect(stand.count('store')).toBe(before + 1);
  const saves = stand.effects.flatMap((effect) => (effect.kind === 'store' ? [effect] : []));
  for (const { writes } of saves) stand.store.write(writes);
  expect(JSON.stringify(stand.store.load().pending)).toContain('"b"');
  stand.client.stored(saves.at(-2)?.save ?? 0);
  expect(stand.sent('submit')).toEqual([]);
  stand.client.stored(saves.at(-1)?.save ?? 0);
  expect(stand.sent('submit')).toHaveLength(1);
});
