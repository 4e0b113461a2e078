import type { Cancel, Clock } from '@bough/base';
import type { Component, Log } from '@bough/service';
import type { Which } from '../locations/locations.ts';

const DAY_MS = 86_400_000;

/** Logs at the start, and each day, which keys have sealed so much that they are to be rotated. */
export function wornKeyWatch(
  { clock, log }: { readonly clock: Pick<Clock, 'after'>; readonly log: Log },
  wornKeys: () => readonly Which[],
): Component {
  let cancel: Cancel = () => undefined;
  const look = (): void => {
    for (const location of wornKeys())
      log.warn(
        'a key has sealed so much that it is to be replaced by a new one: put that in front of it, then rotate-keys',
        {
          location,
        },
      );
    cancel = clock.after(DAY_MS, look);
  };
  return { name: 'keys', start: async () => look(), drain: async () => cancel(), stop: async () => cancel() };
}
