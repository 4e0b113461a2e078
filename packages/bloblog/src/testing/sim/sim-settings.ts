import type { Random } from '@bough/base';
import { type StoreBackoff } from '../../store/store-backoff.ts';
import type { LogSettings } from '../../settings.ts';

/** Settings under which a few hundred changes are many seals, snapshots and checkpoints; `apart` decides about checkpoints. */
export function someSettings(random: Random, apart: Random, backoff: StoreBackoff): LogSettings {
  const between = (from: number, to: number, dice = random): number =>
    from + Math.floor(dice.fraction() * (to - from + 1));
  return {
    tailBytes: between(60, 600),
    inlineBytes: between(0, 400),
    freshBytes: between(0, 1_500),
    spanBytes: between(0, 3_000),
    keyframeRatio: between(1, 3) / 2,
    checkpointBytes: between(50, 650, apart),
    checkpoints: 12,
    spacingMs: random.fraction() < 0.2 ? between(1, 300) : 0,
    gatherMs: 50,
    backoff,
  };
}
