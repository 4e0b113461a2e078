import { assert, type PersonId } from '@bough/base';
import { ChildList } from './child-list.ts';
import { compareComments } from '../model/comments.ts';
import { EMPTY_SETTINGS } from '../model/fields.ts';
import { GoneItems } from './gone-items.ts';
import { isRecoveredItem } from '../model/identity.ts';
import type {
  Comment,
  CommentId,
  Item,
  ItemId,
  Link,
  LinkId,
  MindMap,
  Settings,
  Thread,
  ThreadId,
} from '../model/model.ts';
import { type CommentKey, type Removal, RemovalLog, type Removed } from './removal-log.ts';
import { sizeOfComment, sizeOfItem, sizeOfLink } from '../model/size.ts';

// What stands behind a MindMap: the live part that everybody sees, the part that was removed and may come back, and indexes
// over both. Every write goes through a method here and leaves its own undoing in the journal, so that a change that fails
// half-way, or is rolled back later, leaves no trace.
//
// An item is live or gone, never both; its children are what it is. A link is live when both its ends are, gone when at
// least one is gone; a thread is what its item is. `removals` says what was removed, oldest first.

/** A message of the chat that was removed. */
export interface GoneMessage {
  readonly comment: Comment;
  /** Who removed it; absent: its author. */
  readonly by?: PersonId;
}

/** A comment that was removed, and what its thread was, which may be gone with it. */
export interface GoneComment extends GoneMessage {
  readonly thread: ThreadId;
  readonly item: ItemId;
  readonly isResolved: boolean;
}

/** The list of every item that has no children. */
const NO_CHILDREN: readonly ItemId[] = Object.freeze([]);

/** What can be written key by key. */
interface Table<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
  delete(key: K): unknown;
}

/** The undoing of one write. */
export type Undo = () => void;

export class MapState implements MindMap {
  readonly items = new Map<ItemId, Item>();
  readonly links = new Map<LinkId, Link>();
  readonly threads = new Map<ThreadId, Thread>();
  readonly chat = new Map<CommentId, Comment>();
  #chatByTime: readonly Comment[] | null = null;
  settings: Settings = EMPTY_SETTINGS;
  readonly goneItems = new GoneItems();
  readonly goneLinks = new Map<LinkId, Link>();
  readonly goneThreads = new Map<ThreadId, Thread>();
  readonly goneComments = new Map<CommentKey, GoneComment | GoneMessage>();
  readonly removals = new RemovalLog();
  roots = new ChildList([]);
  /** Of live and gone items that have, or had, children. */
  readonly children = new Map<ItemId, ChildList>();
  /** The items among them that hold what was recovered. */
  readonly shelves = new Set<ItemId>();
  readonly goneShelves = new Set<ItemId>();
  readonly linksOf = new Map<ItemId, Set<LinkId>>();
  readonly threadsOf = new Map<ItemId, Set<ThreadId>>();
  /** The size of everything here, gone or not; and of what `removals` holds. */
  size = 0;
  goneSize = 0;
  nextStamp = 0;
  /** Names the state between two changes: rolling back checks it. */
  serial = 0;
  nextSerial = 1;
  #journal: Undo[] = [];

  readonly liveItem = (id: ItemId): Item | undefined => this.items.get(id);
  readonly goneItem = (id: ItemId): Item | undefined => this.goneItems.get(id);

  /** Everything written since the last call, to be undone from its end. */
  takeJournal(): Undo[] {
    const journal = this.#journal;
    this.#journal = [];
    return journal;
  }

  putItem(item: Item): void {
    const before = this.items.get(item.id);
    this.addSize(sizeOfItem(item) - (before === undefined ? 0 : sizeOfItem(before)));
    this.#writeItem(this.items, this.shelves, item.id, item);
  }

  /** Makes a live item gone or a gone one live; `item` is how it stands on the other side. */
  switchItem(item: Item, to: 'live' | 'gone'): void {
    this.#writeItem(this.items, this.shelves, item.id, to === 'live' ? item : undefined);
    this.#writeItem(this.goneItems, this.goneShelves, item.id, to === 'gone' ? item : undefined);
  }

  /** Takes a live item out that has no children left, as if it had never been. */
  dropItem(id: ItemId): void {
    const item = this.items.get(id);
    if (item === undefined) return;
    this.addSize(-sizeOfItem(item));
    this.#writeItem(this.items, this.shelves, id, undefined);
    this.#write(this.children, id, undefined);
  }

  dropGoneItem(item: Item): void {
    this.addSize(-sizeOfItem(item));
    this.#writeItem(this.goneItems, this.goneShelves, item.id, undefined);
    const children = this.children.get(item.id);
    if (children !== undefined) this.#write(this.children, item.id, undefined);
  }

  /** Puts an item among the children of its parent (of the roots when it has none). */
  attach(item: Item, side: 'live' | 'gone'): void {
    const lookup = side === 'live' ? this.liveItem : this.goneItem;
    const list = this.#childrenForWriting(item.parent);
    list.insert(item, lookup);
    this.#journal.push(() => list.remove(item, lookup));
    this.#raiseReach(item, lookup);
  }

  /** Takes an item out from among its siblings; it must be as it was attached. */
  detach(item: Item, side: 'live' | 'gone'): void {
    const lookup = side === 'live' ? this.liveItem : this.goneItem;
    const list = this.#childrenForWriting(item.parent);
    list.remove(item, lookup);
    this.#journal.push(() => {
      list.insert(item, lookup);
      // While it stood elsewhere its own bound may have grown.
      this.#raiseReach(item, lookup);
    });
  }

  childList(id: ItemId): readonly ItemId[] {
    return this.children.get(id)?.snapshot() ?? NO_CHILDREN;
  }

  putLink(link: Link, side: 'live' | 'gone'): void {
    this.dropLink(link.id);
    this.addSize(sizeOfLink(link));
    this.#write(side === 'live' ? this.links : this.goneLinks, link.id, link);
    this.#index(this.linksOf, link.from, link.id, true);
    this.#index(this.linksOf, link.to, link.id, true);
  }

  /** Live or gone: afterwards it is neither. */
  dropLink(id: LinkId): void {
    const link = this.links.get(id) ?? this.goneLinks.get(id);
    if (link === undefined) return;
    this.addSize(-sizeOfLink(link));
    this.#write(this.links.has(id) ? this.links : this.goneLinks, id, undefined);
    this.#index(this.linksOf, link.from, id, false);
    this.#index(this.linksOf, link.to, id, false);
  }

  switchLink(link: Link, to: 'live' | 'gone'): void {
    this.#write(this.links, link.id, to === 'live' ? link : undefined);
    this.#write(this.goneLinks, link.id, to === 'gone' ? link : undefined);
  }

  /** Writes a live thread; one without comments is gone for good. */
  putThread(thread: Thread): void {
    const before = this.threads.get(thread.id);
    this.addSize(sizeOfComments(thread) - (before === undefined ? 0 : sizeOfComments(before)));
    const isEmpty = thread.comments.length === 0;
    this.#write(this.threads, thread.id, isEmpty ? undefined : thread);
    this.#index(this.threadsOf, thread.item, thread.id, !isEmpty);
  }

  dropGoneThread(thread: Thread): void {
    this.addSize(-sizeOfComments(thread));
    this.#write(this.goneThreads, thread.id, undefined);
    this.#index(this.threadsOf, thread.item, thread.id, false);
  }

  switchThread(thread: Thread, to: 'live' | 'gone'): void {
    this.#write(this.threads, thread.id, to === 'live' ? thread : undefined);
    this.#write(this.goneThreads, thread.id, to === 'gone' ? thread : undefined);
  }

  /** The same list until a message of it changes. */
  get chatByTime(): readonly Comment[] {
    return (this.#chatByTime ??= Object.freeze([...this.chat.values()].sort(compareComments)));
  }

  putMessage(message: Comment): void {
    this.dropMessage(message.id);
    this.addSize(sizeOfComment(message));
    this.#writeMessage(message.id, message);
  }

  dropMessage(id: CommentId): void {
    const message = this.chat.get(id);
    if (message === undefined) return;
    this.addSize(-sizeOfComment(message));
    this.#writeMessage(id, undefined);
  }

  putGoneComment(key: CommentKey, gone: GoneComment | GoneMessage): void {
    this.addSize(sizeOfComment(gone.comment));
    this.#write(this.goneComments, key, gone);
  }

  dropGoneComment(key: CommentKey): void {
    const gone = this.goneComments.get(key);
    if (gone !== undefined) this.addSize(-sizeOfComment(gone.comment));
    this.#write(this.goneComments, key, undefined);
  }

  putSettings(settings: Settings): void {
    const before = this.settings;
    this.settings = settings;
    this.#journal.push(() => {
      this.settings = before;
    });
  }

  /** The newest removal of all. */
  pushRemoval(what: Removed, size: number): Removal {
    const stamp = this.nextStamp++;
    const removal: Removal = { stamp, size, ...what };
    const { removals } = this;
    removals.insert(removals.length, removal);
    this.goneSize += size;
    this.#journal.push(() => {
      removals.remove(removals.length - 1);
      this.nextStamp = stamp;
      this.goneSize -= size;
    });
    return removal;
  }

  dropRemoval(removal: Removal): void {
    const { removals } = this;
    const at = removals.positionOf(removal.stamp);
    assert(removals.at(at) === removal, 'a removal stands where its stamp says');
    removals.remove(at);
    this.goneSize -= removal.size;
    this.#journal.push(() => {
      removals.insert(at, removal);
      this.goneSize += removal.size;
    });
  }

  /** So much of what this removal held is live again, or a removal of its own. */
  shrinkRemoval(removal: Removal, by: number): void {
    removal.size -= by;
    this.goneSize -= by;
    this.#journal.push(() => {
      removal.size += by;
      this.goneSize += by;
    });
  }

  addSize(by: number): void {
    if (by === 0) return;
    this.size += by;
    this.#journal.push(() => {
      this.size -= by;
    });
  }

  /** The removal that a gone item belongs to. */
  removalOf(id: ItemId): Removal | undefined {
    let root = id;
    for (let above: ItemId | null = id; above !== null; above = this.goneItems.get(above)?.parent ?? null) root = above;
    return this.removals.named(root);
  }

  #childrenForWriting(id: ItemId | null): ChildList {
    if (id === null) return this.roots;
    let list = this.children.get(id);
    if (list === undefined) {
      list = new ChildList([]);
      this.children.set(id, list);
    }
    return list;
  }

  /** The levels below each ancestor may have grown. `reach` is an upper bound: nothing lowers it but `heightOf` in depth.ts. */
  #raiseReach(item: Item, lookup: (id: ItemId) => Item | undefined): void {
    let below = (this.children.get(item.id)?.reach ?? 0) + 1;
    for (let id = item.parent; ; below++) {
      const list = id === null ? this.roots : this.children.get(id);
      if (list === undefined || list.reach >= below) return;
      list.reach = below;
      if (id === null) return;
      id = lookup(id)?.parent ?? null;
    }
  }

  #index<K, V>(index: Map<K, Set<V>>, key: K, value: V, isIn: boolean): void {
    const before = index.get(key)?.has(value) ?? false;
    if (before === isIn) return;
    writeIndex(index, key, value, isIn);
    this.#journal.push(() => writeIndex(index, key, value, before));
  }

  #writeItem(map: Map<ItemId, Item> | GoneItems, shelves: Set<ItemId>, id: ItemId, item: Item | undefined): void {
    const isMember = shelves.has(id);
    this.#write(map, id, item);
    if (!isRecoveredItem(id) || isMember === (item !== undefined)) return;
    writeMember(shelves, id, !isMember);
    this.#journal.push(() => writeMember(shelves, id, isMember));
  }

  #writeMessage(id: CommentId, message: Comment | undefined): void {
    const forget = (): void => {
      this.#chatByTime = null;
    };
    forget();
    this.#write(this.chat, id, message);
    this.#journal.push(forget);
  }

  #write<K, V>(map: Table<K, V>, key: K, value: V | undefined): void {
    const before = map.get(key);
    if (before === value) return;
    writeEntry(map, key, value);
    this.#journal.push(() => writeEntry(map, key, before));
  }
}

/** The state behind a map; anything but what this package made is a bug of the caller. */
export function stateOf(map: MindMap): MapState {
  assert(map instanceof MapState, 'a map was made by emptyMap or decodeMap');
  return map;
}

/** The size of all comments of a thread. */
export function sizeOfComments(thread: Thread): number {
  let size = 0;
  for (const comment of thread.comments) size += sizeOfComment(comment);
  return size;
}

/** The key of a comment among those that were removed; `thread` is null for a message of the chat. */
export function commentKey(thread: ThreadId | null, id: CommentId): CommentKey {
  return (thread ?? 'chat:') + id;
}

/** Puts a value into a set, or takes it out. */
function writeMember<V>(set: Set<V>, value: V, isIn: boolean): void {
  if (isIn) set.add(value);
  else set.delete(value);
}

function writeEntry<K, V>(map: Table<K, V>, key: K, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

/** Puts a value into the set under a key, or takes it out; an empty set is dropped. */
export function writeIndex<K, V>(index: Map<K, Set<V>>, key: K, value: V, isIn: boolean): void {
  const values = index.get(key);
  if (isIn) {
    if (values === undefined) index.set(key, new Set([value]));
    else values.add(value);
  } else if (values !== undefined) {
    values.delete(value);
    if (values.size === 0) index.delete(key);
  }
}
