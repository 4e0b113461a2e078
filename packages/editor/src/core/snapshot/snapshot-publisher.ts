import type { Cancel, Clock } from '@bough/base';
import type { EditorSnapshot } from './snapshot.ts';
import { differences } from './same-snapshot.ts';

/** What follows every letter that is typed. */
const FOLLOWING = new Set<keyof EditorSnapshot>([
  ...(['version', 'focused', 'focusedRect', 'status', 'canUndo', 'canRedo', 'items'] as const),
]);
const REST_MS = 200;
const MOST_MS = 800;

/** Publishes to the page what the editor shows: at once, but for what only follows from typing or zooming. That waits for a rest, so that no frame of it waits for React. */
export class SnapshotPublisher {
  readonly #clock: Clock;
  readonly #read: () => EditorSnapshot;
  readonly #listeners = new Set<() => void>();
  #told: EditorSnapshot;
  #isDue = false;
  /** Since when something waits for a rest. */
  #sinceMs: number | null = null;
  #cancel: Cancel = () => undefined;

  constructor(clock: Clock, read: () => EditorSnapshot) {
    this.#clock = clock;
    this.#read = read;
    this.#told = read();
  }

  /** Bound, as is `getSnapshot`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** What was told last. */
  readonly getSnapshot = (): EditorSnapshot => this.#told;

  /** Something may be different: looked at after the present task. */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#look();
    });
  }

  #look(): void {
    const now = this.#read();
    const keys = differences(now, this.#told);
    if (keys.length === 0) return;
    const nowMs = this.#clock.monotonic();
    this.#cancel();
    if (!canWait(keys, now, this.#told) || nowMs - (this.#sinceMs ?? nowMs) >= MOST_MS) {
      this.#tell(now);
      return;
    }
    this.#sinceMs ??= nowMs;
    this.#cancel = this.#clock.after(REST_MS, () => this.#tell(this.#read()));
  }

  #tell(now: EditorSnapshot): void {
    this.#cancel();
    this.#sinceMs = null;
    this.#told = now;
    for (const listener of this.#listeners) listener();
  }
}

function canWait(keys: readonly (keyof EditorSnapshot)[], now: EditorSnapshot, told: EditorSnapshot): boolean {
  if (keys.every((key) => key === 'zoom')) return true;
  if (now.editing === null || now.editing !== told.editing || !keys.every((key) => FOLLOWING.has(key))) return false;
  // Nobody reads for a moment that all is saved when it is not.
  return now.status.kind === told.status.kind || now.status.kind === 'saved';
}
