/** What was answered to a request that may be sent again. */
export interface KeptAnswer {
  readonly status: number;
  /** Header fields that go with it, by name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** `begun`: this call may do the work. `busy`: another is doing it. `other`: the key stands for another request. */
export type Begun =
  | { readonly kind: 'begun' | 'busy' | 'other' }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer };

/** A request that bears an idempotency key. */
export interface Repeatable {
  /** A SHA-256 of who asks and the key, base64url. */
  readonly hash: string;
  /** A SHA-256 of what is asked, base64url. */
  readonly request: string;
  readonly at: number;
}

/** Requests that are done once, however often they are sent. */
export interface RepeatStore {
  /** Of any number of calls with one hash, one answers `begun`; one that began before `staleBefore` and never ended does not count. */
  beginRepeatable(what: Repeatable, staleBefore: number): Promise<Begun>;
  endRepeatable(hash: string, answer: KeptAnswer): Promise<void>;
  /** As if it had never begun. */
  dropRepeatable(hash: string): Promise<void>;
  pruneRepeatables(before: number): Promise<void>;
}
