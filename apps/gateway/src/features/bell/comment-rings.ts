import type { Clock, MapId, PersonId } from '@bough/base';
import { docstoreRoutes, THREADS_ASKED } from '@bough/contracts';
import type { NumberedChange } from '@bough/map';
import { type Caller, type ContextFacts, inContext, type OpenContext } from '@bough/service';
import type { Gifts } from '../../access/gifts.ts';
import { membersOf } from '../../access/members.ts';
import { reasonsOn } from '../../access/reasons-on.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { RingRecord } from '../../metadata/rings/ring-store.ts';
import { isAtLeast } from '../../metadata/roles.ts';
import type { Edited } from '../comments/edited-words.ts';
import { mentionedAmong } from '../comments/mentioned.ts';
import { firstOfEach } from '../comments/per-author.ts';
import { ringId } from './ring-id.ts';

export interface CommentRingParts {
  readonly clock: Clock;
  readonly metadata: Metadata;
  readonly gifts: Pick<Gifts, 'peopleOn'>;
  readonly docstore: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly onTrouble: (error: unknown) => void;
}

/** A comment that was kept, or a message of the chat. */
interface Said {
  readonly author: PersonId;
  /** Where a comment stands; null: it is a message. */
  readonly place: { readonly thread: string; readonly item: string } | null;
  readonly id: string;
  readonly text: string;
  /** What it said before it was edited; absent: it is new. */
  readonly formerly?: string;
}

/** What one author says in one map while its last comments are looked at: they come no faster. */
const WAITING_MOST = 1_000;
const DEADLINE_MS = 10_000;
const RETRY_MS = 5_000;
const TRIES = 5;

/**
 * Rings at those whom comments and messages of the chat name, and at those who have said something in the thread before, where they may read
 * comments. In one thread, and in the chat, one person rings one bell once: the entry leads to what they said last. Guests name nobody, as with mail: nobody could be asked about them.
 */
export class CommentRings {
  readonly #parts: CommentRingParts;
  readonly #waiting = new Map<MapId, readonly Said[]>();
  readonly #ringing = new Map<MapId, Promise<void>>();

  constructor(parts: CommentRingParts) {
    this.#parts = parts;
  }

  /** These changes of the map were kept. */
  kept(map: MapId, changes: readonly NumberedChange[]): void {
    const said = changes.flatMap(({ author, ops }) =>
      ops.flatMap((op): readonly Said[] => {
        if (op.kind === 'comment') {
          const { thread, item, id, text } = op;
          return [{ author, place: { thread, item }, id, text }];
        }
        // Whoever is not named hears of the chat in the chat.
        if (op.kind !== 'message' || !op.text.includes('@')) return [];
        return [{ author, place: null, id: op.id, text: op.text }];
      }),
    );
    this.#said(map, said);
  }

  /** Words that were edited ring at whom they name now, and did not before. */
  edited(map: MapId, edited: Edited): void {
    this.#said(map, [edited]);
  }

  #said(map: MapId, said: readonly Said[]): void {
    if (said.length === 0) return;
    const waiting = this.#waiting.get(map) ?? [];
    this.#waiting.set(map, firstOfEach([...waiting, ...said], WAITING_MOST));
    if (this.#ringing.has(map)) return;
    this.#ringing.set(map, this.#ringAll(map));
  }

  /** Resolves when everything that was said has rung. */
  async flush(): Promise<void> {
    await Promise.all(this.#ringing.values());
  }

  async #ringAll(map: MapId): Promise<void> {
    for (let said = this.#take(map); said.length > 0; said = this.#take(map)) await this.#ring(map, said, TRIES);
    // At once: what is said after this begins anew.
    this.#ringing.delete(map);
  }

  #take(map: MapId): readonly Said[] {
    const said = this.#waiting.get(map) ?? [];
    this.#waiting.delete(map);
    return said;
  }

  async #ring(map: MapId, said: readonly Said[], tries: number): Promise<void> {
    const { metadata, onTrouble, clock } = this.#parts;
    try {
      const rings = await this.#rings(map, said);
      if (rings.length > 0) await metadata.ring(rings);
    } catch (error) {
      onTrouble(error);
      if (tries > 1) clock.after(RETRY_MS, () => void this.#ring(map, said, tries - 1));
    }
  }

  async #rings(map: MapId, said: readonly Said[]): Promise<readonly RingRecord[]> {
    const { metadata, clock } = this.#parts;
    const record = await metadata.map(map);
    if (record === null || record.trashedAt !== null) return [];
    const now = clock.now();
    const members = await membersOf(metadata, await reasonsOn(this.#parts, map));
    // Whoever may only look is told no comments.
    const readers = members.filter(({ role }) => isAtLeast(role, 'comment'));
    const before = await this.#before(map, said);
    const named = mentionedAmong(readers.map(({ person }) => person));
    const accounts = new Set(members.filter(({ isGuest }) => !isGuest).map(({ person }) => person.id));
    const rings = new Map<string, RingRecord>();
    for (const { author, place, id: words, text, formerly } of said) {
      const all = accounts.has(author) ? named(text) : new Set<PersonId>();
      const mentioned = formerly === undefined ? all : all.difference(named(formerly));
      const spoke = (formerly === undefined ? before.get(words) : undefined) ?? new Set<PersonId>();
      for (const { person } of readers) {
        const kind = mentioned.has(person.id) ? 'mention' : spoke.has(person.id) ? 'answer' : null;
        if (kind === null || person.id === author) continue;
        const id = ringId(kind, map, place?.thread ?? 'chat', author);
        const facts = { map, by: author, at: now, isRead: false, ...ringPlace(place, words) };
        rings.set(`${person.id} ${id}`, { person: person.id, id, kind, ...facts });
      }
    }
    return [...rings.values()];
  }

  /** Of each comment, who had said something in its thread by then; a guest is whom they have become. */
  async #before(map: MapId, said: readonly Said[]): Promise<ReadonlyMap<string, ReadonlySet<PersonId>>> {
    const { docstore, openContext, metadata } = this.#parts;
    const all = [
      ...new Set(
        said.flatMap(({ place, formerly }) => (place === null || formerly !== undefined ? [] : [place.thread])),
      ),
    ];
    const answers = await Promise.all(
      Array.from({ length: Math.ceil(all.length / THREADS_ASKED) }, async (_, at) => {
        const body = { threads: all.slice(at * THREADS_ASKED, (at + 1) * THREADS_ASKED) };
        return await inContext(openContext, { deadlineMs: DEADLINE_MS }, (context) =>
          docstore.call(docstoreRoutes.readThreads, { params: { map }, body }, context),
        );
      }),
    );
    const threads = answers.flatMap((answer) => answer.threads);
    const authors = new Set(threads.flatMap(({ comments }) => comments.map(({ author }) => author)));
    const became = await metadata.successors([...authors]);
    const before = new Map<string, ReadonlySet<PersonId>>();
    for (const { comments } of threads) {
      const spoke = new Set<PersonId>();
      for (const { id, author } of comments) {
        before.set(id, new Set(spoke));
        spoke.add(became.get(author) ?? author);
      }
    }
    return before;
  }
}

function ringPlace(place: Said['place'], words: string): Pick<RingRecord, 'item' | 'comment' | 'chat'> {
  if (place === null) return { item: null, comment: null, chat: words };
  return { item: place.item, comment: words, chat: null };
}
