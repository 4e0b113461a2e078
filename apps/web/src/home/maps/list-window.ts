// Only what is in sight is in the page, however long the list is.

/** How a list of equal cells lies in its room. */
export interface ListShape {
  readonly count: number;
  readonly columns: number;
  /** From the top of one row to the top of the next. */
  readonly rowHeight: number;
}

/** The cells that are to be there, and the room of those that are not. */
export interface ListWindow {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

/** The rows in sight and as many screens beside them as `spare` says. `top` is how far the list's top is above the screen's. */
export function windowOf({ count, columns, rowHeight }: ListShape, top: number, height: number, spare = 1): ListWindow {
  const rows = Math.ceil(count / columns);
  const first = Math.min(rows, Math.max(0, Math.floor((top - spare * height) / rowHeight)));
  const last = Math.min(rows, Math.max(first, Math.ceil((top + (1 + spare) * height) / rowHeight)));
  return {
    from: first * columns,
    to: Math.min(count, last * columns),
    before: first * rowHeight,
    after: (rows - last) * rowHeight,
  };
}

/** The cell that a key leads to from another; null: the key leads nowhere. */
export function cellAfter(key: string, at: number, { count, columns }: ListShape, rowsInSight: number): number | null {
  const step = stepOf(key, columns, rowsInSight);
  if (count === 0 || step === null) return null;
  if (step === 'first') return 0;
  if (step === 'last') return count - 1;
  const next = at + step;
  if (Math.abs(step) === 1) return Math.min(count - 1, Math.max(0, next));
  // Beyond the last row the last cell is meant; before the first row nothing is.
  if (next >= count) return Math.floor(at / columns) === Math.floor((count - 1) / columns) ? at : count - 1;
  return next < 0 ? at : next;
}

function stepOf(key: string, columns: number, rowsInSight: number): number | 'first' | 'last' | null {
  switch (key) {
    case 'ArrowRight':
      return columns === 1 ? null : 1;
    case 'ArrowLeft':
      return columns === 1 ? null : -1;
    case 'ArrowDown':
      return columns;
    case 'ArrowUp':
      return -columns;
    case 'PageDown':
      return columns * Math.max(1, rowsInSight);
    case 'PageUp':
      return -columns * Math.max(1, rowsInSight);
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    default:
      return null;
  }
}
