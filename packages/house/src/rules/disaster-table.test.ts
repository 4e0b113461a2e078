import { expect, test } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { readHouse } from '../sources/house.ts';
import { disasterTable } from './disaster-table.ts';
import { formatFinding } from './rule.ts';

const HEAD =
  '| disaster | what happens | what people see | what is lost | kept by |\n| --- | --- | --- | --- | --- |\n';

function judge(rows: string): string[] {
  using scratch = scratchHouse({
    'packages/blobs/src/a.test.ts': "test('[BLOB-2] holds', () => {});\n",
    'docs/disasters.md': `# Disasters\n\n${HEAD}${rows}`,
  });
  return disasterTable.find(readHouse(scratch.root)).map(formatFinding);
}

test('[HOUSE-24] a disaster with a test of what it leaves is kept', () => {
  const row = '| A killed process | Another serves. | Nothing | Nothing | [BLOB-2] packages/blobs/src/a.test.ts |\n';
  expect(judge(row)).toEqual([]);
});

test('[HOUSE-24] a disaster without a test, or that does not say what is lost, is told', () => {
  const rows = [
    '| Fire | All burns. | Smoke | Nothing | by care |',
    '| Flood | All floats. | Water | [BLOB-2] packages/blobs/src/a.test.ts |',
  ];
  expect(judge(`${rows.join('\n')}\n`)).toEqual([
    'docs/disasters.md:5: "Fire" names no test: [RULE-1] path/of/a.test.ts.',
    'docs/disasters.md:6: "Flood" does not have 5 filled columns.',
  ]);
});
