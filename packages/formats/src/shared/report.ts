// What the person is told about a file: what was mended in it, what is only nearly the same, what is kept without being shown,
// and what is gone. Nothing goes in silence.

export type NoteKind = 'repaired' | 'approximated' | 'kept' | 'lost';

export interface ReportNote {
  readonly kind: NoteKind;
  /** One sentence, the same for all its occurrences. */
  readonly what: string;
  readonly count: number;
  /** Where it happened first, in the file's words; at most 80 characters. */
  readonly example: string;
}

/** How much there was of what a person looks for. */
export interface Tally {
  readonly items: number;
  readonly roots: number;
  readonly links: number;
  readonly notes: number;
  readonly icons: number;
  readonly images: number;
}

export interface Report {
  readonly tally: Tally;
  readonly notes: readonly ReportNote[];
}

const EXAMPLE = 80;

/** Collects notes while a file is read or written; the same sentence again only counts. */
export class Reporter {
  readonly #notes = new Map<string, { kind: NoteKind; what: string; count: number; example: string }>();

  note(kind: NoteKind, what: string, example = ''): void {
    const known = this.#notes.get(`${kind} ${what}`);
    if (known === undefined) this.#notes.set(`${kind} ${what}`, { kind, what, count: 1, example: cut(example) });
    else known.count++;
  }

  /** All notes, the kinds in the order: repaired, approximated, kept, lost. */
  notes(): ReportNote[] {
    const order: readonly NoteKind[] = ['repaired', 'approximated', 'kept', 'lost'];
    return [...this.#notes.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  }

  count(kind: NoteKind): number {
    let count = 0;
    for (const note of this.#notes.values()) if (note.kind === kind) count += note.count;
    return count;
  }
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= EXAMPLE ? line : `${line.slice(0, EXAMPLE - 1).toWellFormed()}…`;
}
