import type { Op, ParsedOps, SetFields, Splice } from './change.ts';
import type { ItemFields } from '../model/model.ts';
import { cutsPair } from '../model/surrogates.ts';
import { applyEdit, editOf, splicesOf, type TextEdit, transformEdits } from './text-edit.ts';

// Brings ops that were made on an older state of the map up to the present: the Jupiter way (Nichols and others, 1995). The
// log has one order, so whoever is late is transformed over what came between, and what came between is transformed over
// each late op in turn, so that the next late op meets it where it now stands. Docstore and every client do the same sums on
// the same pairs, however what came between is cut into portions, and so agree to the unit.
//
// Only splices have places that move. All other ops mean the same on any state: fields, places and links go to the last one in
// the log. A splice that comes after somebody's setting of the whole text keeps what it puts in, at its place or at the end.

type Field = Splice['field'];
/** What one op does to one text. */
type Event = { readonly kind: 'edit'; readonly edit: TextEdit } | { readonly kind: 'set'; readonly text: string };
/** An op on its way; what it does to a text is null when nothing is left of it. */
interface Cell {
  op: Op;
  text: Event | null;
  note: Event | null;
}

/** An op that does something to texts which are there. */
export type TextualOp = Splice | SetFields;

/** Only these move each other, and what comes of them depends on what came between. */
export function isTextual(op: Op): op is TextualOp {
  return op.kind === 'splice' || (op.kind === 'set' && (op.fields.text ?? op.fields.note) !== undefined);
}

/** Both lists, made on the same state: `ops` to come after `over`, which the log already has, and `over` to come after `ops`. */
export function transformOps(
  ops: ParsedOps,
  over: readonly Op[],
): { readonly ops: ParsedOps; readonly over: readonly Op[] };
export function transformOps(
  ops: readonly Op[],
  over: readonly Op[],
): { readonly ops: readonly Op[]; readonly over: readonly Op[] };
export function transformOps(
  ops: readonly Op[],
  over: readonly Op[],
): { readonly ops: readonly Op[]; readonly over: readonly Op[] } {
  const rebase = new Rebase(over);
  return { ops: rebase.next(ops), over: rebase.over() };
}

/** The same for several changes of one client, one after the other, each made on top of the one before. */
export class Rebase {
  readonly #over: Cell[];
  readonly #byText = new Map<string, Cell[]>();

  /** Everything that came between, in the log's order. */
  constructor(over: Iterable<Op>) {
    this.#over = [];
    for (const op of over) this.add(op);
  }

  /** One op more came between, made on top of everything that did and of the changes given so far. */
  add(op: Op): void {
    const cell = cellOf(op);
    this.#over.push(cell);
    for (const field of ['text', 'note'] as const) if (cell[field] !== null) this.#remember(field, cell);
  }

  /** The next change's ops as they must be applied after everything that came between; the same list when nothing moved. */
  next(ops: ParsedOps): ParsedOps;
  next(ops: readonly Op[]): readonly Op[];
  next(ops: readonly Op[]): readonly Op[] {
    let out: Op[] | null = null;
    for (let i = 0; i < ops.length; i++) {
      const op = ops[i];
      if (op === undefined) continue;
      const cell = this.#moved(op);
      if (cell === null) {
        out?.push(op);
      } else {
        out ??= ops.slice(0, i);
        out.push(...opsOf(cell));
      }
    }
    return out ?? ops;
  }

  /** What came between, as it must be applied after the changes given so far. */
  over(): readonly Op[] {
    return this.#over.flatMap(opsOf);
  }

  #remember(field: Field, cell: Cell): void {
    const key = keyOf(field, cell.op);
    const cells = this.#byText.get(key);
    if (cells === undefined) this.#byText.set(key, [cell]);
    else cells.push(cell);
  }

  /** Null when what came between leaves the op as it is. */
  #moved(op: Op): Cell | null {
    if (!isTextual(op)) return null;
    const late = cellOf(op);
    // A splice that does nothing has no place that could be brought up to date: it goes.
    let isMoved = op.kind === 'splice' && late[op.field] === null;
    for (const field of ['text', 'note'] as const) {
      if (late[field] === null) continue;
      for (const early of this.#byText.get(keyOf(field, op)) ?? []) {
        if (late[field] === null) break;
        if (early[field] === null) continue;
        const after: [Event | null, Event | null] = transformEvents(early[field], late[field]);
        isMoved ||= after[1] !== late[field];
        early[field] = after[0];
        late[field] = after[1];
      }
    }
    return isMoved ? late : null;
  }
}

function keyOf(field: Field, op: Op): string {
  return op.kind === 'splice' || op.kind === 'set' ? `${field}${op.id}` : '';
}

function cellOf(op: Op): Cell {
  const cell: Cell = { op, text: null, note: null };
  if (op.kind === 'splice') cell[op.field] = eventOf(editOf(op));
  if (op.kind !== 'set') return cell;
  if (op.fields.text !== undefined) cell.text = { kind: 'set', text: op.fields.text };
  if (op.fields.note !== undefined) cell.note = { kind: 'set', text: op.fields.note };
  return cell;
}

function eventOf(edit: TextEdit): Event | null {
  return edit.length === 0 ? null : { kind: 'edit', edit };
}

function opsOf(cell: Cell): readonly Op[] {
  const { op } = cell;
  if (op.kind === 'splice') {
    const event = cell[op.field];
    return event?.kind === 'edit' ? splicesOf(event.edit, op.id, op.field) : [];
  }
  return op.kind === 'set' ? setOf(op, cell) : [op];
}

function setOf(op: SetFields, cell: Cell): readonly Op[] {
  const { text, note, ...rest } = op.fields;
  if (text === undefined && note === undefined) return [op];
  const fields: { -readonly [F in keyof ItemFields]?: ItemFields[F] } = rest;
  if (cell.text?.kind === 'set') fields.text = cell.text.text;
  if (cell.note?.kind === 'set') fields.note = cell.note.text;
  return Object.keys(fields).length === 0 ? [] : [{ kind: 'set', id: op.id, fields }];
}

function transformEvents(early: Event, late: Event): [Event | null, Event | null] {
  if (late.kind === 'set') return [null, late];
  if (early.kind === 'set') {
    const kept = insertionInto(early.text, late.edit);
    if (kept === null) return [early, null];
    return [
      { kind: 'set', text: applyEdit(early.text, kept) },
      { kind: 'edit', edit: kept },
    ];
  }
  const after = transformEdits(early.edit, late.edit);
  return [eventOf(after.early), eventOf(after.late)];
}

/** What the edit puts in, put into another text instead: where it was, as far as that text reaches. */
function insertionInto(text: string, edit: TextEdit): TextEdit | null {
  let at = 0;
  for (const part of edit) {
    if (typeof part !== 'string') {
      at += Math.abs(part);
      continue;
    }
    let place = Math.min(at, text.length);
    if (cutsPair(text, place)) place--;
    return editOf({ at: place, remove: 0, insert: part });
  }
  return null;
}
