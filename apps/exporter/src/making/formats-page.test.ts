import { readFileSync } from 'node:fs';
import { fieldTable } from '@bough/formats/testing';
import { expect, test } from 'vitest';

test('[EXP-19] docs/formats.md has the table of fields as packages/formats/src/shared/field-places.ts says', () => {
  const page = readFileSync(new URL('../../../../docs/formats.md', import.meta.url), 'utf8');
  const [, table = ''] = /## Fields\n[^|]*((?:\|.*\n)+)/.exec(page) ?? [];
  const [head, , ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').slice(1, -1));
  const cells = [head ?? [], ...rows].map((row) => row.map((cell) => cell.trim()));
  expect(cells).toEqual(fieldTable());
});
