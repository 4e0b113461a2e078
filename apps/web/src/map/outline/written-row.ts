import { useEffect, useMemo, useState } from 'react';
import type { ItemName, Row } from './shown-rows.ts';

/** The row that somebody writes in, and where it stood last. */
interface Written {
  readonly row: Row;
  readonly at: number;
}

/** The rows of the map, and where it stood the one that is written in, when somebody else has removed that meanwhile. */
export function withWritten(rows: readonly Row[], written: Written | null): readonly Row[] {
  if (written === null || rows.some(({ item }) => item.id === written.row.item.id)) return rows;
  return rows.toSpliced(Math.min(written.at, rows.length), 0, written.row);
}

/** Follows the row that is written in, so that no letter is typed into the void. */
export function useWrittenRow(there: readonly Row[]) {
  const [id, write] = useState<ItemName | null>(null);
  const [written, setWritten] = useState<Written | null>(null);
  useEffect(() => {
    const at = there.findIndex(({ item }) => item.id === id);
    const row = there[at];
    // What somebody has removed is still written in.
    if (row !== undefined) setWritten({ row, at });
    else if (id === null) setWritten(null);
  }, [there, id]);
  const rows = useMemo(() => withWritten(there, written), [there, written]);
  return { rows, write, isGone: rows !== there };
}
