/**
 * docs/security.md is a table of controls. Its last column names what keeps each: `[RULE-1] path/of/a.test.ts`, several by commas.
 * A control without a test does not count, so a row without one is a finding, as is a file that is not there or names no such rule.
 */

import type { House } from '../sources/house.ts';
import type { Finding, Rule } from './rule.ts';

const TABLE = 'docs/security.md';
const KEPT_BY = /\[([A-Z][A-Z0-9]*-\d+)\] ([^\s,|]+)/g;

/** Fails on a control that no test keeps, and where there is no table. */
export const securityTable: Rule = {
  name: 'security table',
  find: (house) => {
    const table = house.files.find(({ path }) => path === TABLE);
    if (table === undefined) return [{ file: TABLE, line: 1, says: 'there is no table of controls.' }];
    const rows = table.text.split('\n').flatMap((text, at) => (isRow(text) ? [{ text, line: at + 1 }] : []));
    if (rows.length === 0) return [{ file: TABLE, line: 1, says: 'the table has no row.' }];
    return rows.flatMap(({ text, line }) => objections(house, text).map((says) => ({ file: TABLE, line, says })));
  },
};

/** A line of the table that is neither its head nor the line below that. */
function isRow(line: string): boolean {
  return line.startsWith('| ') && !/^\| (control|-+) *\|/.test(line);
}

function objections(house: House, row: string): Finding['says'][] {
  const cells = row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
  const control = cells[0] ?? '';
  if (cells.length !== 3 || cells.includes('')) return [`"${control}" has not its three columns.`];
  const kept = [...(cells[2] ?? '').matchAll(KEPT_BY)];
  if (kept.length === 0) return [`"${control}" names no test: [RULE-1] path/of/a.test.ts.`];
  return kept.flatMap(([, rule = '', path = '']) => {
    const file = house.files.find((each) => each.path === path);
    if (file === undefined) return [`"${control}" names ${path}, which is not there.`];
    return file.text.includes(`[${rule}]`) ? [] : [`"${control}" names ${path}, which has no test of ${rule}.`];
  });
}
