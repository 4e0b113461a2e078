// RFC 4180, as programs really write it: commas, semicolons or tabs between cells, quotes around cells that hold them or line breaks.

const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** The separator that the first line has most of; null where it has none. */
export function separatorOf(source: string): Separator | null {
  const line = firstRecord(source);
  const counts = SEPARATORS.map((separator) => ({ separator, count: line.split(separator).length - 1 }));
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a));
  return best.count === 0 ? null : best.separator;
}

/** The first record without what stands between quotes. */
function firstRecord(source: string): string {
  let text = '';
  let isQuoted = false;
  for (const unit of source.slice(0, 20_000)) {
    if (unit === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (unit === '\n' || unit === '\r')) {
      if (text.trim() !== '') return text;
    } else if (!isQuoted) text += unit;
  }
  return text;
}

/** The records of the text, each with its cells. Records without any words are left out. */
export function rowsOf(source: string, separator: Separator): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let from = 0;
  const endRow = (): void => {
    if (row.some((cell) => cell.trim() !== '')) rows.push(row);
    row = [];
  };
  for (;;) {
    const { cell, end } = cellAt(source, from, separator);
    row.push(cell);
    const unit = source[end];
    from = end + 1;
    if (unit === separator) continue;
    endRow();
    if (unit === undefined) return rows;
    if (unit === '\r' && source[from] === '\n') from++;
  }
}

function cellAt(source: string, from: number, separator: Separator): { readonly cell: string; readonly end: number } {
  const END = separator === ',' ? /[,\r\n]/g : separator === ';' ? /[;\r\n]/g : /[\t\r\n]/g;
  let cell = '';
  let at = from;
  if (source[at] === '"') {
    for (;;) {
      const quote = source.indexOf('"', at + 1);
      const stop = quote < 0 ? source.length : quote;
      cell += source.slice(at + 1, stop);
      at = stop + 1;
      if (source[at] !== '"') break;
      cell += '"';
    }
  }
  END.lastIndex = at;
  const end = END.exec(source)?.index ?? source.length;
  return { cell: cell + source.slice(at, end), end };
}
