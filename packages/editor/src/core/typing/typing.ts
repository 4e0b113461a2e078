import { movedBy, spliceBetween, spliced, type TextSplice, transformed } from './splice.ts';

// The words of one item while they are typed. The box (a textarea) and the map each hold a text; `agreed` is the one that
// both had last. What the box added since is ours, what the map added since is theirs; `reconcile` brings them together.
// While a composition runs nothing touches the box and nothing is sent: the words under composition are not words yet.

/** A selection in the box: `start` and `end` in UTF-16 units. */
export interface Caret {
  readonly start: number;
  readonly end: number;
}

export interface Typing {
  /** What the box held when box and map were last the same. */
  readonly agreed: string;
  readonly box: string;
  readonly caret: Caret;
  readonly isComposing: boolean;
}

export interface Reconciled {
  /** What to do to the map's text as it is now; null: nothing. */
  readonly splice: TextSplice | null;
  /** What the box should hold then; the same as before when nobody else typed. */
  readonly box: string;
  readonly caret: Caret;
  readonly agreed: string;
}

/** Brings the box and the map's present text together. */
export function reconcile(typing: Typing, mapText: string): Reconciled {
  const { agreed, box, caret } = typing;
  if (typing.isComposing) return { splice: null, box, caret, agreed };
  const mine = spliceBetween(agreed, box, caret.end);
  const theirs = spliceBetween(agreed, mapText);
  if (theirs === null) return { splice: mine, box, caret, agreed: box };
  if (mine === null) {
    const moved = { start: movedBy(caret.start, theirs), end: movedBy(caret.end, theirs) };
    return { splice: null, box: mapText, caret: moved, agreed: mapText };
  }
  const splice = spliceBetween(mapText, spliced(mapText, transformed(mine, theirs)));
  const both = splice === null ? mapText : spliced(mapText, splice);
  const over = spliceBetween(box, both) ?? { at: both.length, remove: 0, insert: '' };
  return {
    splice,
    box: both,
    caret: { start: movedBy(caret.start, over), end: movedBy(caret.end, over) },
    agreed: both,
  };
}

/** The text with marks put around the selection, or taken away when they are there; the selection keeps its words. */
export function toggleMarks(
  text: string,
  caret: Caret,
  mark: string,
): { readonly text: string; readonly caret: Caret } {
  const { start, end } = caret;
  const n = mark.length;
  const chosen = text.slice(start, end);
  if (text.slice(start - n, start) === mark && text.slice(end, end + n) === mark && start >= n) {
    const bare = text.slice(0, start - n) + chosen + text.slice(end + n);
    return { text: bare, caret: { start: start - n, end: end - n } };
  }
  if (chosen.length >= 2 * n && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    const inner = chosen.slice(n, -n);
    return { text: text.slice(0, start) + inner + text.slice(end), caret: { start, end: end - 2 * n } };
  }
  const marked = text.slice(0, start) + mark + chosen + mark + text.slice(end);
  return { text: marked, caret: { start: start + n, end: end + n } };
}
