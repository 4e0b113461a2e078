import type { Editor, EditorSnapshot } from '@bough/editor';
import { useMemo, useState } from 'react';
import { hitFrom, hitsIn, nextHit } from './find-rows.ts';
import { useWrittenRow } from './written-row.ts';
import { foldedOnMap, isRowBelow, type ItemName, shownRows, unfoldedTo } from './shown-rows.ts';

interface Finding {
  readonly query: string;
  readonly at: ItemName | null;
}

/** A row that should have the keyboard once it is there, and which of its words are selected then. */
export interface Wanted {
  readonly id: ItemName;
  readonly range: readonly [from: number, to: number] | null;
}

/**
 * What the outline shows: its own folds, the row that has the keyboard, and what is looked for in it. Neither the row with the keyboard
 * nor the hit that is looked at is ever hidden by a fold.
 */
export function useOutline(editor: Editor, snapshot: EditorSnapshot) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says that the outline is another one
  const there = useMemo(() => editor.outline(), [editor, snapshot.version]);
  const { rows, write, isGone } = useWrittenRow(there);
  const [current, setCurrent] = useState<ItemName | null>(() => snapshot.focused?.id ?? rows[0]?.item.id ?? null);
  const [folded, setFolded] = useState(() => foldedOnMap(rows, (item) => editor.isFolded(item)));
  const [finding, setFinding] = useState<Finding | null>(null);
  const query = finding?.query ?? '';
  const hits = useMemo(() => hitsIn(rows, query), [rows, query]);
  const isHit = useMemo(() => new Set(hits), [hits]);
  const at = finding !== null && finding.at !== null && isHit.has(finding.at) ? finding.at : null;
  const open = useMemo(() => unfoldedTo(rows, current, unfoldedTo(rows, at, folded)), [rows, current, at, folded]);
  const shown = useMemo(() => shownRows(rows, open), [rows, open]);
  const places = useMemo(() => new Map(shown.map(({ item }, place) => [item.id, place])), [shown]);
  const place = (current === null ? undefined : places.get(current)) ?? -1;

  /** The row that has the keyboard from now on; what was unfolded for the one before stays so. */
  const go = (id: ItemName | null) => {
    setFolded(open);
    setCurrent(id);
  };
  /** True when the row with the keyboard went out of sight: then the folded one has it. */
  const fold = (id: ItemName, isFolded: boolean): boolean => {
    const next = new Set(open);
    if (isFolded) next.add(id);
    else next.delete(id);
    setFolded(next);
    // What is looked for in there is hidden with the rest.
    if (isFolded && isRowBelow(rows, at, id)) setFinding({ query, at: null });
    if (!isFolded || !isRowBelow(rows, current, id)) return false;
    setCurrent(id);
    return true;
  };
  const find = (next: string | null) =>
    setFinding(next === null ? null : { query: next, at: hitFrom(rows, hitsIn(rows, next), current) });
  const step = (by: 1 | -1) => setFinding({ query, at: nextHit(hits, at, by) });
  return { shown, places, place, current, finding, hits, isHit, at, isGone, write, go, fold, find, step };
}

export type Outline = ReturnType<typeof useOutline>;
