import { makeIds, must } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { emptyMap } from './apply.ts';
import { check } from './check.ts';
import { decodeMap } from '../stored/decode.ts';
import { encodeMap } from '../stored/encode.ts';
import {
  isRecoveredItem,
  newCommentId,
  newItemId,
  newLinkId,
  newThreadId,
  parseItemId,
  recoveredItemId,
} from '../model/identity.ts';
import type { Removal } from '../state/removal-log.ts';
import { type MapState, stateOf } from '../state/state.ts';
import { everythingMap } from '../testing/frozen.ts';
import { commentId, itemId, linkId, threadId } from '../testing/scene.ts';

const root = itemId('root');

/** Each breaks something behind the map's back, as a bug of ours might. */
const BREAKAGES: readonly (readonly [string, (map: MapState) => void])[] = [
  ['an item lost from the table', (map) => map.items.delete(itemId('plain'))],
  ['a parent that is not where the item hangs', (map) => patch(map, 'plain', { parent: itemId('second') })],
  ['a root with a parent', (map) => patch(map, 'second', { parent: root })],
  ['an order key that was changed in place', (map) => patch(map, 'full', { order: 'a5' })],
  ['a key nobody can insert at', (map) => patch(map, 'second', { order: 'zz' })],
  ['a field with nonsense', (map) => patch(map, 'plain', { colour: 'red' })],
  ['half a surrogate pair', (map) => patch(map, 'plain', { text: '\ud83c' })],
  ['an item both live and gone', (map) => map.goneItems.set(root, need(map.items.get(root)))],
  ['a link on the wrong side', (map) => void map.goneLinks.set(linkId('one'), need(map.links.get(linkId('one'))))],
  ['a link that nobody indexes', (map) => void map.linksOf.delete(itemId('full'))],
  [
    'a thread on nothing',
    (map) => void map.threads.set(threadId('x'), { ...need(map.threads.get(threadId('talk'))), item: itemId('none') }),
  ],
  [
    'an empty thread',
    (map) => void map.threads.set(threadId('talk'), { ...need(map.threads.get(threadId('talk'))), comments: [] }),
  ],
  ['a message under another name', (map) => void map.chat.set(commentId('x'), need(map.chat.get(commentId('hello'))))],
  [
    'a message that is there and removed',
    (map) => void map.goneComments.set('chat:hello-------', { comment: need(map.chat.get(commentId('hello'))) }),
  ],
  ['a thread that nobody indexes', (map) => map.threadsOf.clear()],
  ['a size that does not add up', (map) => void map.size++],
  ['a removed size that does not add up', (map) => void map.goneSize--],
  ['a removal of another size', (map) => void (need(map.removals.at(0)).size += 1)],
  ['a removal lost', (map) => map.removals.remove(map.removals.length - 1)],
  ['a removed comment lost', (map) => map.goneComments.clear()],
  ['removals in another order', (map) => map.removals.insert(map.removals.length, takeFirst(map))],
  ['a depth bound too low', (map) => void (need(map.children.get(root)).reach = 0)],
  ['a depth bound of the whole map too low', (map) => void (map.roots.reach = 0)],
  ['a shelf nobody knows', (map) => map.shelves.clear()],
  ['settings with nonsense', (map) => void (map.settings = { ...map.settings, title: '\ud800' })],
];

function patch(map: MapState, name: string, change: object): void {
  map.items.set(itemId(name), { ...need(map.items.get(itemId(name))), ...change });
}

function takeFirst(map: MapState): Removal {
  const first = need(map.removals.at(0));
  map.removals.remove(0);
  return first;
}

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the scene is another one');
  return value;
}

test.for(BREAKAGES)('[MAP-6] check finds %s', ([, breakIt]) => {
  const map = must(decodeMap(encodeMap(everythingMap())));
  expect(check(map)).toEqual([]);
  breakIt(stateOf(map));
  expect(check(map)).not.toEqual([]);
});

test('[MAP-6] check finds a circle that hangs on no root', () => {
  const map = stateOf(everythingMap());
  map.detach(need(map.items.get(itemId('full'))), 'live');
  map.items.set(itemId('full'), { ...need(map.items.get(itemId('full'))), parent: itemId('full') });
  expect(check(map).join()).toContain('hang below no root');
});

test('[MAP-6] an empty map is sound, and nothing but a map is taken for one', () => {
  expect(check(emptyMap())).toEqual([]);
  const { items, links, threads, chat, settings } = emptyMap();
  expect(() => check({ items, links, threads, chat, settings })).toThrow('made by emptyMap or decodeMap');
});

test('[MAP-36] ids are 12 base64url characters, and those of recovered items are kept apart', () => {
  const ids = makeIds({ now: () => 1 }, seededRandom(36));
  for (const id of [newItemId(ids), newLinkId(ids), newThreadId(ids), newCommentId(ids)])
    expect(parseItemId(id)).toBe(id);
  for (const text of ['', 'AAAAAAAAAAA', 'AAAAAAAAAAAAA', 'AAAAAAAAAAA=', null, 7])
    expect(parseItemId(text)).toBeNull();
  const shelves = Array.from({ length: 5000 }, (_, n) => recoveredItemId(n));
  expect(new Set(shelves).size).toBe(shelves.length);
  expect(shelves.every((id) => parseItemId(id) !== null && isRecoveredItem(id))).toBe(true);
  expect(isRecoveredItem(newItemId(ids))).toBe(false);
});
