import { type BlobStore, type LateMarks, type LogPorts, type Mirror, readHead, unsureLogs } from '@bough/bloblog';
import type { Log } from '@bough/service';
import type { SecondStatus } from './second-location.ts';
import { survey } from './survey.ts';

export interface CatchUpParts {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  readonly second: BlobStore;
  readonly marks: LateMarks;
  readonly mirror: Mirror;
  readonly log: Log;
  /** Where the second location is. */
  readonly place: string;
  /** Whether the second location can be asked. */
  readonly isOpen: () => boolean;
  /** Told when, by the wall clock, the comparing began that has come to its end. */
  readonly onCompared: (beganAt: number) => void;
}

/**
 * Brings the second location what earlier processes could not. What they noted is known at once, also while that location is away;
 * what they had no time to note is found by a survey, once it is open. Nobody waits for either.
 */
export class CatchUp {
  readonly #parts: CatchUpParts;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
  }

  /** Takes over what was noted. */
  async takeOver(): Promise<void> {
    const { ports, first, marks, mirror, log } = this.#parts;
    try {
      for await (const [map, mark] of marks.all()) {
        const head = await readHead({ ports, store: first }, map).catch(() => null);
        mirror.resume(map, mark, head?.head.seq ?? mark.seq);
      }
      if (!this.#parts.isOpen()) mirror.mayLack(await unsureLogs(first, this.#parts.place));
    } catch (error) {
      log.warn('what is not in the second location yet could not be read: a survey finds it', { error });
    }
  }

  /** Looks for more, when the second location is open. */
  async statusChanged(status: SecondStatus): Promise<void> {
    if (status.kind !== 'open') return;
    const { ports, first, mirror, log } = this.#parts;
    const beganAt = ports.clock.now();
    const left: string[] = [];
    const onTrouble = (map: string, error: unknown): void => {
      left.push(map);
      log.warn('a document could not be compared with the second location', { map, error });
    };
    let found = 0;
    try {
      await survey({ ...this.#parts, onTrouble }, (late) => {
        found++;
        mirror.resume(late.map, late, late.last, false);
      });
      mirror.compared();
      mirror.mayLack(left);
      if (left.length === 0) this.#parts.onCompared(beganAt);
      if (found > 0) log.info('documents are behind in the second location: they are copied now', { documents: found });
    } catch (error) {
      await unsureLogs(first, this.#parts.place).then(
        (logs) => mirror.mayLack(logs),
        () => undefined,
      );
      log.warn('the second location could not be compared with the first: it is tried again at the next start', {
        error,
      });
    }
  }
}
