import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { type ListShape, type ListWindow, windowOf } from './list-window.ts';

interface Measured {
  readonly columns: number;
  readonly rowHeight: number;
  readonly top: number;
  readonly height: number;
}
interface Listed {
  readonly shape: ListShape;
  readonly shown: ListWindow;
  readonly rowsInSight: number;
  /** Scrolls as little as needed to bring the cell into sight. */
  readonly reveal: (cell: number) => void;
}

/** How the last list lay, so that the next one begins with as much as fits. */
let latest: Measured = { columns: 1, rowHeight: 240, top: 0, height: 900 };

/** Measures a list that React has not drawn; answers whether another one fits better. */
export function measureFirst(list: HTMLElement): boolean {
  const before = latest;
  latest = measuredOf(list, before);
  return !isSame(before, latest);
}

/** Keeps a list to what is in sight of the window that scrolls. Its columns and the height of its rows come from its style. */
export function useListWindow(list: RefObject<HTMLElement | null>, count: number, look: string): Listed {
  const [measured, setMeasured] = useState<Measured>({ ...latest, top: 0 });
  const measure = useCallback(() => {
    const element = list.current;
    if (element === null) return;
    setMeasured((before) => {
      latest = measuredOf(element, before);
      return isSame(before, latest) ? before : latest;
    });
  }, [list]);
  useLayoutEffect(measure, [measure, count, look]);
  useEffect(() => {
    let isAsked = false;
    const later = () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        measure();
      });
    };
    const resized = new ResizeObserver(later);
    if (list.current !== null) resized.observe(list.current);
    addEventListener('scroll', later, { passive: true, capture: true });
    addEventListener('resize', later);
    return () => {
      resized.disconnect();
      removeEventListener('scroll', later, { capture: true });
      removeEventListener('resize', later);
    };
  }, [measure, list]);
  const { columns, rowHeight, top, height } = measured;
  const shape = { count, columns, rowHeight };
  const reveal = useCallback(
    (cell: number) => {
      const box = list.current?.getBoundingClientRect();
      if (box === undefined) return;
      const rowTop = box.top + Math.floor(cell / columns) * rowHeight;
      const above = rowTop - HEAD;
      const below = rowTop + rowHeight - innerHeight + FOOT;
      if (above < 0) scrollBy({ top: above });
      else if (below > 0) scrollBy({ top: below });
    },
    [list, columns, rowHeight],
  );
  return { shape, shown: windowOf(shape, top, height), rowsInSight: Math.floor(height / rowHeight), reveal };
}

function measuredOf(element: HTMLElement, before: Measured): Measured {
  const style = getComputedStyle(element);
  const columns = Math.max(1, style.gridTemplateColumns.split(' ').length);
  const gap = Number.parseFloat(style.rowGap) || 0;
  const cell = element.firstElementChild?.getBoundingClientRect().height ?? 0;
  const top = -element.getBoundingClientRect().top;
  return { columns, rowHeight: cell > 0 ? cell + gap : before.rowHeight, top, height: innerHeight };
}

/** What stays free of cells at the window's edges when one is revealed. */
const HEAD = 76;
const FOOT = 16;

function isSame(a: Measured, b: Measured): boolean {
  return (
    a.columns === b.columns &&
    Math.abs(a.rowHeight - b.rowHeight) < 0.5 &&
    a.height === b.height &&
    // A new window of cells is worth drawing only after a good part of the spare screen has passed.
    Math.abs(a.top - b.top) < a.height / 3
  );
}
