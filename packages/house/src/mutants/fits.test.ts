import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mutate, parseSuite } from './suite.ts';

const packages = fileURLToPath(new URL('../../../', import.meta.url));
const listOf = (name: string): string => join(packages, name, 'src/testing/mutants.ts');
const names = readdirSync(packages).filter((name) => existsSync(listOf(name)));

test.each(names)('[HOUSE-32] each lie of %s still fits its code', async (name) => {
  const suite = parseSuite(await import(listOf(name)));
  if (!suite.ok) throw new Error(suite.error);
  const { mutants } = suite.value;
  const wrong = mutants.flatMap((mutant) => {
    const mutated = mutate(readFileSync(join(packages, name, mutant.file), 'utf8'), mutant);
    return mutated.ok ? [] : [`${mutant.name}: ${mutated.error}`];
  });
  expect(wrong).toEqual([]);
  expect(new Set(mutants.map((mutant) => mutant.name)).size).toBe(mutants.length);
});
