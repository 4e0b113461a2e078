import { type Backoff, backoffMs, type Clock, Failure, inSentences, type Random } from '@bough/base';
import type { BlobStore, Lag, PutOutcome } from '@bough/bloblog';
import { DocstoreFailure } from '../failure.ts';
import type { Location } from '../locations/locations.ts';

/** Whether the second location has been opened, and has proved that it can be used. */
export type SecondStatus =
  | { readonly kind: 'open' }
  /** Not yet: since when, by the wall clock, and why it was not the last time. */
  | { readonly kind: 'away'; readonly sinceAt: number; readonly why: Failure };

export interface SecondLocationParts {
  readonly ports: { readonly clock: Clock; readonly random: Random };
  /** Opens and proves it. */
  readonly open: () => Promise<Location>;
  /** Told when it could not be opened, and when it could be after all. */
  readonly onStatus: (status: SecondStatus) => void;
}

/** What an operator is told of the second location; null when there is nothing to tell. */
export function noteOf(status: SecondStatus, lag: Omit<Lag, 'trouble'>): string | null {
  const behind = `${counted(lag.logs, 'document')} with ${counted(lag.changes, 'change')} to be copied`;
  const apart = apartText(lag.apart);
  if (status.kind === 'away') {
    const unsure =
      lag.unsure === 0 ? '' : `, and ${counted(lag.unsure, 'more document')} that may lack something there`;
    const rest = apart === null ? '' : ` ${apart}`;
    return `away since ${new Date(status.sinceAt).toISOString()}, ${behind}${unsure}. ${inSentences(status.why)}${rest}`;
  }
  const late = lag.oldestMs < TOLD_MS ? null : `behind: ${behind}, for ${Math.round(lag.oldestMs / 1_000)} s`;
  return late === null || apart === null ? (late ?? apart) : `${late}. ${apart}`;
}

/** Which documents went apart, and what helps; null: none did. */
function apartText([one, ...more]: readonly string[]): string | null {
  if (one === undefined) return null;
  const others = more.length === 0 ? '' : `; ${counted(more.length, 'more document')} likewise: verify names them`;
  return `${one} went apart from the first location, and is not copied: npm run bough -- settle ${one} --keep first (or second) says what would be lost${others}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** A copy takes a moment: nobody is told of one that is under way. */
const TOLD_MS = 10_000;
/** How long a start waits for it. */
const PATIENCE_MS = 3_000;
const RETRY: Backoff = { firstMs: 1_000, longestMs: 30_000 };

/**
 * The second location while nobody waits for it (`async`): a process starts without it, goes on trying to open it, and uses it from
 * then on. Until then each call of its store fails as unavailable, at once. One that answers but does not keep conditions is a
 * wrong setting, and is refused at the start.
 */
export class SecondLocation {
  /** Its objects, sealed; unavailable until it is open. */
  readonly store: BlobStore;
  readonly #parts: SecondLocationParts;
  #location: Location | null = null;
  #status: SecondStatus;
  #isClosed = false;
  /** What was told last. */
  #said = '';
  #cancel = (): void => undefined;

  private constructor(parts: SecondLocationParts) {
    this.#parts = parts;
    this.#status = { kind: 'away', sinceAt: parts.ports.clock.now(), why: notYet() };
    this.store = this.#makeStore();
  }

  /** Opens it, or answers after some seconds one that is away; throws when what was found can never be used. */
  static async open(parts: SecondLocationParts): Promise<SecondLocation> {
    const second = new SecondLocation(parts);
    const { promise: enough, resolve } = Promise.withResolvers<null>();
    const cancel = parts.ports.clock.after(PATIENCE_MS, () => resolve(null));
    const why = await Promise.race([second.#tryOpen(0), enough]);
    cancel();
    if (why?.kind === 'invalid') {
      second.close();
      throw why;
    }
    second.#tell();
    return second;
  }

  get status(): SecondStatus {
    return this.#status;
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
    this.#location?.close();
  }

  /** Tries now, and again later for as long as it fails; answers why it did. */
  async #tryOpen(attempt: number): Promise<Failure | null> {
    const { ports, open } = this.#parts;
    try {
      const location = await open();
      if (this.#isClosed) location.close();
      else [this.#location, this.#status] = [location, { kind: 'open' }];
    } catch (cause) {
      const why = cause instanceof Failure ? cause : notYet(cause);
      if (this.#status.kind === 'away') this.#status = { ...this.#status, why };
    }
    if (attempt > 0) this.#tell();
    if (this.#status.kind === 'open' || this.#isClosed) return null;
    this.#cancel = ports.clock.after(backoffMs(RETRY, attempt, ports.random), () => void this.#tryOpen(attempt + 1));
    return this.#status.why;
  }

  /** Says how it is, once for each thing that it is. */
  #tell(): void {
    const said = this.#status.kind === 'open' ? 'open' : this.#status.why.message;
    if (said === this.#said || this.#isClosed) return;
    this.#said = said;
    this.#parts.onStatus(this.#status);
  }

  #must(): BlobStore {
    if (this.#location !== null) return this.#location.store;
    throw this.#away();
  }

  #away(): Failure {
    return this.#status.kind === 'away' ? away(this.#status.why) : notYet();
  }

  #makeStore(): BlobStore {
    const conditional = async (write: (store: BlobStore) => Promise<PutOutcome>): Promise<PutOutcome> =>
      this.#location === null ? { kind: 'unsure', cause: this.#away() } : write(this.#location.store);
    return {
      get: async (...call) => this.#must().get(...call),
      getIfChanged: async (...call) => this.#must().getIfChanged(...call),
      createIfAbsent: (...call) => conditional((store) => store.createIfAbsent(...call)),
      replaceIf: (...call) => conditional((store) => store.replaceIf(...call)),
      put: async (...call) => this.#must().put(...call),
      list: async (...call) => this.#must().list(...call),
      remove: async (...call) => this.#must().remove(...call),
    };
  }
}

function notYet(cause?: unknown): DocstoreFailure {
  const message = cause instanceof Error ? cause.message : 'The second location has not been reached yet.';
  return new DocstoreFailure(message, { kind: 'unavailable', code: 'docstore/location', cause });
}

/** Whatever keeps it from being opened, to whoever wants to use it meanwhile it is away. */
function away(why: Failure): DocstoreFailure {
  const hint = why.hint === undefined ? {} : { hint: why.hint };
  return new DocstoreFailure(why.message, { kind: 'unavailable', code: 'docstore/location', ...hint, cause: why });
}
