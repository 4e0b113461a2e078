import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { rowAt, rowsToShow, topsOf, withMeasured } from './row-window.ts';

// A long list of which only what is in sight is in the page, and a screen of it on either side.

interface View {
  /** null: nobody has scrolled yet, and the list is seen from its end. */
  readonly top: number | null;
  readonly height: number;
  readonly width: number;
}

interface Windowed<Id> {
  /** What scrolls. */
  readonly list: RefObject<HTMLElement | null>;
  /** The rows by their names: another array when any of them is another. */
  readonly ids: readonly Id[];
  /** How high a row may be that was never seen, in a list so wide; `least` is the lowest one that was, null: none. */
  readonly guess: (at: number, width: number, least: number | null) => number;
  /** Finds the rows in the page, and the place of each, counted from 1, in an attribute. */
  readonly selector: string;
  readonly place: string;
  /** The rows that stay in the page wherever one looks. */
  readonly kept: readonly number[];
  readonly isFromEnd?: boolean;
}

/** Which rows are to be in the page, where each stands, and how high all are. */
export function useWindow<Id>({ list, ids, guess, selector, place, kept, isFromEnd = false }: Windowed<Id>) {
  const view = useView(list, isFromEnd);
  const [heights, setHeights] = useState<ReadonlyMap<Id, number>>(new Map());
  const tops = useMemo(() => {
    const least = heights.size === 0 ? null : [...heights.values()].reduce((low, height) => Math.min(low, height));
    return topsOf(ids.length, (at) => {
      const id = ids[at];
      return (id === undefined ? undefined : heights.get(id)) ?? guess(at, view.width, least);
    });
  }, [ids, heights, view.width, guess]);

  useSteady(list, ids, tops);
  const measuredIn = useRef(view.width);
  const measure = (rows: Iterable<HTMLElement>) => {
    const measured = new Map<Id, number>();
    for (const row of rows) {
      const id = ids[Number(row.getAttribute(place)) - 1];
      const { height } = row.getBoundingClientRect();
      if (id !== undefined && height > 0) measured.set(id, height);
    }
    const isAnotherWidth = measuredIn.current !== view.width;
    measuredIn.current = view.width;
    const next = withMeasured(heights, measured, isAnotherWidth);
    if (next !== heights) setHeights(next);
  };
  useMeasured(list, selector, measure);
  const total = tops[ids.length] ?? 0;
  const top = view.top ?? Math.max(0, total - view.height);
  return { tops, total, view: { top, height: view.height }, at: rowsToShow(tops, top, view.height, kept) };
}

/** Measures the rows in the page whenever they are drawn, and when one changes by itself: a font that comes late, a field that grows. */
function useMeasured(
  list: RefObject<HTMLElement | null>,
  selector: string,
  measure: (rows: Iterable<HTMLElement>) => void,
): void {
  const latest = useRef(measure);
  const resized = useRef<{ readonly observer: ResizeObserver; readonly rows: Set<HTMLElement> } | null>(null);
  // Rows may change their height whenever they are drawn; it ends when none has.
  useLayoutEffect(() => {
    latest.current = measure;
    const rows = new Set(list.current?.querySelectorAll<HTMLElement>(selector));
    measure(rows);
    resized.current ??= {
      observer: new ResizeObserver(() => latest.current(resized.current?.rows ?? [])),
      rows: new Set(),
    };
    const { observer, rows: before } = resized.current;
    for (const row of before) if (!rows.has(row)) observer.unobserve(row);
    for (const row of rows) if (!before.has(row)) observer.observe(row);
    resized.current = { observer, rows };
  });
  useLayoutEffect(
    () => () => {
      resized.current?.observer.disconnect();
      resized.current = null;
    },
    [],
  );
}

/** When rows above turn out to be higher than was thought, or come and go, what is in sight stays where it was. */
function useSteady(list: RefObject<HTMLElement | null>, ids: readonly unknown[], tops: Float64Array): void {
  const laid = useRef({ ids, tops });
  const stood = useRef(0);
  useLayoutEffect(() => {
    const before = laid.current;
    laid.current = { ids, tops };
    const element = list.current;
    if (element === null || before.tops === tops || element.scrollTop === 0) return;
    // A list that became shorter was moved already: a browser keeps no place beyond the end.
    const isCut = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
    const top = isCut ? Math.max(stood.current, element.scrollTop) : element.scrollTop;
    const first = rowAt(before.tops, top);
    const id = before.ids[first];
    const now = ids[first] === id ? first : ids.findIndex((each) => each === id);
    const goal = top + (now < 0 ? 0 : (tops[now] ?? 0) - (before.tops[first] ?? 0));
    if (Math.abs(goal - element.scrollTop) >= 1) element.scrollTop = goal;
    stood.current = element.scrollTop;
  }, [list, ids, tops]);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = () => {
      stood.current = element.scrollTop;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [list]);
}

/** What of the list is in sight, to a third of a screen. */
function useView(list: RefObject<HTMLElement | null>, isFromEnd: boolean): View {
  const [view, setView] = useState<View>({ top: isFromEnd ? null : 0, height: 800, width: 340 });
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = () => {
      const { scrollTop: top, clientHeight: height, clientWidth: width } = element;
      setView((before) => {
        const isNear = before.top !== null && Math.abs(before.top - top) < height / 3;
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
