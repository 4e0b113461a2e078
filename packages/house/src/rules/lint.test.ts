import { beforeAll, expect, test } from 'vitest';
import { preset, runTool } from '../gate/tools.ts';
import { scratchHouse } from '../scratch/scratch-house.ts';

const CLOCK = 'Take the port Clock of @bough/base';
const CHANCE = 'Take the port Random or Ids of @bough/base';
const PLATFORM = 'take a port for what the platform does';

const anywhere = [
  ['setTimeout(run, 3);', CLOCK],
  ['performance.now();', CLOCK],
  ['globalThis.performance.now();', CLOCK],
  ['Date.now();', CLOCK],
  ['Math.random();', CHANCE],
  ['crypto.randomUUID();', CHANCE],
  ["import { readFile } from 'node:fs';", PLATFORM],
  ['document.title;', PLATFORM],
] as const;

const calls = [
  ["await fetch('http://docstore');"],
  ["import { request } from 'node:http';"],
  ["import http from 'node:http'; http.get('http://docstore');"],
  ["import { Pool } from 'undici';"],
] as const;

interface Diagnostic {
  readonly filename: string;
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}

/** What the linter says about each file, in words. */
const said = new Map<string, string>();

beforeAll(async () => {
  using scratch = scratchHouse();
  for (const [index, [text]] of anywhere.entries()) scratch.write(`packages/map/src/case-${index}.ts`, `${text}\n`);
  for (const [index, [text]] of calls.entries()) {
    scratch.write(`apps/gateway/src/case-${index}.ts`, `${text}\n`);
    scratch.write(`packages/service/src/case-${index}.ts`, `${text}\n`);
  }
  scratch.write('packages/map/src/default.ts', 'export default 1;\n');
  scratch.write('apps/web/vite.config.ts', 'export default 1;\n');
  const args = ['-c', preset('oxlint.config.ts'), '-f', 'json', 'packages', 'apps'];
  const { output } = await runTool(scratch.root, 'oxlint', args);
  const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] };
  for (const { filename, code, message, help } of diagnostics) {
    if (!/no-restricted|no-default-export/.test(code)) continue;
    said.set(filename, `${said.get(filename) ?? ''}${code}: ${message} ${help ?? ''}\n`);
  }
});

test.each(anywhere.map(([text, message], index) => ({ text, message, index })))(
  '[HOUSE-4] in code that runs anywhere the linter forbids $text and names the port',
  ({ message, index }) => {
    expect(said.get(`packages/map/src/case-${index}.ts`)).toContain(message);
  },
);

test.each(calls.map(([text], index) => ({ text, index })))(
  '[HOUSE-19] in a service the linter forbids $text and names the caller',
  ({ index }) => {
    expect(said.get(`apps/gateway/src/case-${index}.ts`)).toContain('createCaller of @bough/service');
    expect(said.get(`packages/service/src/case-${index}.ts`)).toBeUndefined();
  },
);

test('[HOUSE-9] the linter forbids default exports, but in tool configs', () => {
  expect(said.get('packages/map/src/default.ts')).toContain('no-default-export');
  expect(said.get('apps/web/vite.config.ts')).toBeUndefined();
});
