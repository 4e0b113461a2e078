import { type Cancel, type Clock, Failure, type MapId, type PersonId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { type Caller, type ContextFacts, type OpenContext, inContext } from '@bough/service';
import type { Metadata } from '../../metadata/metadata.ts';

export interface UpkeepParts {
  readonly metadata: Metadata;
  readonly clock: Clock;
  readonly docstore: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  /** Tells every gateway that these people's roles on the map are to be looked at again. */
  readonly tellAccess: (map: MapId, people: readonly PersonId[]) => void;
  readonly onTrouble: (error: unknown) => void;
}

const LINKS_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TRASHED_MOST = 200;

/** What time does to maps: links end, invitations grow old, and what an operator has removed for ever leaves the lists. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  #cancels: Cancel[] = [];
  #isOver = false;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#every(LINKS_MS, () => this.endLinks());
    this.#every(HOUR_MS, () => this.forgetOld());
  }

  stop(): void {
    this.#isOver = true;
    for (const cancel of this.#cancels) cancel();
  }

  /** Takes back what links gave that have ended. Who asks anew is refused by the clock; this closes open sockets. */
  async endLinks(): Promise<void> {
    const { metadata, clock, tellAccess } = this.#parts;
    for (const { id, map } of await metadata.linksEnded(clock.now())) {
      const lost = await metadata.revokeLink(map, id);
      if (lost !== null) tellAccess(map, lost);
    }
  }

  /** Forgets invitations and answers that are too old, and maps whose document is not in the trash any more but gone. */
  async forgetOld(): Promise<void> {
    const { metadata, clock } = this.#parts;
    const now = clock.now();
    await metadata.pruneInvitations(now);
    await metadata.pruneRepeatables(now - DAY_MS);
    for (const map of await metadata.trashedBefore(now - DAY_MS, TRASHED_MOST)) {
      if (await this.#isGone(map)) await metadata.removeMap(map);
    }
  }

  async #isGone(map: MapId): Promise<boolean> {
    const { docstore, openContext } = this.#parts;
    try {
      await inContext(openContext, { deadlineMs: 10_000 }, (context) =>
        docstore.call(docstoreRoutes.documentFacts, { params: { map } }, context),
      );
      return false;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'absent') return true;
      throw error;
    }
  }

  #every(ms: number, work: () => Promise<void>): void {
    const at = this.#cancels.length;
    const plan = (): void => {
      if (this.#isOver) return;
      this.#cancels[at] = this.#parts.clock.after(ms, () => {
        void work().catch(this.#parts.onTrouble).then(plan);
      });
    };
    this.#cancels.push(() => undefined);
    plan();
  }
}
