import type { Brand, ClientId, PersonId } from '@bough/base';
import type {
  CommentId,
  ItemFields,
  ItemId,
  Link,
  LinkId,
  OrderKey,
  Settings,
  Side,
  Sign,
  ThreadId,
} from '../model/model.ts';

// The closed list of operations. What is done with each kind stands in ops/, one file for each; for a new one see SPEC.md.

/** A new item. */
export interface Add {
  readonly kind: 'add';
  readonly id: ItemId;
  readonly parent: ItemId | null;
  readonly order: OrderKey;
  /** Everything that is not as in an empty item. */
  readonly fields: Partial<ItemFields>;
}

/** Sets whole fields; the last one in the log's order wins, field by field. */
export interface SetFields {
  readonly kind: 'set';
  readonly id: ItemId;
  readonly fields: Partial<ItemFields>;
}

/** Takes an item, with all below it, to another place. */
export interface Move {
  readonly kind: 'move';
  readonly id: ItemId;
  readonly parent: ItemId | null;
  readonly order: OrderKey;
  /** Absent: as it was. */
  readonly side?: Side | null;
}

/** Takes `remove` UTF-16 units out of one text at `at` and puts `insert` there. Concurrent splices merge by character. */
export interface Splice {
  readonly kind: 'splice';
  readonly id: ItemId;
  readonly field: 'text' | 'note';
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** Removes an item with everything below it. */
export interface Remove {
  readonly kind: 'remove';
  readonly id: ItemId;
}

/** Brings back what a remove took, as it was when it was taken, under the parent named here. */
export interface Restore {
  readonly kind: 'restore';
  readonly id: ItemId;
  readonly parent: ItemId | null;
  readonly order: OrderKey;
}

/** Makes the link, or sets the whole of it anew. */
export interface PutLink {
  readonly kind: 'link';
  readonly link: Link;
}

/** Takes a link out of the map. */
export interface Unlink {
  readonly kind: 'unlink';
  readonly id: LinkId;
}

/** Adds a comment (author and time are the change's); the first one in a thread opens it on `item`. */
export interface AddComment {
  readonly kind: 'comment';
  readonly thread: ThreadId;
  readonly item: ItemId;
  readonly id: CommentId;
  readonly text: string;
}

/** Changes what a comment says, or removes it. */
export interface EditComment {
  readonly kind: 'edit-comment';
  readonly thread: ThreadId;
  readonly id: CommentId;
  /** null removes it; a thread without comments is gone. */
  readonly text: string | null;
}

/** Says that a thread is settled, or that it is not. */
export interface ResolveThread {
  readonly kind: 'resolve';
  readonly thread: ThreadId;
  readonly isResolved: boolean;
}

/** Writes in the chat of the map (author and time are the change's). */
export interface AddMessage {
  readonly kind: 'message';
  readonly id: CommentId;
  readonly text: string;
}

/** Changes what a message of the chat says, or removes it. */
export interface EditMessage {
  readonly kind: 'edit-message';
  readonly id: CommentId;
  /** null removes it. */
  readonly text: string | null;
}

/** The change's author puts one of the signs on a comment, or takes their own from it. */
export interface React {
  readonly kind: 'react';
  /** null: on a message of the chat. */
  readonly thread: ThreadId | null;
  readonly id: CommentId;
  readonly sign: Sign;
  readonly isOn: boolean;
}

/** Sets some of what holds for the whole map. */
export interface SetSettings {
  readonly kind: 'settings';
  readonly fields: Partial<Settings>;
}

export type Op =
  | Add
  | SetFields
  | Move
  | Splice
  | Remove
  | Restore
  | PutLink
  | Unlink
  | AddComment
  | EditComment
  | ResolveThread
  | AddMessage
  | EditMessage
  | React
  | SetSettings;

/**
 * Ops that have been through `parseOps`: each has exactly the keys and kinds of value that its type says. Whoever has such a list need not
 * look again; it is never changed. What is transformed or composed from parsed ops is of their form, too.
 */
export type ParsedOps = Brand<readonly Op[], 'ParsedOps'>;

/** One step of one person, parsed: its ops apply together or not at all. */
export interface Change {
  readonly client: ClientId;
  /** 1, 2, 3, ... for each client, without a gap: a change sent twice is known by it. */
  readonly counter: number;
  readonly author: PersonId;
  /** Milliseconds since 1970, as the author's gateway saw it. */
  readonly at: number;
  readonly ops: ParsedOps;
}

/** A change with its place in the map's one total order: 1 is the first. */
export interface NumberedChange extends Change {
  readonly seq: number;
}
