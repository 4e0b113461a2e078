// Which gateways there are, by what they say of themselves several times a second. One that falls silent without a goodbye is dead or cut
// off from the bus; nobody here can tell which, so for a while what it may be doing unheard is looked up instead.

/** A gateway that was not heard for so long is silent. */
export const SILENT_MS = 600;
/** One that was silent for so long is taken as gone, unless somebody else knows better. */
export const GONE_MS = 30_000;

/** The other gateways on the bus. Times are a monotonic clock's. */
export class Peers {
  readonly #heardMs = new Map<string, number>();

  /** It says that it is here. */
  heard(peer: string, nowMs: number): void {
    this.#heardMs.set(peer, nowMs);
  }

  /** It said goodbye. */
  left(peer: string): void {
    this.#heardMs.delete(peer);
  }

  /** Nothing could be heard until now: each has its time anew, except those that were silent too long. */
  resume(nowMs: number): void {
    this.#forgetGone(nowMs);
    for (const peer of this.#heardMs.keys()) this.#heardMs.set(peer, nowMs);
  }

  /** Those that are heard. */
  audible(nowMs: number): readonly string[] {
    return [...this.#heardMs].flatMap(([peer, heardMs]) => (nowMs - heardMs > SILENT_MS ? [] : [peer]));
  }

  /** How many are silent. */
  silent(nowMs: number): number {
    this.#forgetGone(nowMs);
    return this.#heardMs.size - this.audible(nowMs).length;
  }

  #forgetGone(nowMs: number): void {
    for (const [peer, heardMs] of this.#heardMs) if (nowMs - heardMs > GONE_MS) this.#heardMs.delete(peer);
  }
}
