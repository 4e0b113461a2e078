import type { Clock, PrefixName, Result } from '@bough/base';
import { assert, err, ok } from '@bough/base';
import type { Appended } from '@bough/contracts';
import type { Change } from '@bough/map';
import type { Dice } from '@bough/map/testing';
import type { DocumentFailure, DocumentPort } from '../../room/room-types.ts';
import type { ModelDocstore } from '../model-docstore.ts';
import type { SimCounts } from './sim-settings.ts';

/** The map by HTTP. */
export interface SimDocument {
  readonly name: PrefixName;
  readonly text: string;
}

/** How long a gateway waits for docstore. */
const DEADLINE_MS = 1200;

/** Docstore as a process behind a network: calls and answers are late, lost or doubled; it is written to, and dies. */
export class SimDocstore {
  readonly model: ModelDocstore;
  readonly #clock: Clock;
  readonly #dice: Dice;
  readonly #counts: SimCounts;
  /** The share of calls, and of answers, that are lost. */
  lossiness = 0;
  /** Nobody reaches it until then. */
  #downUntilMs = 0;

  constructor(clock: Clock, dice: Dice, model: ModelDocstore, counts: SimCounts) {
    this.#clock = clock;
    this.#dice = dice;
    this.model = model;
    this.#counts = counts;
  }

  crash(): void {
    this.#counts.docstoreRestarts++;
    this.model.crash(this.#dice.chance(0.5));
    this.#downUntilMs = this.#clock.monotonic() + this.#dice.below(800);
  }

  /** All after this number is lost, for good: the second location took over, or a backup was restored. */
  lose(keep: number): void {
    this.model.lose(keep);
    this.#downUntilMs = this.#clock.monotonic() + this.#dice.below(800);
  }

  /** The port as one gateway has it; `isApart` says whether the network between them fails, `onAppend` sees each call. */
  portOf(isApart: () => boolean, onAppend: (changes: readonly Change[]) => void): DocumentPort {
    return {
      append: ({ formerly }, base, changes, answer) => {
        onAppend(changes);
        this.#call<Appended>(isApart, answer, (done, refuse) => {
          if (!this.model.isOurs(base)) {
            refuse({ kind: 'renewed', detail: 'made on an order of another name' });
            return;
          }
          if (this.model.isTooOld(base.seq, changes, formerly)) {
            refuse({ kind: 'old', detail: 'made on what lies too far back' });
            return;
          }
          const jumped = (): void => assert(false, 'S3: counters of one writer advance by one');
          this.model.append(base.seq, changes, done, formerly, jumped);
          // At least once: a proxy in between has repeated the call.
          if (this.#dice.chance(0.05)) this.model.append(base.seq, changes, () => {}, formerly, jumped);
          this.#commit();
        });
      },
      read: (from, to, answer) => this.#call(isApart, answer, (done) => done(this.model.read(from, to))),
      state: (writer, answer) => this.#call(isApart, answer, (done) => done(this.model.state(writer))),
    };
  }

  /** The document by HTTP; `answer(null)` when it did not come. */
  fetch(isApart: () => boolean, answer: (document: SimDocument | null) => void): void {
    this.#call<SimDocument>(
      isApart,
      (result) => answer(result.ok ? result.value : null),
      (done) => this.model.document((name, text) => done({ name, text })),
    );
  }

  #commit(): void {
    if (!this.model.startCommit()) return;
    const life = this.model.counts.crashes;
    this.#clock.after(2 + this.#dice.below(40), () => {
      if (life !== this.model.counts.crashes) return;
      this.model.finishCommit();
      this.#commit();
    });
  }

  #call<T>(
    isApart: () => boolean,
    answer: (result: Result<T, DocumentFailure>) => void,
    run: (done: (value: T) => void, refuse: (failure: DocumentFailure) => void) => void,
  ): void {
    let isOver = false;
    const over = (result: Result<T, DocumentFailure>): void => {
      if (isOver) return;
      isOver = true;
      answer(result);
    };
    this.#clock.after(DEADLINE_MS, () => over(err({ kind: 'unavailable', detail: 'no answer in time' })));
    const back = (result: Result<T, DocumentFailure>): void => this.#travel(isApart, () => over(result));
    this.#travel(isApart, () =>
      run(
        (value) => back(ok(value)),
        (failure) => back(err(failure)),
      ),
    );
  }

  #travel(isApart: () => boolean, arrive: () => void): void {
    if (isApart() || this.#dice.chance(this.lossiness)) {
      this.#counts.lost++;
      return;
    }
    this.#clock.after(1 + this.#dice.below(15), () => {
      if (this.#clock.monotonic() >= this.#downUntilMs) arrive();
    });
  }
}
