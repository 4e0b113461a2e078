import type { Op } from '../change.ts';
import { add, commentId, itemId, linkId, threadId } from './scene.ts';

/** One op of each kind, in each of its forms. */
export function everyOp(): Op[] {
  const id = itemId('a');
  const ends = { from: id, to: itemId('b') };
  const points = [{ x: 1, y: 2 }];
  return [
    add('a', null),
    add('b', 'a', 'a1V', { colour: '3', offset: { x: 1, y: -1 } }),
    { kind: 'set', id, fields: { text: 'line\nbreak "quoted"', isFolded: true } },
    { kind: 'move', id, parent: itemId('b'), order: 'Zz' },
    { kind: 'move', id, parent: null, order: 'a0', side: 'left' },
    { kind: 'move', id, parent: null, order: 'a0', side: null },
    { kind: 'splice', id, field: 'text', at: 3, remove: 2, insert: '🌳' },
    { kind: 'splice', id, field: 'note', at: 0, remove: 0, insert: 'x' },
    { kind: 'remove', id },
    { kind: 'restore', id, parent: itemId('b'), order: 'a0' },
    { kind: 'link', link: { id: linkId('l'), ...ends, label: 'why', colour: '#00ff00', arrow: 'end', points } },
    { kind: 'unlink', id: linkId('l') },
    { kind: 'comment', thread: threadId('t'), item: id, id: commentId('c'), text: 'hi' },
    { kind: 'edit-comment', thread: threadId('t'), id: commentId('c'), text: null },
    { kind: 'edit-comment', thread: threadId('t'), id: commentId('c'), text: 'ho' },
    { kind: 'resolve', thread: threadId('t'), isResolved: true },
    { kind: 'settings', fields: { title: 'T', defaultShape: null } },
  ];
}
