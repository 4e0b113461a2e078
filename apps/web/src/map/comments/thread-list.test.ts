import { describe, expect, test } from 'vitest';
import { listThreads, type Thread } from './thread-list.ts';
import type { PersonId } from '@bough/base';

const [ME, GUEST, ANA] = ['me', 'guest', 'ana'] as unknown as readonly [PersonId, PersonId, PersonId];

function thread(item: string, isResolved: boolean, ...said: [author: PersonId, at: number, text: string][]): Thread {
  const comments = said.map(([author, at, text]) => ({ id: `${item}-${at}`, author, at, text }));
  return { id: `thread of ${item}`, item, isResolved, comments } as unknown as Thread;
}

const THREADS = [
  thread('beech', false, [ANA, 10, 'Is it old?'], [ME, 20, 'Very.']),
  thread('oak', false, [ANA, 15, 'Ask @Mia, or @Miara']),
  thread('yew', true, [GUEST, 30, 'Done']),
  thread('elm', false, [ANA, 40, 'For @miara only']),
];
const ASKED = {
  isMe: (author: PersonId) => author === ME || author === GUEST,
  myName: 'Mia',
  news: new Set(['thread of yew' as Thread['id']]),
  items: ['oak', 'elm', 'beech', 'yew'].map((id) => ({ id: id as Thread['item'] })),
};
const found = (change: Pick<Parameters<typeof listThreads>[1], 'filter' | 'order'>): readonly string[] =>
  listThreads(THREADS, { ...ASKED, ...change }).map(({ item }) => item);

describe('[WEB-11] the list of threads', () => {
  test('has those that go on, or those that are done, newest word first', () => {
    expect(found({ filter: 'open', order: 'time' })).toEqual(['elm', 'beech', 'oak']);
    expect(found({ filter: 'resolved', order: 'time' })).toEqual(['yew']);
  });

  test('has as mine those in which I spoke, as a guest too, or am named, and no longer name counts', () => {
    expect(found({ filter: 'mine', order: 'time' })).toEqual(['yew', 'beech', 'oak']);
    expect(listThreads(THREADS, { ...ASKED, myName: null, filter: 'mine', order: 'time' })).toHaveLength(2);
  });

  test('has what is new, resolved or not', () => {
    expect(found({ filter: 'new', order: 'time' })).toEqual(['yew']);
  });

  test('is ordered as the items are, too', () => {
    expect(found({ filter: 'open', order: 'items' })).toEqual(['oak', 'elm', 'beech']);
  });
});
