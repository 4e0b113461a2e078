import { expect, test } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { readHouse } from '../sources/house.ts';
import { problemTexts } from './problem-texts.ts';
import { formatFinding } from './rule.ts';

function judge(path: string, text: string): string[] {
  using scratch = scratchHouse({ [path]: text });
  return problemTexts.find(readHouse(scratch.root)).map(formatFinding);
}

const FILE = 'apps/gateway/src/a.ts';

test.each([
  ["throw new GatewayFailure('absent', 'there is no map');", 'there is no map', 'write a sentence'],
  ['throw new DocstoreFailure(`The map ${map} is gone`, {});', 'The map ${map} is gone', 'write a sentence'],
  ["x();\nnew A(`b`, { hint: 'try again' });", 'try again', 'write a sentence'],
  ["const hints = { hint: 'Ask whoever runs it.' };", 'Ask whoever runs it.', 'write anyone who, or name the person'],
])('[HOUSE-76] %s is told, with its line', (code, said, what) => {
  const line = code.includes('\n') ? 2 : 1;
  expect(judge(FILE, code)).toEqual([`${FILE}:${line}: "${said}" is read by users of an API: ${what}.`]);
});

test('[HOUSE-76] sentences are well, and so is what is no problem of a service', () => {
  const good = `
    throw new GatewayFailure('absent', 'This map does not exist.', { hint: 'Is it in the trash? Restore it.' });
    throw new DocstoreFailure(\`\${key} is damaged: \${why}\`, { hint: \`Run \${name}: npm run bough -- verify\` });
    throw new GatewayFailure(name, message);
    throw new GatewayFailure('refused', detail);
  `;
  expect(judge(FILE, good)).toEqual([]);
  const bad = "throw new DocstoreFailure('no such map', {});";
  expect(judge('packages/service/src/a.ts', bad)).toHaveLength(1);
  for (const path of ['packages/map/src/a.ts', 'apps/gateway/src/a.test.ts', 'apps/docstore/src/testing/a.ts'])
    expect(judge(path, bad)).toEqual([]);
});
