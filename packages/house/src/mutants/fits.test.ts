import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { controlsOf, SWITCHED_OFF } from './security/all.ts';
import { mutate, parseSuite } from './suite.ts';

const top = fileURLToPath(new URL('../../../../', import.meta.url));
const listOf = (folder: string): string => join(top, folder, 'src/testing/mutants.ts');
const all = ['apps', 'packages'].flatMap((kind) => readdirSync(join(top, kind)).map((name) => join(kind, name)));
const folders = [...all, 'load'].filter((folder) => existsSync(listOf(folder)));

test.each(folders)('[HOUSE-32] each lie of %s still fits its code', async (folder) => {
  const suite = parseSuite(await import(listOf(folder)));
  if (!suite.ok) throw new Error(suite.error);
  const { mutants } = suite.value;
  const wrong = mutants.flatMap((mutant) => {
    const mutated = mutate(readFileSync(join(top, folder, mutant.file), 'utf8'), mutant);
    const { name, rule, test: keeper } = mutant;
    const tests = keeper === undefined ? '' : readFileSync(join(top, folder, keeper), 'utf8');
    const isKept = rule === undefined || tests.includes(`[${rule}]`);
    return [...(mutated.ok ? [] : [`${name}: ${mutated.error}`]), ...(isKept ? [] : [`${name}: no test of ${rule}`])];
  });
  expect(wrong).toEqual([]);
  expect(new Set(mutants.map((mutant) => mutant.name)).size).toBe(mutants.length);
});

test('[HOUSE-33] each way to switch a control off still fits its code, and names a test that is there', () => {
  const wrong = SWITCHED_OFF.flatMap((one) => {
    const mutated = mutate(readFileSync(join(top, one.file), 'utf8'), one);
    const tests = readFileSync(join(top, one.test), 'utf8');
    return [
      ...(mutated.ok ? [] : [`${one.name}: ${mutated.error}`]),
      ...(tests.includes(`[${one.rule}]`) || tests.includes('contract') ? [] : [`${one.name}: no test of ${one.rule}`]),
    ];
  });
  expect(wrong).toEqual([]);
  expect(new Set(SWITCHED_OFF.map(({ name }) => name)).size).toBe(SWITCHED_OFF.length);
});

test('[HOUSE-33] every control of docs/security.md can be switched off, and nothing else is', () => {
  const claimed = controlsOf(readFileSync(join(top, 'docs/security.md'), 'utf8'));
  const switched = new Set(SWITCHED_OFF.map(({ control }) => control));
  expect(claimed.filter((control) => !switched.has(control))).toEqual([]);
  expect([...switched].filter((control) => !claimed.includes(control))).toEqual([]);
  expect(claimed.length).toBeGreaterThan(30);
});
