import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ACROSS, HANDHELD, NARROW } from './handheld.ts';

it('[WEB-20] every style sheet means the same by a phone, held upright, across, or either way', () => {
  const page = fileURLToPath(new URL('../../', import.meta.url));
  const asked = globSync('**/*.css', { cwd: page }).flatMap((file) =>
    [...readFileSync(`${page}${file}`, 'utf8').matchAll(/@media ([^{]+) \{/g)].map(
      ([, query = '']) => `${file}: ${query}`,
    ),
  );
  const phones = asked.filter((one) => /640px|641px/.test(one));
  const known = [NARROW, HANDHELD, `(min-width: 641px) and ${ACROSS}`, '(min-width: 641px)'];
  expect(phones.filter((one) => !known.includes(one.replace(/^[^:]+: /, '')))).toEqual([]);
  expect(phones.filter((one) => one.endsWith(`: ${HANDHELD}`)).length).toBeGreaterThan(2);
});
