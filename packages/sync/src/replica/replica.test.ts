import { must, type PersonId } from '@bough/base';
import {
  applyOps,
  type Change,
  type CommentId,
  emptyMap,
  encodeMap,
  type ItemId,
  type MindMap,
  type NumberedChange,
  type Op,
  type ThreadId,
} from '@bough/map';
import { Dice, Memory, parsed, randomOps } from '@bough/map/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Replica } from './replica.ts';
import { ModelDocstore } from '../testing/model-docstore.ts';
import { aChange, anAdd, CLIENT, ITEM, OTHER, PERSON } from '../testing/samples.ts';
import { Trace } from '../testing/trace.ts';
import { Touches } from './touches.ts';
import { UndoHistory } from './undo.ts';
import { VirtualClock } from '@bough/base/testing';

const splice = (at: number, remove: number, insert: string): Op => {
  return { kind: 'splice', id: ITEM, field: 'text', at, remove, insert };
};

function newReplica(): Replica {
  const replica = new Replica(CLIENT, PERSON, new UndoHistory());
  replica.reset(0, emptyMap(), [], new Touches());
  return replica;
}

function isFirstOfItsCounter({ counter }: NumberedChange | Change, at: number, all: readonly Change[]): boolean {
  return counter > 0 && all[at - 1]?.counter !== counter;
}

/** What the map must be: the order up to the position, then what is pending, as far as it applies. */
function expectedMap(log: readonly NumberedChange[], replica: Replica): MindMap {
  const map = emptyMap();
  for (const change of log.slice(0, replica.position)) must(applyOps(map, change));
  for (const one of replica.pending) applyOps(map, { author: PERSON, at: one.at, ops: one.ops });
  return map;
}

test('[SYNC-61] own is what the person’s client has made; what somebody else counts under its id is news like any other', () => {
  const replica = newReplica();
  const touches = new Touches();
  const [stranger, later] = ['AYvP5WgAdwiICAgICAgICA' as PersonId, 'AYvP5WgAdwiJCQkJCQkJCQ' as PersonId];
  must(replica.edit(1, 1, 1, parsed(anAdd(ITEM, 'mine'))));
  const theirs = { ...aChange(1, [anAdd('item00000002' as ItemId)]), author: stranger };
  expect(replica.advance([{ seq: 1, ...theirs }], touches)).toMatchObject({
    settled: [],
    refused: [],
    isBroken: false,
  });
  expect(replica.pending.map(({ counter }) => counter)).toEqual([1]);
  // Whoever signs in meanwhile is the same client under two names.
  replica.setPerson(later);
  expect(replica.advance([{ seq: 2, ...aChange(1, [anAdd(ITEM, 'mine')]) }], touches).settled).toEqual([1]);
  must(replica.edit(2, 2, 1, parsed({ kind: 'set', id: ITEM, fields: { text: 'more' } })));
  const more = { ...aChange(2, [{ kind: 'set', id: ITEM, fields: { text: 'more' } }]), author: later };
  expect(replica.advance([{ seq: 3, ...more }], touches).settled).toEqual([2]);
});

test('[SYNC-5] after every step the map is the order up to the position, with the pending changes on top', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const dice = new Dice(seed);
      const docstore = new ModelDocstore(new Trace(new VirtualClock()));
      const replica = newReplica();
      const memory = new Memory();
      const others = emptyMap();
      let mine = 0;
      let theirs = 0;
      const commit = (base: number, changes: readonly ReturnType<typeof aChange>[]): void => {
        const refused: number[] = [];
        docstore.append(base, changes, (appended) => {
          for (const one of appended.outcomes) if (one.kind === 'refused') refused.push(one.counter);
          for (const change of appended.changes) must(applyOps(others, change));
        });
        docstore.startCommit();
        docstore.finishCommit();
        for (const counter of refused) replica.refuse(counter, new Touches());
      };
      for (let step = 0; step < 50; step++) {
        const kind = dice.below(10);
        const ops = randomOps(dice, kind < 4 ? replica.map : others, memory);
        if (kind < 4 && ops.length > 0) {
          if (replica.edit(mine + 1, step % 3, 1, parsed(...ops)).ok)
            mine = Math.max(mine, replica.pending.at(-1)?.counter ?? 0);
        } else if (kind < 6 && ops.length > 0) {
          commit(docstore.log.length, [aChange(++theirs, ops, OTHER)]);
        } else if (kind < 9) {
          const upTo = replica.position + 1 + dice.below(4);
          replica.advance(docstore.log.slice(replica.position, upTo), new Touches());
        } else {
          replica.freeze();
          // As an outbox says what is missing.
          const changes = replica.pending.flatMap((one) => [
            aChange(one.counter - 1, []),
            aChange(one.counter, one.ops),
          ]);
          if (changes.length > 0) commit(replica.position, changes.filter(isFirstOfItsCounter));
        }
        expect(encodeMap(replica.map)).toBe(encodeMap(expectedMap(docstore.log, replica)));
      }
    }),
    { numRuns: 500 },
  );
});

test('[SYNC-5] comments that two remove at once are kept in the order of the map, not in that of their coming', () => {
  const [mine, theirs] = ['thread00000a', 'thread00000b'] as [ThreadId, ThreadId];
  const id = 'comment00000' as CommentId;
  const says = (thread: ThreadId): Op => ({ kind: 'comment', thread, item: ITEM, id, text: thread });
  const removes = (thread: ThreadId): Op => ({ kind: 'edit-comment', thread, id, text: null });
  const log: NumberedChange[] = [
    { seq: 1, ...aChange(1, [anAdd(ITEM, 'a'), says(mine), says(theirs)], OTHER) },
    { seq: 2, ...aChange(2, [removes(theirs)], OTHER) },
  ];
  const replica = newReplica();
  replica.advance(log.slice(0, 1), new Touches());
  must(replica.edit(1, 1, 1, parsed(removes(mine))));
  replica.advance(log.slice(1), new Touches());
  expect(replica.pending).toHaveLength(1);
  expect(encodeMap(replica.map)).toBe(encodeMap(expectedMap(log, replica)));
});

test('[SYNC-5] what is done with items that an edit brought back is no part of that edit', () => {
  const [gone, mine] = ['item0000gone', 'item0000mine'] as [ItemId, ItemId];
  const log: NumberedChange[] = [
    { seq: 1, ...aChange(1, [anAdd(gone, 'theirs')], OTHER) },
    { seq: 2, ...aChange(2, [{ kind: 'remove', id: gone }], OTHER) },
  ];
  const replica = newReplica();
  replica.advance(log, new Touches());
  must(replica.edit(1, 1, 1, parsed(anAdd(mine, 'mine', gone))));
  const shelf = replica.map.items.get(gone)?.parent ?? expect.unreachable('what is gone comes back on a shelf');
  // In one step, as while a branch is dragged.
  must(replica.edit(2, 1, 1, parsed({ kind: 'move', id: mine, parent: shelf, order: 'a0', side: null })));
  expect(encodeMap(replica.map)).toBe(encodeMap(expectedMap(log, replica)));
});

test('[SYNC-5] what comes below items that an edit brought back is no longer where it was', () => {
  const [top, below] = ['item00000top', 'item000below'] as [ItemId, ItemId];
  const log: NumberedChange[] = [
    { seq: 1, ...aChange(1, [anAdd(top, 'top'), anAdd(below, 'below', top)], OTHER) },
    { seq: 2, ...aChange(2, [{ kind: 'remove', id: top }], OTHER) },
    { seq: 3, ...aChange(3, [{ kind: 'set', id: below, fields: { text: 'theirs' } }], OTHER) },
  ];
  const replica = newReplica();
  replica.advance(log.slice(0, 2), new Touches());
  must(replica.edit(1, 1, 1, parsed({ kind: 'set', id: top, fields: { text: 'mine' } })));
  replica.advance(log.slice(2), new Touches());
  expect(encodeMap(replica.map)).toBe(encodeMap(expectedMap(log, replica)));
});

test('[SYNC-6] an own change that comes back altered counts as it came back', () => {
  const replica = newReplica();
  replica.edit(1, 1, 1, parsed(anAdd(ITEM, 'mine')));
  replica.advance([{ seq: 1, ...aChange(1, [anAdd(ITEM, 'as docstore has it')]) }], new Touches());
  expect(replica.map.items.get(ITEM)?.text).toBe('as docstore has it');
  expect(replica.pending).toEqual([]);
});

test('[SYNC-7] what is repeated does nothing, and what lies beyond a gap is not taken', () => {
  const replica = newReplica();
  const first: NumberedChange = { seq: 1, ...aChange(1, [anAdd(ITEM, 'a')], OTHER) };
  const third: NumberedChange = { seq: 3, ...aChange(3, [splice(0, 0, 'c')], OTHER) };
  replica.advance([first], new Touches());
  expect(replica.advance([first], new Touches())).toMatchObject({ taken: [], isGap: false });
  expect(replica.advance([third], new Touches())).toMatchObject({ taken: [], isGap: true });
  expect(replica.map.items.get(ITEM)?.text).toBe('a');
});

test('[SYNC-14] what others have already taken away is no longer pending', () => {
  const replica = newReplica();
  replica.advance([{ seq: 1, ...aChange(1, [anAdd(ITEM, 'abc')], OTHER) }], new Touches());
  replica.edit(1, 1, 1, parsed(splice(1, 1, '')));
  const advance = replica.advance([{ seq: 2, ...aChange(2, [splice(0, 3, '')], OTHER) }], new Touches());
  expect(advance.settled).toEqual([1]);
  expect(replica.pending).toEqual([]);
});

test('[SYNC-8] when a change is refused the later ones stand where they would without it', () => {
  const replica = newReplica();
  replica.advance([{ seq: 1, ...aChange(1, [anAdd(ITEM, 'end')], OTHER) }], new Touches());
  replica.edit(1, 1, 1, parsed(splice(0, 0, 'refused ')));
  replica.edit(2, 2, 1, parsed(splice(8, 0, 'kept ')));
  replica.refuse(1, new Touches());
  expect(replica.map.items.get(ITEM)?.text).toBe('kept end');
  expect(replica.pending.map((one) => one.counter)).toEqual([2]);
});
