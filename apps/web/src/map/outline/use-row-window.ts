import { type RefObject, useCallback, useMemo } from 'react';
import { linesIn } from './row-window.ts';
import type { ShownRow } from './shown-rows.ts';
import { useWindow } from './use-window.ts';

const LEAST = 34;
const LINE = 20;
const INDENT = 16;
const LETTER = 7.5;
const BESIDE = 64;
/** What stays free at the edge when a row is brought into sight. */
const EDGE = 8;

/** Which rows of the list are to be in the page, where they stand, and the way to bring one into sight. The list is what scrolls. */
export function useRowWindow(list: RefObject<HTMLElement | null>, shown: readonly ShownRow[], kept: number) {
  const ids = useMemo(() => shown.map(({ item }) => item.id), [shown]);
  const guess = useCallback(
    (at: number, width: number, least: number | null) => {
      const row = shown[at];
      const oneLine = least ?? LEAST;
      if (row === undefined) return oneLine;
      const letters = Math.max(8, (width - BESIDE - row.level * INDENT) / LETTER);
      return oneLine + LINE * (linesIn(row.item.text, letters) - 1);
    },
    [shown],
  );
  const { tops, total, at } = useWindow({
    list,
    ids,
    guess,
    selector: '[role=row]',
    place: 'aria-rowindex',
    kept: [kept],
  });
  const reveal = useCallback(
    (row: number) => {
      const element = list.current;
      if (element === null || row < 0) return;
      const [above, below] = [(tops[row] ?? 0) - EDGE, (tops[row + 1] ?? 0) + EDGE - element.clientHeight];
      if (element.scrollTop > above) element.scrollTop = above;
      else if (element.scrollTop < below) element.scrollTop = below;
    },
    [list, tops],
  );
  return { tops, total, at, reveal };
}
