import type { Clock, MapId, PersonId, PrefixName } from '@bough/base';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { Metadata } from '../../metadata/metadata.ts';

/** Who looked in for less than this has seen nothing yet: a reload is no visit. */
const LEAST_MS = 10_000;

interface VisitsParts {
  readonly clock: Clock;
  readonly metadata: Pick<Metadata, 'setSeen'>;
  readonly onTrouble: (error: unknown) => void;
}

/** Notes what people have seen of maps when they leave them. */
export class Visits {
  readonly #parts: VisitsParts;
  readonly #noting = new Set<Promise<void>>();

  constructor(parts: VisitsParts) {
    this.#parts = parts;
  }

  /** Somebody who came at `sinceMs` goes, and the map stands there. */
  ended(map: MapId, person: PersonId, sinceMs: number, seen: PrefixName | null): void {
    const { clock, metadata, onTrouble } = this.#parts;
    if (seen === null || clock.now() - sinceMs < LEAST_MS) return;
    const noting = metadata.setSeen(map, person, seen).catch(onTrouble);
    this.#noting.add(noting);
    void noting.finally(() => this.#noting.delete(noting));
  }

  /** Resolves when what was to be noted by now is. */
  async noted(): Promise<void> {
    await Promise.all(this.#noting);
  }
}

/** What a person had seen of a map when they left it last, on whichever device. */
export function visitRoutesOf({
  metadata,
}: {
  readonly metadata: Pick<Metadata, 'seenOf'>;
}): Pick<Handlers, 'lastVisit'> {
  return {
    lastVisit: async ({ params: { map }, person }) => ({ seen: await metadata.seenOf(map, mustBePerson(person)) }),
  };
}
