import type { Clock } from '@bough/base';
import type { Lag } from '@bough/bloblog';
import type { Component, Log } from '@bough/service';

export interface LagWatchParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lag: () => Lag;
}

const LOOK_MS = 10_000;
/** Told again when it has become so many times as much. */
const AGAIN = 4;

/** Says in the log when the second location has been behind for longer than `limitMs`, again when that has grown, and when it is over. */
export function lagWatch({ clock, log, lag }: LagWatchParts, settings: { readonly limitMs: number }): Component {
  let cancel = (): void => undefined;
  let toldMs = 0;
  let toldApart = 0;
  const look = (): void => {
    cancel = clock.after(LOOK_MS, look);
    const { logs, changes, apart, oldestMs, trouble } = lag();
    if (apart.length > toldApart)
      log.error('documents went apart in the two locations: settle ends it', { maps: apart });
    toldApart = apart.length;
    const seconds = Math.round(oldestMs / 1_000);
    if (oldestMs > settings.limitMs && oldestMs >= toldMs * AGAIN) {
      log.warn('the second location is behind', { documents: logs, changes, seconds, error: trouble });
      toldMs = oldestMs;
    } else if (toldMs > 0 && oldestMs <= settings.limitMs) {
      log.info('the second location has caught up', { documents: logs, changes, seconds });
      toldMs = 0;
    }
  };
  return {
    name: 'lag of the second location',
    start: async () => look(),
    stop: async () => cancel(),
  };
}
