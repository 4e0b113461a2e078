import { makeIds, type Random } from '@bough/base';
import type { VirtualClock } from '@bough/base/testing';
import type { BlobStore } from '../../store/blob-store.ts';
import type { LogPorts } from '../../ports.ts';
import { readHead } from '../../log/read-log.ts';
import type { LogSettings } from '../../settings.ts';
import { checkSurvivor } from '../oracles/loss-oracle.ts';
import { checkMoment } from '../oracles/moment-oracle.ts';
import type { Places } from './sim-places.ts';
import type { OwnerKind } from './sim-types.ts';
import type { Witness } from '../oracles/witness.ts';

type Where = 'first' | 'second';

/** What the world lets be looked at. */
export interface LooksParts {
  readonly kind: OwnerKind;
  readonly settings: LogSettings;
  readonly mode: 'none' | 'async' | 'sync';
  readonly places: Places;
  readonly witness: Witness;
  readonly clock: VirtualClock;
  readonly apart: Random;
  /** What a process without faults sees. */
  readonly plain: (where: Where) => { readonly ports: LogPorts; readonly store: BlobStore };
  readonly onSurvived: () => void;
  readonly hasDisasters: boolean;
}

/** Looks at single moments of a running world. */
export class Looks {
  readonly #parts: LooksParts;

  constructor(parts: LooksParts) {
    this.#parts = parts;
  }

  /** S9: in `sync`, what was acknowledged is there. */
  expectInSecond(): void {
    const { witness, plain, kind } = this.#parts;
    const { ports, store } = plain('second');
    const last = witness.lastSince;
    witness.later(async () => {
      const there = await readHead({ ports, store }, kind.log);
      if ((there?.head.seq ?? 0) < last)
        throw new Error(`S9: ${last} was acknowledged, but the second location lacks it`);
    });
  }

  lookAt(where: Where): void {
    const { mode, places, witness, plain, kind } = this.#parts;
    if (where === 'second' && mode === 'none') return;
    const acknowledged = this.#mustHave(where);
    const raw = [places[where].raw, places.first.raw];
    witness.later(() => checkMoment({ ...plain(where), where, log: kind.log, raw, acknowledged }));
  }

  /** The other location is lost at this moment, to whoever only has this one. */
  outlive(where: Where): void {
    const { mode, places, witness, kind, clock, settings, apart: random } = this.#parts;
    if (where === 'second' && mode === 'none') return;
    const acknowledged = this.#mustHave(where);
    const { raw, keys } = places[where];
    const ports = { ...this.#parts.plain(where).ports, random, ids: makeIds(clock, random) };
    // Where there are no disasters the seeds are what they were before there were lineages.
    const { location } = places[this.#parts.hasDisasters ? where : 'first'];
    const survivor = { kind, ports, settings, raw, keys, location, acknowledged };
    witness.later(async () => {
      const order = await checkSurvivor(survivor);
      if (order === null) return;
      witness.read(order);
      this.#parts.onSurvived();
    });
  }

  /** The greatest number that the location must have. */
  #mustHave(where: Where): number {
    const { witness, mode } = this.#parts;
    if (where === 'first') return witness.lastAcknowledged;
    return mode === 'async' ? 0 : witness.lastSince;
  }
}
