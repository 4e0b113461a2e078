/**
 * Documents that are tables of what is promised. The last column of each row names what keeps it: `[RULE-1] path/of/a.test.ts` or, for
 * an end-to-end test, `"part of its title" path/of/a.spec.ts`; several by commas. A row without a test does not count, so it is a
 * finding, as is a file that is not there, or one that names no such rule or title.
 */

import type { House } from '../sources/house.ts';
import type { Finding, Rule } from './rule.ts';

const KEPT_BY = /(?:\[([A-Z][A-Z0-9]*-\d+)\]|"([^"|]+)") ([^\s,|]+)/g;

/** Fails on a row that no test keeps, and where there is no table. `first` heads the first of its `columns`. */
export function tableOfTests(name: string, path: string, first: string, columns = 3): Rule {
  return {
    name,
    find: (house) => {
      const table = house.files.find((file) => file.path === path);
      if (table === undefined) return [{ file: path, line: 1, says: `there is no table of ${first}s.` }];
      const rows = table.text.split('\n').flatMap((text, at) => (isRow(text, first) ? [{ text, line: at + 1 }] : []));
      if (rows.length === 0) return [{ file: path, line: 1, says: 'the table has no row.' }];
      return rows.flatMap(({ text, line }) =>
        objections(house, text, columns).map((says) => ({ file: path, line, says })),
      );
    },
  };
}

/** A line of the table that is neither its head nor the line below that. */
function isRow(line: string, first: string): boolean {
  return line.startsWith('| ') && !new RegExp(`^\\| (${first}|-+) *\\|`).test(line);
}

function objections(house: House, row: string, columns: number): Finding['says'][] {
  const cells = row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
  const promise = cells[0] ?? '';
  if (cells.length !== columns || cells.includes('')) return [`"${promise}" does not have ${columns} filled columns.`];
  const kept = [...(cells.at(-1) ?? '').matchAll(KEPT_BY)];
  if (kept.length === 0) return [`"${promise}" names no test: [RULE-1] path/of/a.test.ts.`];
  return kept.flatMap(([, rule, title = '', path = '']) => {
    const file = house.files.find((each) => each.path === path);
    if (file === undefined) return [`"${promise}" names ${path}, which is not there.`];
    const named = rule === undefined ? title : `[${rule}]`;
    return file.text.includes(named)
      ? []
      : [`"${promise}" names ${path}, which has no test of ${rule ?? `"${title}"`}.`];
  });
}
