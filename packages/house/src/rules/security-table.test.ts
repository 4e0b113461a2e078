import { expect, test } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { readHouse } from '../sources/house.ts';
import { formatFinding } from './rule.ts';
import { securityTable } from './security-table.ts';

const HEAD = '| control | what holds | kept by |\n| ------- | ---------- | ------- |\n';
const TEST = "test('[GW-1] holds', () => {});\n";

function judge(rows: string | null): string[] {
  const files: Record<string, string> = { 'apps/gateway/src/a.test.ts': TEST };
  if (rows !== null) files['docs/security.md'] = `# Security\n\n${HEAD}${rows}`;
  using scratch = scratchHouse(files);
  return securityTable.find(readHouse(scratch.root)).map(formatFinding);
}

test('[HOUSE-22] a control with a test that has its rule is kept', () => {
  expect(judge('| Cookie | It is signed. | [GW-1] apps/gateway/src/a.test.ts |\n')).toEqual([]);
});

test('[HOUSE-22] a control without a test, with a missing file, or with a file without its rule is told', () => {
  const rows = [
    '| One | It holds. | by care |',
    '| Two | It holds. | [GW-1] apps/gateway/src/gone.test.ts |',
    '| Three | It holds. | [GW-1] apps/gateway/src/a.test.ts, [GW-2] apps/gateway/src/a.test.ts |',
    '| Four | It holds. |  |',
  ];
  expect(judge(`${rows.join('\n')}\n`)).toEqual([
    'docs/security.md:5: "One" names no test: [RULE-1] path/of/a.test.ts.',
    'docs/security.md:6: "Two" names apps/gateway/src/gone.test.ts, which is not there.',
    'docs/security.md:7: "Three" names apps/gateway/src/a.test.ts, which has no test of GW-2.',
    'docs/security.md:8: "Four" does not have 3 filled columns.',
  ]);
});

test('[HOUSE-22] a table that is missing or empty is told', () => {
  expect(judge(null)).toEqual(['docs/security.md:1: there is no table of controls.']);
  expect(judge('')).toEqual(['docs/security.md:1: the table has no row.']);
});
