/**
 * A part of a service with a life. Components start in order; they drain (take nothing new, finish what was accepted) and
 * stop in the opposite order. Each step is taken once.
 */
export interface Component {
  readonly name: string;
  start?(): Promise<void>;
  /** Why it cannot do its work right now; null when it can. Asked often: answers from memory. */
  unready?(): string | null;
  /** What an operator should know although it can do its work; null when there is nothing. Asked often: answers from memory. */
  note?(): string | null;
  /** Resolves when what was accepted is finished, at the latest after `withinMs`. */
  drain?(withinMs: number): Promise<void>;
  stop?(): Promise<void>;
}
