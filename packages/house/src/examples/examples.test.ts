import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preset, runTool } from '../gate/tools.ts';
import { type Example, examplesOf, specHeads } from '../rules/spec-heads.ts';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { run } from '../servers/places.ts';
import { readHouse } from '../sources/house.ts';

// Each example of a SPEC.md becomes a file in a folder that has every part of Bough below node_modules, as a reader would try it.

/** The gateway's example starts a gateway and a docstore. */
const SLOW_MACHINE_MS = 180_000;
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const house = readHouse(ROOT);
const examples = examplesOf(house);
const scratch = scratchHouse();

beforeAll(() => {
  const modules = join(scratch.root, 'node_modules');
  mkdirSync(join(modules, '@bough'), { recursive: true });
  mkdirSync(join(modules, '@types'));
  symlinkSync(join(ROOT, 'packages/house/node_modules/@types/node'), join(modules, '@types/node'));
  for (const { part } of examples) symlinkSync(join(ROOT, part.folder), join(modules, part.name));
  scratch.write('package.json', '{ "type": "module" }\n');
  for (const each of examples) {
    scratch.write(fileOf(each), each.code.replaceAll("'./src/", `'${join(ROOT, each.part.folder)}/src/`));
  }
});
afterAll(() => scratch[Symbol.dispose]());

function fileOf({ part }: Example): string {
  return `${part.folder.replace('/', '-')}.ts`;
}

test('[HOUSE-73] every package and app has an example; only these need a browser', () => {
  expect(specHeads.find(house)).toEqual([]);
  const inBrowser = examples.filter(({ needsBrowser }) => needsBrowser);
  expect(inBrowser.map(({ part }) => part.folder)).toEqual(['packages/paint-canvas']);
});

test.each(examples.filter(({ needsBrowser }) => !needsBrowser).map((each) => [each.part.folder, each] as const))(
  '[HOUSE-73] the example of %s runs',
  async (_, example) => {
    const outcome = await run(process.execPath, [fileOf(example)], { cwd: scratch.root, limitMs: SLOW_MACHINE_MS });
    expect(outcome.code === 0 ? 'fine' : outcome.output).toBe('fine');
  },
  SLOW_MACHINE_MS,
);

test.each(['node', 'browser'])(
  '[HOUSE-73] the examples of what runs in a %s have right types',
  async (kind) => {
    const files = examples
      .filter(({ part }) => (part.manifest?.runs === 'browser') === (kind === 'browser'))
      .map(fileOf);
    const config = { extends: preset(`tsconfig.${kind}.json`), compilerOptions: { types: ['node'] }, files };
    scratch.write(`tsconfig.${kind}.json`, JSON.stringify(config));
    const outcome = await runTool(scratch.root, 'tsc', ['-p', `tsconfig.${kind}.json`, '--pretty', 'false']);
    expect(outcome.code === 0 ? 'fine' : outcome.output).toBe('fine');
  },
  SLOW_MACHINE_MS,
);
