import type { Splice } from './change.ts';
import { assert } from '@bough/base';

// Splices of one text as an edit from its start to its end: keep so many units, put this in, take so many out, ... and keep the
// rest. Two edits of the same text transform each other (Ellis and Gibbs, 1989, in the component form of ot-text): applying
// one and then the other, transformed, gives the same text whichever goes first. Where both put something in at one place,
// what the earlier one in the log put in stays left. Cuts stay where one of the two edits cut, so none parts a surrogate pair.

/** Positive: keep so many units. Negative: take so many out. A text: put it in. */
export type Part = number | string;
/** Adjacent parts are of different kinds, none is empty, and the last one is no keeping. */
export type TextEdit = readonly Part[];

/** The edit that a splice makes. */
export function editOf(splice: Pick<Splice, 'at' | 'remove' | 'insert'>): TextEdit {
  const parts: Part[] = [];
  push(parts, splice.at);
  push(parts, splice.insert);
  push(parts, -splice.remove);
  return trimmed(parts);
}

/** The edit as splices to be made one after the other, as few as possible, each within the text as the one before left it. */
export function splicesOf(edit: TextEdit, id: Splice['id'], field: Splice['field']): Splice[] {
  const splices: Splice[] = [];
  let at = 0;
  for (let i = 0; i < edit.length;) {
    const part = edit[i];
    if (typeof part === 'number' && part > 0) {
      at += part;
      i++;
      continue;
    }
    let insert = '';
    let remove = 0;
    for (let p = edit[i]; p !== undefined && (typeof p === 'string' || p < 0); p = edit[++i]) {
      if (typeof p === 'string') insert += p;
      else remove -= p;
    }
    splices.push({ kind: 'splice', id, field, at, remove, insert });
    at += insert.length;
  }
  return splices;
}

/** `early` and `late`, both made on the same text, each so that it can be made after the other one. */
export function transformEdits(early: TextEdit, late: TextEdit): { readonly early: TextEdit; readonly late: TextEdit } {
  const a = new Reader(early);
  const b = new Reader(late);
  const early2: Part[] = [];
  const late2: Part[] = [];
  while (!a.isAtEnd || !b.isAtEnd) {
    if (typeof a.part === 'string') {
      push(late2, a.part.length);
      push(early2, a.takeText());
    } else if (typeof b.part === 'string') {
      push(early2, b.part.length);
      push(late2, b.takeText());
    } else {
      const length = Math.min(a.length, b.length);
      const keepsA = a.takeUnits(length);
      const keepsB = b.takeUnits(length);
      if (keepsB) push(early2, keepsA ? length : -length);
      if (keepsA) push(late2, keepsB ? length : -length);
    }
  }
  return { early: trimmed(early2), late: trimmed(late2) };
}

/** One edit that does what `first` and then `second` do. */
export function composeEdits(first: TextEdit, second: TextEdit): TextEdit {
  const a = new Reader(first);
  const b = new Reader(second);
  const parts: Part[] = [];
  while (!a.isAtEnd || !b.isAtEnd) {
    if (typeof b.part === 'string') {
      push(parts, b.takeText());
    } else if (typeof a.part === 'number' && a.part < 0 && !a.isAtEnd) {
      const length = a.length;
      a.takeUnits(length);
      push(parts, -length);
    } else if (typeof a.part === 'string') {
      const length = Math.min(a.part.length, b.length);
      const text = a.takeText(length);
      if (b.takeUnits(length)) push(parts, text);
    } else {
      const length = Math.min(a.length, b.length);
      a.takeUnits(length);
      push(parts, b.takeUnits(length) ? length : -length);
    }
  }
  return trimmed(parts);
}

/** The text after the edit, which must have been made on a text of this length. */
export function applyEdit(text: string, edit: TextEdit): string {
  let out = '';
  let at = 0;
  for (const part of edit) {
    if (typeof part === 'string') {
      out += part;
    } else {
      if (part > 0) out += text.slice(at, at + part);
      at += Math.abs(part);
    }
  }
  assert(at <= text.length, 'an edit fits the text that it was made on');
  return out + text.slice(at);
}

/** Walks over an edit; behind its last part it keeps for ever. */
class Reader {
  readonly #edit: TextEdit;
  #at = 0;
  /** How much of the part here has been taken. */
  #taken = 0;

  constructor(edit: TextEdit) {
    this.#edit = edit;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#edit.length;
  }

  /** What is left of the part here. */
  get part(): Part {
    const part = this.#edit[this.#at];
    if (part === undefined) return Infinity;
    if (typeof part === 'string') return this.#taken === 0 ? part : part.slice(this.#taken);
    return part > 0 ? part - this.#taken : part + this.#taken;
  }

  get length(): number {
    const part = this.part;
    return typeof part === 'string' ? part.length : Math.abs(part);
  }

  takeText(length?: number): string {
    const part = this.part;
    assert(typeof part === 'string', 'a text stands here');
    const text = length === undefined ? part : part.slice(0, length);
    this.#advance(text.length);
    return text;
  }

  /** Whether the units taken are kept. */
  takeUnits(length: number): boolean {
    const part = this.part;
    assert(typeof part === 'number', 'no text stands here');
    this.#advance(length);
    return part > 0;
  }

  #advance(by: number): void {
    const part = this.#edit[this.#at];
    if (part === undefined) return;
    this.#taken += by;
    if (this.#taken < (typeof part === 'string' ? part.length : Math.abs(part))) return;
    this.#at++;
    this.#taken = 0;
  }
}

/** Appends, joining what is of one kind; what is put in goes before what is taken out at the same place. */
function push(parts: Part[], part: Part): void {
  if (part === 0 || part === '') return;
  const last = parts[parts.length - 1];
  if (typeof part === 'string') {
    if (typeof last === 'string') {
      parts[parts.length - 1] = last + part;
    } else if (typeof last === 'number' && last < 0) {
      parts.pop();
      push(parts, part);
      parts.push(last);
    } else {
      parts.push(part);
    }
  } else if (typeof last === 'number' && last > 0 === part > 0) {
    parts[parts.length - 1] = last + part;
  } else {
    parts.push(part);
  }
}

function trimmed(parts: Part[]): TextEdit {
  const last = parts[parts.length - 1];
  if (typeof last === 'number' && last > 0) parts.pop();
  return parts;
}
