import { platformIds } from '@bough/service';
import type { Browser } from './browser.ts';
import { PageSocket } from './page-socket.ts';

/** What stood in such a map, by who may know it. */
const TOLD = {
  shown: 'words that stand there',
  comment: 'a comment for whoever may comment',
  removedWords: 'words that were taken away',
  removedItem: 'an item that was removed',
  removedComment: 'a comment that was taken back',
} as const;

/** A map with a history that not everybody should read: words, an item and a comment that are gone, and a comment that is there. */
export async function toldMap(owner: Browser): Promise<{ readonly map: string; readonly seq: number }> {
  const { id: map } = await owner.makeMap('A map with a past');
  const socket = await PageSocket.join(owner, map);
  const [item, gone, thread, kept, taken] = Array.from({ length: 5 }, () => platformIds.short());
  const order = (n: number): string => `b${'0'.repeat(n)}1`;
  const steps = [
    [{ kind: 'add', id: item, parent: null, order: order(1), fields: { text: TOLD.removedWords } }],
    [{ kind: 'set', id: item, fields: { text: TOLD.shown } }],
    [{ kind: 'add', id: gone, parent: null, order: order(2), fields: { text: TOLD.removedItem } }],
    [{ kind: 'comment', thread, item, id: kept, text: TOLD.comment }],
    [{ kind: 'comment', thread, item, id: taken, text: TOLD.removedComment }],
    [{ kind: 'edit-comment', thread, id: taken, text: null }],
    [{ kind: 'remove', id: gone }],
  ];
  for (const ops of steps) {
    const outcome = await socket.change(ops);
    if (outcome !== 'kept') throw new Error(`a change was refused: ${outcome}`);
  }
  const { seq } = socket;
  await socket.close();
  return { map, seq };
}

/** Which of these words somebody was told. */
export function told(text: string): readonly string[] {
  return Object.entries(TOLD)
    .flatMap(([name, words]) => (text.includes(words) ? [name] : []))
    .sort();
}
