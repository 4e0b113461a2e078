import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { rowAt, rowsToShow, topsOf } from './row-window.ts';

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
  /** The row that stays in the page wherever one looks; -1: none. */
  readonly kept: number;
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

  // Words wrap elsewhere in another width.
  useLayoutEffect(() => setHeights(new Map()), [view.width]);
  useSteady(list, ids, tops);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- rows may change their height whenever they are drawn; it ends when none has
  useLayoutEffect(() => {
    const other = new Map<Id, number>();
    for (const row of list.current?.querySelectorAll<HTMLElement>(selector) ?? []) {
      const id = ids[Number(row.getAttribute(place)) - 1];
      const height = row.offsetHeight;
      if (id !== undefined && height > 0 && heights.get(id) !== height) other.set(id, height);
    }
    if (other.size > 0) setHeights((before) => new Map([...before, ...other]));
  });
  const total = tops[ids.length] ?? 0;
  const top = view.top ?? Math.max(0, total - view.height);
  return { tops, total, view: { top, height: view.height }, at: rowsToShow(tops, top, view.height, kept) };
}

/** When rows above turn out to be higher than was thought, or come and go, what is in sight stays where it was. */
function useSteady(list: RefObject<HTMLElement | null>, ids: readonly unknown[], tops: Float64Array): void {
  const laid = useRef({ ids, tops });
  useLayoutEffect(() => {
    const before = laid.current;
    laid.current = { ids, tops };
    const element = list.current;
    if (element === null || before.tops === tops || element.scrollTop === 0) return;
    const first = rowAt(before.tops, element.scrollTop);
    const id = before.ids[first];
    const now = ids[first] === id ? first : ids.findIndex((each) => each === id);
    const by = now < 0 ? 0 : (tops[now] ?? 0) - (before.tops[first] ?? 0);
    if (Math.abs(by) >= 1) element.scrollTop += by;
  }, [list, ids, tops]);
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
