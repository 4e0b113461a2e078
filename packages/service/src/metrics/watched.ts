import type { Cancel, Clock } from '@bough/base';
import type { Component } from '../process/component.ts';
import type { Log } from '../log/logger.ts';

/** A store or a connection that can be asked whether it answers. */
export interface Watchable {
  ping(): Promise<void>;
  close(): Promise<void>;
}

const WATCH_MS = 5_000;

/** Asks it every few seconds, so that readiness is known without asking; closes it last. */
export function watched(
  name: string,
  what: Watchable,
  components: { readonly clock: Clock; readonly log: Log },
): Component {
  let reason: string | null = null;
  let cancel: Cancel = () => undefined;
  const look = async (): Promise<void> => {
    try {
      await what.ping();
      if (reason !== null) components.log.info(`${name} answers again`);
      reason = null;
    } catch (error) {
      if (reason === null) components.log.error(`${name} does not answer`, { error });
      reason = 'does not answer';
    }
    cancel = components.clock.after(WATCH_MS, () => void look());
  };
  return {
    name,
    start: look,
    unready: () => reason,
    stop: async () => {
      cancel();
      await what.close();
    },
  };
}
