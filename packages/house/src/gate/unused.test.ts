import { expect, test } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { unused } from './static-steps.ts';

const manifest = (name: string, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ name, version: '0.0.0', type: 'module', ...more });
const entries = { '.': './src/index.ts', './testing': './src/testing/index.ts' };

test('[HOUSE-71] entries of a package that export what nobody uses', async () => {
  using scratch = scratchHouse({
    'package.json': manifest('scratch', { workspaces: ['packages/*', 'apps/*'] }),
    'packages/map/package.json': manifest('@bough/map', { exports: entries }),
    'packages/map/src/index.ts': "export { taken } from './taken.ts';\nexport { left, type Left } from './left.ts';\n",
    'packages/map/src/taken.ts': 'export const taken = 1;\n',
    'packages/map/src/left.ts': 'export type Left = number;\nexport const left: Left = 1;\n',
    'packages/map/src/left.test.ts': "import { left } from './left.ts';\nleft satisfies number;\n",
    'packages/map/src/testing/index.ts': 'export const forTests = 1;\nexport const forNobody = 2;\n',
    'apps/web/package.json': manifest('@bough/web', { dependencies: { '@bough/map': 'workspace:*' } }),
    'apps/web/src/main.ts': "import { taken } from '@bough/map';\ntaken.toFixed();\n",
    'apps/web/src/main.test.ts': "import { forTests } from '@bough/map/testing';\nforTests.toFixed();\n",
  });
  const { failed, output } = await unused.run({ root: scratch.root, scratch: scratch.root });
  expect(failed).toBe(1);
  const found = output.split('\n').flatMap((line) => /^(\w+)  .*(packages\S+)/.exec(line)?.slice(1, 3).join(' ') ?? []);
  expect(found).toEqual([
    expect.stringMatching(/^left packages\/map\/src\/index.ts/),
    expect.stringMatching(/^forNobody packages\/map\/src\/testing\/index.ts/),
    expect.stringMatching(/^Left packages\/map\/src\/index.ts/),
  ]);
}, 120_000);
