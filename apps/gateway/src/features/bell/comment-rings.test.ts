import { parseClientId, type PersonId } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { newCommentId, newItemId, newThreadId, type NumberedChange } from '@bough/map';
import { parsed } from '@bough/map/testing';
import { openContext, platformIds, silentLog } from '@bough/service';
import { expect, test } from 'vitest';
import { openSqlite } from '../../metadata/sqlite/sqlite-metadata.ts';
import { AT, guest, newAddress, newMapId } from '../../testing/metadata-contract/fixtures.ts';
import { type CommentRingParts, CommentRings } from './comment-rings.ts';

// Rings over a docstore that only answers, and is further than what is looked at, as it is while many speak.

const client = parseClientId(platformIds.short()) ?? expect.unreachable('short ids are client ids');
const [thread, item] = [newThreadId(platformIds), newItemId(platformIds)];

/** A map of two accounts, of whom the second speaks after the first. */
async function spoken() {
  const metadata = openSqlite(':memory:');
  const clock = new VirtualClock();
  const [ann, bo] = ['Ann', 'Bo'].map((name) => ({ ...guest(), name, email: newAddress() }));
  if (ann === undefined || bo === undefined) return expect.unreachable('there are two');
  for (const person of [ann, bo]) await metadata.addPerson(person);
  const map = newMapId();
  await metadata.addMap({ id: map, title: 'Garden', createdAt: AT }, ann.id);
  await metadata.addGrant({ map, person: bo.id, role: 'edit', link: null, at: AT });
  const comments = [ann.id, bo.id].map((author) => ({ id: newCommentId(platformIds), author }));
  let failures = 0;
  const answer: unknown = async (): Promise<unknown> => {
    if (failures-- > 0) throw new Error('docstore is away');
    return { threads: [{ thread, comments }] };
  };
  const troubles: unknown[] = [];
  const contexts = { service: 'gateway', clock, ids: platformIds, log: silentLog } as const;
  const rings = new CommentRings({
    ...{ clock, metadata, gifts: { peopleOn: async () => [] } },
    docstore: { call: answer as CommentRingParts['docstore']['call'] },
    openContext: (facts) => openContext(contexts, facts),
    onTrouble: (error) => troubles.push(error),
  });
  const say = (at: number): NumberedChange => {
    const { id, author } = comments[at] ?? expect.unreachable('it was said');
    const op = { kind: 'comment', thread, id, item, text: 'So' } as const;
    return { client, counter: at + 1, author, at: AT, ops: parsed(op), seq: at + 1 };
  };
  const rungAt = async (person: PersonId): Promise<readonly (string | null)[]> =>
    (await metadata.ringsOf(person, 9)).map(({ comment }) => comment);
  const message = (author: PersonId, text: string): NumberedChange => {
    const op = { kind: 'message', id: newCommentId(platformIds), text } as const;
    return { client, counter: 9, author, at: AT, ops: parsed(op), seq: 9 };
  };
  const chatAt = async (person: PersonId): Promise<readonly (string | null)[]> =>
    (await metadata.ringsOf(person, 9)).map(({ chat }) => chat);
  const fail = (times: number): void => {
    failures = times;
  };
  return { rings, map, say, message, rungAt, chatAt, ann: ann.id, bo: bo.id, comments, clock, troubles, fail };
}

test('[GW-473] who speaks in a thread later is not answered by what was said before', async () => {
  const { rings, map, say, rungAt, ann, bo, comments } = await spoken();
  rings.kept(map, [say(0)]);
  await rings.flush();
  expect([await rungAt(ann), await rungAt(bo)]).toEqual([[], []]);
  rings.kept(map, [say(1)]);
  await rings.flush();
  expect([await rungAt(ann), await rungAt(bo)]).toEqual([[comments[1]?.id], []]);
});

test('[GW-473] what could not be looked at rings a while later', async () => {
  const { rings, map, say, rungAt, ann, comments, clock, troubles, fail } = await spoken();
  fail(2);
  rings.kept(map, [say(1)]);
  await rings.flush();
  expect([troubles.length, await rungAt(ann)]).toEqual([1, []]);
  const later = async (): Promise<unknown> => {
    clock.advance(5_000);
    return await rungAt(ann);
  };
  await expect.poll(later).toEqual([comments[1]?.id]);
  expect(troubles).toHaveLength(2);
});

test('[GW-473] a message of the chat rings at whom it names, who may read it, and leads there; others hear of it in the chat', async () => {
  const { rings, map, message, chatAt, ann, bo } = await spoken();
  rings.kept(map, [message(bo, 'So'), message(bo, 'Look, @Bo and @Ann')]);
  const named = message(bo, 'And @Ann again');
  rings.kept(map, [named]);
  await rings.flush();
  expect([await chatAt(ann), await chatAt(bo)]).toEqual([named.ops.map((op) => op.kind === 'message' && op.id), []]);
});

test('[GW-500] who is named at the end of a long batch hears it, and so does who is named by somebody else beside it', async () => {
  const { rings, map, message, chatAt, ann, bo } = await spoken();
  const batch = Array.from({ length: 300 }, () => message(ann, 'a@b @nobody'));
  const [last, other] = [message(ann, '@Bo at the end'), message(bo, '@Ann and I')];
  rings.kept(map, [...batch, last, other]);
  await rings.flush();
  const idIn = ({ ops }: NumberedChange): unknown => ops.map((op) => op.kind === 'message' && op.id)[0];
  expect([await chatAt(bo), await chatAt(ann)]).toEqual([[idIn(last)], [idIn(other)]]);
});
