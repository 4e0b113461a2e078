import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withSettings } from './readme-settings.ts';

const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');

it('[SVC-4] the README tells the settings that are read; node packages/service/scripts/write-settings.ts writes them', () => {
  expect(readme).toBe(withSettings(readme));
  expect(readme).toContain('`BOUGH_COOKIE_KEYS`');
});

it('[SVC-4] a README without a place for them is no README of ours', () => {
  expect(() => withSettings('# Bough\n')).toThrow('no place');
});
