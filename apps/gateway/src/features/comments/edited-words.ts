import { assert, type Cancel, type Clock, type MapId, must, type PersonId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { chatOf, decodeMap, type MindMap, type NumberedChange, type Op } from '@bough/map';
import { type Caller, type ContextFacts, inContext, type OpenContext } from '@bough/service';

export interface EditedWordsParts {
  readonly clock: Clock;
  readonly docstore: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly onTrouble: (error: unknown) => void;
}

/** A comment, or a message of the chat, that its author has put into other words. */
export interface Edited {
  readonly author: PersonId;
  /** Where a comment stands; null: it is a message. */
  readonly place: { readonly thread: string; readonly item: string } | null;
  readonly id: string;
  readonly text: string;
  /** What it said before: those whom it named then have heard of it. */
  readonly formerly: string;
}
type Edit = { readonly author: PersonId } & Extract<Op, { kind: 'edit-comment' | 'edit-message' }>;
interface Waiting {
  /** The number before the first of them. */
  readonly since: number;
  readonly edits: Map<string, Edit>;
  readonly cancel: Cancel;
}

/** Edits are gathered for so long: of one map no more documents are read than that. */
export const EDITED_MS = 5_000;
/** More edits of one map in so short a time are not looked at. */
const EDITS_MOST = 200;
const DEADLINE_MS = 10_000;

/**
 * Tells of words that were edited, and may name somebody now, with what they said before: that stands in the map as it was then. Nothing is
 * kept for it, so that it holds for old comments, too, whichever gateway had them.
 */
export class EditedWords {
  readonly #parts: EditedWordsParts;
  readonly #waiting = new Map<MapId, Waiting>();
  readonly #listeners: ((map: MapId, edited: Edited) => void)[] = [];

  constructor(parts: EditedWordsParts) {
    this.#parts = parts;
  }

  /** Has this told from now on. */
  listen(listener: (map: MapId, edited: Edited) => void): void {
    this.#listeners.push(listener);
  }

  /** These changes of the map were kept. */
  kept(map: MapId, changes: readonly NumberedChange[]): void {
    for (const { author, ops, seq } of changes) {
      for (const op of ops)
        if (op.kind === 'edit-comment' || op.kind === 'edit-message') this.#note(map, seq, { author, ...op });
    }
  }

  /** Tells at once of what was edited. */
  async flush(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((map) => this.#tell(map)));
  }

  #note(map: MapId, seq: number, edit: Edit): void {
    const known = this.#waiting.get(map);
    known?.edits.delete(edit.id);
    if (edit.text === null || !edit.text.includes('@')) return;
    const cancel = (): Cancel => this.#parts.clock.after(EDITED_MS, () => void this.#tell(map));
    const waiting = known ?? { since: seq - 1, edits: new Map(), cancel: cancel() };
    this.#waiting.set(map, waiting);
    if (waiting.edits.size < EDITS_MOST) waiting.edits.set(edit.id, edit);
  }

  async #tell(map: MapId): Promise<void> {
    const waiting = this.#waiting.get(map);
    if (waiting === undefined) return;
    this.#waiting.delete(map);
    waiting.cancel();
    if (waiting.edits.size === 0) return;
    try {
      const before = await this.#mapAt(map, waiting.since);
      const edited = [...waiting.edits.values()].flatMap((edit) => editedIn(before, edit) ?? []);
      for (const each of edited) for (const listener of this.#listeners) listener(map, each);
    } catch (error) {
      this.#parts.onTrouble(error);
    }
  }

  async #mapAt(map: MapId, at: number): Promise<MindMap> {
    const { docstore, openContext } = this.#parts;
    const params = { map, at, known: null, encoding: null };
    const answer = await inContext(openContext, { deadlineMs: DEADLINE_MS }, (context) =>
      docstore.call(docstoreRoutes.readDocument, { params }, context),
    );
    assert(answer.kind === 'bytes', 'nothing was known of the document');
    return must(decodeMap(new TextDecoder().decode(answer.bytes)));
  }
}

/** null: it was not there before, or it is somebody else who brings it back. */
function editedIn(before: MindMap, edit: Edit): Edited | null {
  const { author, id, text } = edit;
  const thread = edit.kind === 'edit-comment' ? before.threads.get(edit.thread) : null;
  const said = (thread === null ? chatOf(before) : (thread?.comments ?? [])).find((each) => each.id === id);
  if (said === undefined || said.author !== author || text === null) return null;
  const place = thread == null ? null : { thread: thread.id, item: thread.item };
  return { author, place, id, text, formerly: said.text };
}
