import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { readHouse } from '../sources/house.ts';
import { editingTable } from './editing-table.ts';
import { formatFinding } from './rule.ts';

const HEAD = '# Editing\n\n| action | how | kept by |\n| ------ | --- | ------- |\n';
const SPEC = "test('a click selects, with Ctrl it adds', async () => {});\n";

function judge(rows: string): string[] {
  using scratch = scratchHouse({ 'e2e/src/gestures.spec.ts': SPEC, 'docs/editing.md': `${HEAD}${rows}` });
  return editingTable.find(readHouse(scratch.root)).map(formatFinding);
}

test('[HOUSE-23] a way of editing with a test that has its title is kept', () => {
  expect(judge('| Select | Click. | "a click selects" e2e/src/gestures.spec.ts |\n')).toEqual([]);
});

test('[HOUSE-23] a way of editing that no test keeps is told, and a title that is not there', () => {
  expect(
    judge(
      '| One | Key. | by care |\n| Two | Key. | "a click selects" e2e/src/gestures.spec.ts, "three clicks" e2e/src/gestures.spec.ts |\n',
    ),
  ).toEqual([
    'docs/editing.md:5: "One" names no test: [RULE-1] path/of/a.test.ts.',
    'docs/editing.md:6: "Two" names e2e/src/gestures.spec.ts, which has no test of "three clicks".',
  ]);
});

test('[HOUSE-23] the keyboard has a row for each command that the tests of the core press, and for no other', () => {
  const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const [, keyboard = ''] = read('docs/editing.md').split('\n## Keyboard\n');
  const [rows = ''] = keyboard.split('\n## ');
  const [, scenarios = ''] = read('packages/editor/src/testing/keyboard-scenarios.ts').split('SCENARIOS');
  // Folding to a level is one row for nine keys.
  const namesIn = (text: string, name: RegExp): string[] =>
    [...new Set(Array.from(text.matchAll(name), (found) => (found[1] ?? '').replace(/\d$/, '')))].toSorted();
  const told = namesIn(rows, /"'?([a-z0-9-]+)'?:" e2e\/src\/keyboard-scenarios\.ts/g);
  expect(told).toEqual(namesIn(scenarios, /^ {2}(?:\.{3}.*\[`|')?([a-z-]+)(?:\$\{\w+\}`,|'?:) /gm));
  expect(told.length).toBeGreaterThan(60);
});
