import { must, parsePersonId, type PersonId } from '@bough/base';
import { DEFAULT_SETTINGS, openLog } from '@bough/bloblog';
import { type Append, type AppendOutcome, THREAD_COMMENTS } from '@bough/contracts';
import { type Change, newCommentId, newThreadId, NO_OPS, type Op, parseChange } from '@bough/map';
import { platformIds } from '@bough/service';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { changeCodec } from './change-codec.ts';
import { commentsIn } from '../reading/thread-comments.ts';
import { authorsIn } from './writers.ts';
import { add, ANN, change, clientNamed, itemNamed, mapNamed } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';

const MAP = mapNamed('one');
const BOB = person('AZqJ0fZ0cACBAAAAAAAAAA');
const GUEST = person('AZqJ0fZ0cACCAAAAAAAAAA');
const EVE = person('AZqJ0fZ0cACDAAAAAAAAAA');

function person(text: string): PersonId {
  const id = parsePersonId(text);
  if (id === null) throw new Error(`${text} is no person id`);
  return id;
}

async function founded(): Promise<World> {
  const w = makeWorld();
  await w.run(w.documents.create({ map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  return w;
}

function by(author: PersonId, client: string, counter: number): Change {
  return { ...change(client, counter, add(`${client}${counter % 10_000}`, 'words')), author };
}

async function append(w: World, request: Omit<Append, 'base'>): Promise<readonly AppendOutcome['kind'][]> {
  const { seq } = await w.run(w.another().facts(MAP));
  const { outcomes } = await w.run(w.another().append(MAP, { ...request, base: seq }));
  return outcomes.map(({ kind }) => kind);
}

async function counterOf(w: World, author: PersonId, client: string, formerly?: PersonId): Promise<number> {
  return (await w.run(w.another().state(MAP, { client: clientNamed(client), author, formerly }))).counter;
}

/** Goes on with the document as a version did that counted by the client alone. */
async function asBefore(w: World, changes: readonly Change[], spent: Readonly<Record<string, number>>): Promise<void> {
  const codec = { ...changeCodec, writerOf: ({ client }: Pick<Change, 'client'>): string => client };
  const parts = { ports: w.ports, store: w.store, codec, location: 'here' };
  const opened = await w.run(openLog<Change>(parts, { ...DEFAULT_SETTINGS, tailBytes: 1 }, MAP));
  if (opened === null) throw new Error('the document is there');
  const { log } = opened;
  const { label } = log.head;
  await w.run(
    log.append(
      changes.map((each) => must(parseChange(each))),
      label,
    ),
  );
  for (const [client, counter] of Object.entries(spent)) log.spend(clientNamed(client), counter);
  await w.run(log.append([], label));
  await w.run(log.close());
}

test('[DOC-190] counters are a person’s and client’s: the same client id of somebody else counts for itself', async () => {
  const w = await founded();
  expect(await append(w, { changes: [by(ANN, 'c', 1), by(ANN, 'c', 2)] })).toEqual(['kept', 'kept']);
  // An item that is there already.
  expect(await append(w, { changes: [by(BOB, 'c', 1)] })).toEqual(['refused']);
  const { outcomes } = await w.run(
    w.another().append(MAP, {
      base: 3,
      changes: [
        { ...by(BOB, 'c', 1), ops: NO_OPS },
        { ...by(BOB, 'c', 2), ops: parsed(add('bobs', 'words')) },
      ],
    }),
  );
  expect(outcomes).toMatchObject([{ kind: 'seen' }, { kind: 'kept', seq: 4 }]);
  expect([await counterOf(w, ANN, 'c'), await counterOf(w, BOB, 'c')]).toEqual([2, 2]);
  expect(await append(w, { changes: [by(ANN, 'c', 3)] })).toEqual(['kept']);
});

test('[DOC-191] who has become somebody else since sends nothing twice, and takes no counter from anybody', async () => {
  const w = await founded();
  expect(await append(w, { changes: [by(GUEST, 'c', 1), by(GUEST, 'c', 2)] })).toEqual(['kept', 'kept']);
  expect(await counterOf(w, ANN, 'c', GUEST)).toBe(2);
  // The answer to the second was lost while the guest signed in.
  expect(await append(w, { changes: [by(ANN, 'c', 2), by(ANN, 'c', 3)], formerly: GUEST })).toEqual(['kept', 'kept']);
  expect((await w.run(w.another().facts(MAP))).seq).toBe(4);
  expect([await counterOf(w, ANN, 'c'), await counterOf(w, GUEST, 'c')]).toEqual([3, 3]);
  // A call of the guest's that is late is a repeat, and so is what it would have refused.
  expect(await append(w, { changes: [by(GUEST, 'c', 3)] })).toEqual(['seen']);
  expect(await append(w, { changes: [by(ANN, 'c', 4)], formerly: GUEST })).toEqual(['kept']);
});

test('[DOC-192] what a version counted that knew clients alone holds: sent again, it is not kept again', async () => {
  const w = await founded();
  await asBefore(w, [by(ANN, 'c', 1), by(ANN, 'c', 2)], { c: 3 });
  expect(await counterOf(w, ANN, 'c')).toBe(3);
  const again = [by(ANN, 'c', 1), by(ANN, 'c', 2), by(ANN, 'c', 3), by(ANN, 'c', 4)];
  expect(await append(w, { changes: again })).toEqual(['kept', 'kept', 'seen', 'kept']);
  const { seq } = await w.run(w.another().facts(MAP));
  expect(seq).toBe(4);
  // Once it is in a snapshot, too.
  await asBefore(w, [by(ANN, 'd', 1)], {});
  expect([await counterOf(w, ANN, 'c'), await counterOf(w, ANN, 'd')]).toEqual([4, 1]);
  expect(await append(w, { changes: [by(ANN, 'd', 1), by(ANN, 'd', 2)] })).toEqual(['kept', 'kept']);
});

test('[DOC-192] a counter that nobody can have counted to, from before, blocks nobody', async () => {
  const w = await founded();
  await asBefore(w, [by(ANN, 'c', 1)], { c: Number.MAX_SAFE_INTEGER });
  expect(await counterOf(w, ANN, 'c')).toBe(1);
  expect(await append(w, { changes: [by(ANN, 'c', 2)] })).toEqual(['kept']);
});

test('[DOC-195] a counter that does not follow on the last one is refused, and nothing of its submit is kept', async () => {
  const w = await founded();
  expect(await append(w, { changes: [by(ANN, 'c', 1)] })).toEqual(['kept']);
  const jumps = [[3], [2, 4], [Number.MAX_SAFE_INTEGER]];
  for (const counters of jumps) {
    const changes = counters.map((counter) => by(ANN, 'c', counter));
    await expect(append(w, { changes })).rejects.toMatchObject({ code: 'docstore/counter-jump', kind: 'invalid' });
  }
  const beyond = { ...by(ANN, 'c', Number.MAX_SAFE_INTEGER), ops: NO_OPS };
  await expect(append(w, { changes: [beyond] })).rejects.toMatchObject({ code: 'docstore/counter-jump' });
  expect([(await w.run(w.another().facts(MAP))).seq, await counterOf(w, ANN, 'c')]).toEqual([2, 1]);
  expect(await append(w, { changes: [by(ANN, 'c', 2)] })).toEqual(['kept']);
});

test('[DOC-195] what is said to be empty is spent: a client goes on after what it lost, and what comes late is not kept', async () => {
  const w = await founded();
  const empty = (counter: number): Change => ({ ...by(ANN, 'c', counter), ops: NO_OPS });
  // The table has forgotten this client, or an older backup was restored.
  expect(await append(w, { changes: [empty(40), by(ANN, 'c', 41)] })).toEqual(['seen', 'kept']);
  expect(await append(w, { changes: [by(ANN, 'c', 40)] })).toEqual(['seen']);
  expect(await append(w, { changes: [by(ANN, 'c', 42), empty(43), by(ANN, 'c', 44)] })).toEqual([
    'kept',
    'seen',
    'kept',
  ]);
  expect([(await w.run(w.another().facts(MAP))).seq, await counterOf(w, ANN, 'c')]).toEqual([4, 44]);
  expect(await append(w, { changes: [empty(44), by(ANN, 'c', 45)] })).toEqual(['kept', 'kept']);
});

test('[DOC-257] everybody who wrote is known, who wrote last first, in every process', async () => {
  const w = await founded();
  const authors = (): Promise<readonly PersonId[]> => w.run(w.another().look(MAP, authorsIn));
  expect(await authors()).toEqual([ANN]);
  await append(w, { changes: [by(BOB, 'bob', 1)] });
  await append(w, { changes: [by(GUEST, 'guest', 1)] });
  expect(await authors()).toEqual([GUEST, BOB, ANN]);
  // Who sent only what was refused has written nothing.
  const wrong = { ...change('eve', 1, { kind: 'remove', id: itemNamed('nowhere') }), author: EVE };
  const there = w.another();
  const { seq } = await w.run(there.facts(MAP));
  const { outcomes } = await w.run(there.append(MAP, { base: seq, changes: [wrong] }));
  expect(outcomes).toMatchObject([{ kind: 'refused' }]);
  await w.run(there.append(MAP, { base: seq, changes: [by(BOB, 'bob', 2)] }));
  expect(await w.run(w.another().state(MAP, { client: clientNamed('eve'), author: EVE }))).toMatchObject({
    counter: 1,
  });
  expect(await authors()).toEqual([BOB, GUEST, ANN]);
});

test('[DOC-257] a copy knows who has a comment, a message or a reaction in it', async () => {
  const w = await founded();
  const [thread, id] = [newThreadId(platformIds), newCommentId(platformIds)];
  const comment: Op = { kind: 'comment', thread, item: itemNamed('root'), id, text: 'Why?' };
  await append(w, { changes: [by(BOB, 'bob', 1)] });
  await append(w, { changes: [{ ...change('guest', 1, comment), author: GUEST }] });
  const copy = mapNamed('copy');
  await w.run(w.another().copy(MAP, null, copy));
  expect(await w.run(w.another().look(copy, authorsIn))).toEqual([GUEST]);
  const message: Op = { kind: 'message', id: newCommentId(platformIds), text: 'All' };
  await append(w, { changes: [{ ...change('eve', 1, message), author: EVE }] });
  await append(w, {
    changes: [{ ...change('bob', 2, { kind: 'react', thread, id, sign: '👍', isOn: true }), author: BOB }],
  });
  const later = mapNamed('later');
  await w.run(w.another().copy(MAP, null, later));
  expect(new Set(await w.run(w.another().look(later, authorsIn)))).toEqual(new Set([GUEST, BOB, EVE]));
});

test('[DOC-266] a thread tells who has said what in it, in its order, and of a long one the last', async () => {
  const w = await founded();
  const thread = newThreadId(platformIds);
  const said = Array.from({ length: THREAD_COMMENTS + 2 }, () => newCommentId(platformIds));
  for (const [at, id] of said.entries()) {
    const op: Op = { kind: 'comment', thread, item: itemNamed('root'), id, text: 'So' };
    const author = at % 2 === 0 ? BOB : GUEST;
    const counted = change(at % 2 === 0 ? 'bob' : 'guest', Math.floor(at / 2) + 1, op);
    await append(w, { changes: [{ ...counted, author, at: at + 1 }] });
  }
  const asked = [thread, newThreadId(platformIds)];
  const found = await w.run(w.another().look(MAP, (_log, map) => commentsIn(map, asked)));
  const last = said.map((id, at) => ({ id, author: at % 2 === 0 ? BOB : GUEST })).slice(2);
  expect(found).toEqual([{ thread, comments: last }]);
});
