import { assert, err, type Lineage, ok, presentLineage, type Result } from '@bough/base';
import type { Appended, DocumentState } from '@bough/contracts';
import type { Change, NumberedChange } from '@bough/map';
import type { DocumentFailure, DocumentPort, Submitter, Writer } from './room-types.ts';

type Answer<T> = (result: Result<T, DocumentFailure>) => void;

/**
 * Docstore as one room sees it: one order under one name, the first that is answered. As soon as an answer comes from an order of
 * another name, `onRenewed` is called and nothing is answered any more: numbers of the two must never meet in one room.
 */
export class RoomDocuments {
  readonly #port: DocumentPort;
  readonly #onRenewed: (lineage: string | null) => void;
  #lineage: string | null = null;
  #lineages: readonly Lineage[] = [];
  #mirrored: number | null = null;
  #isOver = false;

  constructor(port: DocumentPort, onRenewed: (lineage: string | null) => void) {
    this.#port = port;
    this.#onRenewed = onRenewed;
  }

  /** The name of the order; null before the first answer. */
  get lineage(): string | null {
    return this.#lineage;
  }
  /** All its names, oldest first; none before the first state. */
  get lineages(): readonly Lineage[] {
    return this.#lineages;
  }
  /** Up to which number the second location has it, as far as is known here; null: there is none. */
  get mirrored(): number | null {
    return this.#mirrored;
  }

  /** The second location has come so far. */
  noteMirrored(mirrored: number | null): void {
    this.#mirrored = mirrored;
  }

  append(by: Submitter, base: number, changes: readonly Change[], answer: Answer<Appended>): void {
    assert(this.#lineage !== null, 'somebody was welcomed before anything was submitted');
    this.#port.append(by, { lineage: this.#lineage, seq: base }, changes, (result) => {
      if (!this.#isOurs(result)) return;
      if (result.ok) this.#mirrored = result.value.mirrored ?? null;
      answer(result);
    });
  }

  read(from: number, to: number, answer: Answer<readonly NumberedChange[]>): void {
    this.#port.read(from, to, (result) => {
      if (this.#isOurs(result)) answer(result.ok ? ok(result.value.changes) : err(result.error));
    });
  }

  state(writer: Writer | null, answer: Answer<DocumentState>): void {
    this.#port.state(writer, (result) => {
      const named = result.ok ? ok({ lineage: presentLineage(result.value.lineages) }) : result;
      if (!this.#isOurs(named)) return;
      if (result.ok) ({ lineages: this.#lineages, mirrored: this.#mirrored = null } = result.value);
      answer(result);
    });
  }

  #isOurs(result: Result<{ readonly lineage: string }, DocumentFailure>): boolean {
    if (this.#isOver) return false;
    if (!result.ok && result.error.kind !== 'renewed') return true;
    const lineage = result.ok ? result.value.lineage : null;
    if (result.ok) this.#lineage ??= lineage;
    if (result.ok && this.#lineage === lineage) return true;
    this.#isOver = true;
    this.#onRenewed(lineage);
    return false;
  }
}
