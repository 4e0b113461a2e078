import type { Clock } from '@bough/base';
import type { Mirror, MirroredUntil } from '@bough/bloblog';
import type { Component, Log } from '@bough/service';

export interface KnownWatchParts {
  readonly clock: Clock;
  readonly mirror: Pick<Mirror, 'unmarkedSince' | 'notes'>;
  readonly until: Pick<MirroredUntil, 'note'>;
  readonly log: Log;
}

const LOOK_MS = 60_000;

/**
 * Notes once a minute, where anything was copied since, up to when the second location is known to have everything, or a mark of what it
 * lacks: so that the next process, or `lag`, knows it while that location is away. Nothing is noted before the locations were compared.
 */
export function knownWatch({ clock, mirror, until, log }: KnownWatchParts): {
  readonly begin: (comparedAt: number) => void;
  readonly component: Component;
} {
  let cancel = (): void => undefined;
  let isCompared = false;
  let noted = -1;
  const note = async (now: number): Promise<void> => {
    const { notes } = mirror;
    if (!isCompared || notes === noted) return;
    try {
      await until.note(Math.min(now, mirror.unmarkedSince() ?? Infinity));
      noted = notes;
    } catch (error) {
      log.debug('how far the second location is known to be could not be noted', { error });
    }
  };
  const look = (): void => {
    cancel = clock.after(LOOK_MS, look);
    void note(clock.now());
  };
  return {
    begin: (comparedAt) => {
      isCompared = true;
      void note(comparedAt);
    },
    component: {
      name: 'what the second location is known to have',
      start: async () => look(),
      drain: async () => await note(clock.now()),
      stop: async () => cancel(),
    },
  };
}
