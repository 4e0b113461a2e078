import { expect, test } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { readHouse } from '../sources/house.ts';
import { formatFinding } from './rule.ts';
import { examplesOf, specHeads } from './spec-heads.ts';

const CODE = "import { apply } from '@bough/map';\n";
const EXAMPLE = `## Example\n\nAn item:\n\n\`\`\`ts\n${CODE}\`\`\`\n`;
const ORDER = '## Reading order\n\n1. [model.ts](src/model.ts): the types.\n2. [apply.ts](src/apply.ts): changes.\n';
const RULE = '**MAP-1** A map is a tree.\n';

function judge(spec: string | null, extra: Readonly<Record<string, string>> = {}): string[] {
  const files = { 'packages/map/src/model.ts': '', 'packages/map/src/apply.ts': '', ...extra };
  using scratch = scratchHouse(spec === null ? files : { ...files, 'packages/map/SPEC.md': spec });
  return specHeads.find(readHouse(scratch.root)).map(formatFinding);
}

test('[HOUSE-72] a head with a sentence, an example and a reading order passes', () => {
  expect(judge(`# The map\n\nWhat a mind map is.\n\n${EXAMPLE}\n${ORDER}\n${RULE}`)).toEqual([]);
});

test('[HOUSE-72] what a head lacks is told, and what stands after the first rule does not count', () => {
  expect(judge(null)).toEqual(['packages/map/SPEC.md:1: @bough/map has no SPEC.md.']);
  expect(judge(`# The map\n\n${RULE}\n${EXAMPLE}\n${ORDER}`)).toEqual([
    'packages/map/SPEC.md:1: does not begin with a title and a paragraph that says what it is.',
    'packages/map/SPEC.md:1: has no "## Example" with a block of ts before its first rule.',
    'packages/map/SPEC.md:1: has no "## Reading order" with links to files before its first rule.',
  ]);
});

test('[HOUSE-72] a file of the reading order that is gone, and an example of something else, are told', () => {
  const other = EXAMPLE.replace('@bough/map', '@bough/base');
  expect(judge(`# The map\n\nA tree.\n\n${other}\n${ORDER.replace('src/apply', 'src/gone')}\n${RULE}`)).toEqual([
    'packages/map/SPEC.md:1: has an example that uses nothing of @bough/map.',
    'packages/map/SPEC.md:1: has src/gone.ts in its reading order, which is not there.',
  ]);
});

test('[HOUSE-72] an app has a head too, and may show its own files', () => {
  const code = "```ts browser\nimport { screenOf } from './src/screen.ts';\n```\n";
  const spec = `# The page\n\nReact.\n\n## Example\n\n${code}\n## Reading order\n\n1. [screen.ts](src/screen.ts): screens.\n`;
  using scratch = scratchHouse({ 'apps/web/src/screen.ts': '', 'apps/web/SPEC.md': spec });
  const house = readHouse(scratch.root);
  expect(specHeads.find(house)).toEqual([]);
  expect(examplesOf(house)).toMatchObject([
    { part: { folder: 'apps/web' }, code: "import { screenOf } from './src/screen.ts';\n", needsBrowser: true },
  ]);
});
