import { seededRandom, VirtualClock } from '@bough/base/testing';
import { emptyMap, encodeMap, type Op } from '@bough/map';
import { parsed } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { SyncClient } from './client.ts';
import type { ClientEffect, SavedPending } from './client-types.ts';
import type { ClientFrame, ServerFrame, SubmittedChange } from '../wire/frames.ts';
import { aChange, anAdd, CLIENT, ITEM, LINEAGE, MAP, PEER, PERSON } from '../testing/samples.ts';

/** A client that went on with these pending changes, and what it submits. */
function goneOn(pending: readonly SavedPending[], counter: number) {
  const clock = new VirtualClock();
  const effects: ClientEffect[] = [];
  const parts = { clock, random: seededRandom(1), perform: (effect: ClientEffect) => void effects.push(effect) };
  const client = new SyncClient({ ...parts, notify: () => undefined }, { map: MAP, client: CLIENT, person: PERSON });
  const document = { seq: 1, text: encodeMap(emptyMap()) };
  client.start({ document, lineage: LINEAGE, changes: [], pending, acknowledged: [], refused: [], counter });
  const say = (frame: ServerFrame): void => {
    client.received(1, JSON.stringify(frame));
    for (const effect of effects) if (effect.kind === 'store') client.stored(effect.save);
    clock.advance(1);
  };
  const welcome = (seen: number): void => {
    client.opened(1, 'ticket');
    const order = { seq: 1, lineages: [{ id: LINEAGE, from: 0 }], counter: seen, mirrored: null };
    say({ kind: 'welcome', role: 'edit', ...order, person: PERSON, peer: PEER, people: [] });
  };
  const sent = (): readonly ClientFrame[] =>
    effects.flatMap((effect) => (effect.kind === 'send' ? [JSON.parse(effect.text) as ClientFrame] : []));
  const submitted = (): readonly (readonly SubmittedChange[])[] =>
    sent().flatMap((frame) => (frame.kind === 'submit' ? [frame.changes] : []));
  return { client, clock, say, welcome, sent, submitted };
}

function waiting(counter: number, ops: readonly Op[] = [anAdd(ITEM, 'waits')]): SavedPending {
  return { counter, base: 1, at: 1, ops: parsed(...ops) };
}

test('[SYNC-67] what will never come is said in front of what follows it; a docstore that knows less is told, too', () => {
  const { welcome, submitted } = goneOn(
    [waiting(41), waiting(44, [{ kind: 'set', id: ITEM, fields: { text: 'x' } }])],
    44,
  );
  // An older backup was restored, or the table has forgotten this client.
  welcome(7);
  expect(submitted().map((changes) => changes.map(({ counter, ops }) => [counter, ops.length]))).toEqual([
    [
      [40, 0],
      [41, 1],
      [43, 0],
      [44, 1],
    ],
  ]);
});

test('[SYNC-67] what follows on a change that stands in the order goes without it', () => {
  const { client, say, welcome, submitted } = goneOn([waiting(1)], 1);
  welcome(0);
  client.edit([{ kind: 'set', id: ITEM, fields: { text: 'next' } }]);
  say({ kind: 'changes', changes: [{ seq: 2, ...aChange(1, [anAdd(ITEM, 'waits')]) }], more: false });
  expect(submitted().map((changes) => changes.map(({ counter }) => counter))).toEqual([[1], [2]]);
});

test('[SYNC-85] a submit that nobody answers is sent again, after the question for what is missing', () => {
  const { clock, welcome, sent, submitted } = goneOn([waiting(1)], 1);
  welcome(0);
  clock.advance(3_000);
  expect(submitted()).toHaveLength(1);
  clock.advance(2_000);
  expect(submitted()).toHaveLength(2);
  const kinds = sent().map(({ kind }) => kind);
  expect(kinds.slice(kinds.lastIndexOf('fill'))).toEqual(['fill', 'submit']);
});
