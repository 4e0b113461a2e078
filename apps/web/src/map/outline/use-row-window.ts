import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { linesIn, rowAt, rowsToShow, topsOf } from './row-window.ts';
import type { ItemName, ShownRow } from './shown-rows.ts';

const LEAST = 34;
const LINE = 20;
const INDENT = 16;
const LETTER = 7.5;
const BESIDE = 64;
/** What stays free at the edge when a row is brought into sight. */
const EDGE = 8;

interface View {
  readonly top: number;
  readonly height: number;
  readonly width: number;
}

/** Which rows of the list are to be in the page, where they stand, and the way to bring one into sight. The list is what scrolls. */
export function useRowWindow(list: RefObject<HTMLElement | null>, shown: readonly ShownRow[], kept: number) {
  const view = useView(list);
  const [heights, setHeights] = useState<ReadonlyMap<ItemName, number>>(new Map());
  const tops = useMemo(() => {
    const least = Math.min(...heights.values(), Number.MAX_VALUE);
    const oneLine = heights.size === 0 ? LEAST : least;
    return topsOf(shown.length, (at) => {
      const row = shown[at];
      if (row === undefined) return oneLine;
      const letters = Math.max(8, (view.width - BESIDE - row.level * INDENT) / LETTER);
      return heights.get(row.item.id) ?? oneLine + LINE * (linesIn(row.item.text, letters) - 1);
    });
  }, [shown, heights, view.width]);

  // Words wrap elsewhere in another width.
  useLayoutEffect(() => setHeights(new Map()), [view.width]);
  useSteady(list, shown, tops);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- rows may change their height whenever they are drawn; it ends when none has
  useLayoutEffect(() => {
    const other = new Map<ItemName, number>();
    for (const row of list.current?.querySelectorAll<HTMLElement>('[role=row]') ?? []) {
      const id = shown[Number(row.getAttribute('aria-rowindex')) - 1]?.item.id;
      const height = row.offsetHeight;
      if (id !== undefined && height > 0 && heights.get(id) !== height) other.set(id, height);
    }
    if (other.size > 0) setHeights((before) => new Map([...before, ...other]));
  });
  const reveal = useCallback(
    (at: number) => {
      const element = list.current;
      if (element === null || at < 0) return;
      const [above, below] = [(tops[at] ?? 0) - EDGE, (tops[at + 1] ?? 0) + EDGE - element.clientHeight];
      if (element.scrollTop > above) element.scrollTop = above;
      else if (element.scrollTop < below) element.scrollTop = below;
    },
    [list, tops],
  );
  return { tops, total: tops[shown.length] ?? 0, at: rowsToShow(tops, view.top, view.height, kept), reveal };
}

/** When rows above turn out to be higher than was thought, or come and go, what is in sight stays where it was. */
function useSteady(list: RefObject<HTMLElement | null>, shown: readonly ShownRow[], tops: Float64Array): void {
  const laid = useRef({ shown, tops });
  useLayoutEffect(() => {
    const before = laid.current;
    laid.current = { shown, tops };
    const element = list.current;
    if (element === null || before.tops === tops || element.scrollTop === 0) return;
    const first = rowAt(before.tops, element.scrollTop);
    const id = before.shown[first]?.item.id;
    const now = shown[first]?.item.id === id ? first : shown.findIndex(({ item }) => item.id === id);
    const by = now < 0 ? 0 : (tops[now] ?? 0) - (before.tops[first] ?? 0);
    if (Math.abs(by) >= 1) element.scrollTop += by;
  }, [list, shown, tops]);
}

/** What of the list is in sight, to a third of a screen. */
function useView(list: RefObject<HTMLElement | null>): View {
  const [view, setView] = useState<View>({ top: 0, height: 800, width: 340 });
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = () => {
      const { scrollTop: top, clientHeight: height, clientWidth: width } = element;
      setView((before) => {
        const isNear = Math.abs(before.top - top) < height / 3;
        return isNear && before.height === height && before.width === width ? before : { top, height, width };
      });
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list]);
  return view;
}
