import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchTree } from './scratch-tree.ts';

test.each([
  ['git', process.env['PATH'] ?? ''],
  ['no git', '/nowhere'],
])('a copy of the project is what it is made from, and nothing that was made of it, with %s', async (_, path) => {
  const before = process.env['PATH'];
  process.env['PATH'] = path;
  const tree = await scratchTree().finally(() => {
    process.env['PATH'] = before;
  });
  onTestFinished(() => rm(tree, { recursive: true, force: true }));
  for (const file of ['package.json', 'apps/docstore/src/main.ts', 'packages/base/package.json', 'node_modules'])
    expect(existsSync(join(tree, file)), file).toBe(true);
  for (const made of ['.git', 'apps/web/dist', 'data']) expect(existsSync(join(tree, made)), made).toBe(false);
});
