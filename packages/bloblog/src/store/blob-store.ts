import { Failure } from '@bough/base';

// The port to blob storage: what S3 promises and nothing more. Every answer that a caller must act on is in the types.

/** Names one state of one object; compared, never read. */
export type ETag = string;

export interface Blob {
  readonly bytes: Uint8Array;
  readonly etag: ETag;
}

/** `from` to before `to`, in bytes. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * `written`: it is there. `refused`: the condition did not hold and nothing was written.
 * `unsure`: it may or may not have happened (a timeout, a cut connection, a 5xx after sending): only reading again tells.
 */
export type PutOutcome =
  | { readonly kind: 'written'; readonly etag: ETag }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unsure'; readonly cause: unknown };

export interface BlobEntry {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: number;
}

export interface ListPage {
  readonly entries: readonly BlobEntry[];
  /** Hand it back to go on; null at the end. */
  readonly next: string | null;
}

export interface CallOptions {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

export interface PutOptions extends CallOptions {
  /** It is made anew where it is lost: a power cut may take it, or the half of it, and nobody waits for a disk to be sure. */
  readonly isCopy?: boolean;
}

/** Declared here since no language library of "anywhere" packages has it: the part of AbortSignal that Bough uses. */
export interface AbortSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Reads and `list`, `remove`, `put` throw a Failure (unavailable, denied, cancelled) when the store cannot answer.
 * Conditional writes never throw for it: they answer `unsure`, unless the store said no for good (denied), or has no room for
 * what was to be written (see `isStoreFull`): then nothing was, for certain, and asking again at once is no use.
 * Keys are 1..512 of [A-Za-z0-9/._-], no part empty or beginning with a dot, and no key is a whole leading part of another
 * (`a` and `a/b`: stores on a file system cannot have both). `list` goes by the UTF-8 order of keys.
 */
export interface BlobStore {
  /** null: not there. The bytes are the caller's. */
  get(key: string, options?: CallOptions & { readonly range?: ByteRange }): Promise<Blob | null>;
  /** Costs the bytes only when they are others than those of `etag`. */
  getIfChanged(key: string, etag: ETag, options?: CallOptions): Promise<Blob | 'absent' | 'unchanged'>;
  /** Refused when anything is there. */
  createIfAbsent(key: string, bytes: Uint8Array, options?: CallOptions): Promise<PutOutcome>;
  /** Refused unless what is there bears `etag`. */
  replaceIf(key: string, etag: ETag, bytes: Uint8Array, options?: CallOptions): Promise<PutOutcome>;
  /** For objects whose key says what is in them, so that writing twice changes nothing. */
  put(key: string, bytes: Uint8Array, options?: PutOptions): Promise<void>;
  /** Entries whose key begins with `prefix` and comes after `after`; at most `limit` (1,000 when absent). */
  list(
    prefix: string,
    options?: CallOptions & { readonly after?: string | null; readonly limit?: number },
  ): Promise<ListPage>;
  /** Removing what is not there is fine. */
  remove(key: string, options?: CallOptions): Promise<void>;
}

const FULL = 'blobs/full';

/** Whether a store said that it has no room for what was to be written. */
export function isStoreFull(error: unknown): error is Failure {
  return error instanceof Failure && error.code === FULL;
}
