import type { Cancel, Clock, MapId } from '@bough/base';

export interface TitlesParts {
  readonly clock: Clock;
  /** Writes the title that lists show. */
  readonly write: (map: MapId, title: string) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
}

const SPACING_MS = 5_000;
/** What lists, bells and emails take of a title: a line of so many. */
const LONGEST = 500;
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;

/** A map's title as everybody can be shown it, whatever a program wrote into the map: one that no list takes would take the list from all who have the map. */
export function asTitle(text: string): string {
  return text.replace(CONTROLS, ' ').slice(0, LONGEST).toWellFormed();
}

/**
 * Takes titles over from documents into what lists show: the first at once, then for each map the last one every few seconds, so
 * that somebody who types a title letter by letter costs a write now and then.
 */
export class Titles {
  readonly #parts: TitlesParts;
  readonly #resting = new Map<MapId, { readonly cancel: Cancel; next: string | null }>();

  constructor(parts: TitlesParts) {
    this.#parts = parts;
  }

  /** The map has this title now. */
  changed(map: MapId, text: string): void {
    const title = asTitle(text);
    const resting = this.#resting.get(map);
    if (resting === undefined) this.#write(map, title);
    else resting.next = title;
  }

  /** Writes what still waits, at once. */
  async flush(): Promise<void> {
    const waiting = [...this.#resting];
    this.#resting.clear();
    await Promise.all(
      waiting.map(async ([map, { cancel, next }]) => {
        cancel();
        if (next !== null) await this.#parts.write(map, next).catch(this.#parts.onTrouble);
      }),
    );
  }

  #write(map: MapId, title: string): void {
    const cancel = this.#parts.clock.after(SPACING_MS, () => {
      const next = this.#resting.get(map)?.next ?? null;
      this.#resting.delete(map);
      if (next !== null) this.#write(map, next);
    });
    this.#resting.set(map, { cancel, next: null });
    this.#parts.write(map, title).catch(this.#parts.onTrouble);
  }
}
