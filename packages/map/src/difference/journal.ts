import type { Touched } from '../apply/outcome.ts';
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
import type { Patch } from './patch.ts';
import { isSameValue } from './same-value.ts';

/** What was before and after a change under one name; null: nothing. */
interface Versions<V> {
  readonly before: V | null;
  readonly after: V | null;
}

/** What became of the things of one kind, change by change: the values are shared with the map, so it costs what changed. */
class Column<K, V> {
  readonly #live: ReadonlyMap<K, V>;
  readonly #now: Map<K, V>;
  readonly #ids: K[] = [];
  readonly #before: (V | null)[] = [];
  readonly #after: (V | null)[] = [];
  /** Where each change ends. */
  readonly #ends: number[] = [0];

  constructor(live: ReadonlyMap<K, V>) {
    this.#live = live;
    this.#now = new Map(live);
  }

  note(...touched: readonly Iterable<K>[]): void {
    for (const ids of touched) {
      for (const id of ids) {
        const [before, after] = [this.#now.get(id) ?? null, this.#live.get(id) ?? null];
        if (before === after) continue;
        if (after === null) this.#now.delete(id);
        else this.#now.set(id, after);
        this.#ids.push(id);
        this.#before.push(before);
        this.#after.push(after);
      }
    }
    this.#ends.push(this.#ids.length);
  }

  /** How many things change `n` made, and how many it changed otherwise. */
  sizeOf(n: number): { readonly made: number; readonly others: number } {
    const [first, end] = [this.#ends[n - 1] ?? 0, this.#ends[n] ?? 0];
    let made = 0;
    for (let at = first; at < end; at++) if (this.#before[at] === null) made++;
    return { made, others: end - first - made };
  }

  /** Whether a thing became another by change `n`, as far as `isOther` cares. */
  differs(n: number, isOther: (before: V | null, after: V | null) => boolean): boolean {
    const [first, end] = [this.#ends[n - 1] ?? 0, this.#ends[n] ?? 0];
    for (let at = first; at < end; at++) if (isOther(this.#before[at] ?? null, this.#after[at] ?? null)) return true;
    return false;
  }

  /** What differs after change `to` from after change `from`, whichever comes first. */
  between(from: number, to: number): Map<K, Versions<V>> {
    const isForth = from <= to;
    const [first, end] = [this.#ends[Math.min(from, to)] ?? 0, this.#ends[Math.max(from, to)] ?? this.#ids.length];
    const all = new Map<K, { readonly before: V | null; after: V | null }>();
    for (let n = 0; n < end - first; n++) {
      const at = isForth ? first + n : end - 1 - n;
      const id = this.#ids[at];
      if (id === undefined) continue;
      const [was, is] = [this.#before[at] ?? null, this.#after[at] ?? null];
      const found = all.get(id);
      if (found === undefined) all.set(id, isForth ? { before: was, after: is } : { before: is, after: was });
      else found.after = isForth ? is : was;
    }
    for (const [id, { before, after }] of all) if (before === after) all.delete(id);
    return all;
  }
}

/** What can be seen of a map after each of its changes, so that any moment of it is had at the cost of what differs from another. */
export class Journal {
  readonly #map: MindMap;
  readonly #items: Column<ItemId, Item>;
  readonly #links: Column<LinkId, Link>;
  readonly #threads: Column<ThreadId, Thread>;
  readonly #messages: Column<CommentId, Comment>;
  readonly #settings: Column<'settings', Settings>;
  readonly #single = new Map<'settings', Settings>();
  #last = 0;

  /** Begins with the map as it is, before change 1. */
  constructor(map: MindMap) {
    this.#map = map;
    this.#single.set('settings', map.settings);
    this.#items = new Column(map.items);
    this.#links = new Column(map.links);
    this.#threads = new Column(map.threads);
    this.#messages = new Column(map.chat);
    this.#settings = new Column(this.#single);
  }

  /** The number of the last change that was noted. */
  get last(): number {
    return this.#last;
  }

  /** The next change has been applied to the map, and touched this; null: it was refused. */
  note(touched: Touched | null): void {
    this.#last++;
    this.#single.set('settings', this.#map.settings);
    this.#items.note(touched?.items ?? [], touched?.removed ?? []);
    this.#links.note(touched?.links ?? []);
    this.#threads.note(touched?.threads ?? []);
    this.#messages.note(touched?.messages ?? []);
    this.#settings.note(touched?.settings === true ? ['settings'] : []);
  }

  /** How many items change `seq` made, and how many it changed, moved or removed. */
  itemsOf(seq: number): { readonly made: number; readonly others: number } {
    return this.#items.sizeOf(seq);
  }

  /** Whether the map is drawn otherwise since change `seq`: nothing is to be seen of its title, of the chat, of signs, and of other words in a comment. */
  isSeen(seq: number): boolean {
    const isOther = (before: unknown, after: unknown): boolean => !isSameValue(before, after);
    const isDrawn = [this.#items, this.#links].some((column) => column.differs(seq, isOther));
    return isDrawn || this.#settings.differs(seq, isStyledOtherwise) || this.#threads.differs(seq, isMarkedOtherwise);
  }

  /** What makes the moment after change `from` the one after change `to`. Costs the changes between them, not the map. */
  between(from: number, to: number): Patch {
    const [items, removed] = splitUp(this.#items.between(from, to));
    const [links, unlinked] = splitUp(this.#links.between(from, to));
    const [threads, ended] = splitUp(this.#threads.between(from, to));
    const [messages, unsaid] = splitUp(this.#messages.between(from, to));
    const settings = this.#settings.between(from, to).get('settings')?.after ?? null;
    return { items, removed, links, unlinked, threads, ended, messages, unsaid, settings };
  }
}

/** A map is drawn alike whatever it is called, and whatever a file had that nobody here reads. */
function isStyledOtherwise(before: Settings | null, after: Settings | null): boolean {
  const styleOf = (settings: Settings | null): unknown => [settings?.defaultShape, settings?.lineStyle];
  return !isSameValue(styleOf(before), styleOf(after));
}

/** An item has a mark that counts the comments of its open threads. */
function isMarkedOtherwise(before: Thread | null, after: Thread | null): boolean {
  const counted = (thread: Thread | null): number => (thread?.isResolved === false ? thread.comments.length : 0);
  return counted(before) !== counted(after);
}

function splitUp<K, V>(all: ReadonlyMap<K, Versions<V>>): readonly [V[], K[]] {
  const [there, gone]: [V[], K[]] = [[], []];
  for (const [id, { after }] of all) {
    if (after === null) gone.push(id);
    else there.push(after);
  }
  return [there, gone];
}
