import { THEMES } from '@bough/editor';
import { expect, it } from 'vitest';
import hues from './hues.css?raw';
import tokens from './tokens.css?raw';

it('the chrome has the paper and the ink of the canvas, in both themes', () => {
  expect(tokens).toContain(`--paper: light-dark(${THEMES.light.paper}, ${THEMES.dark.paper});`);
  expect(tokens).toContain(`--ink: light-dark(${THEMES.light.ink}, ${THEMES.dark.ink});`);
});

it('the dots of the colours are the hues of the branches', () => {
  for (const [hue, light] of THEMES.light.hues.entries()) {
    expect(hues).toContain(`--hue: light-dark(${light}, ${THEMES.dark.hues[hue]});`);
  }
});

it('colours are mixed without passing through other hues on the way', () => {
  const sheets = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true });
  expect(Object.keys(sheets).length).toBeGreaterThan(10);
  const mixed = Object.values(sheets).flatMap((sheet) => sheet.match(/color-mix\(in \w+/g) ?? []);
  expect(new Set(mixed)).toEqual(new Set(['color-mix(in oklab']));
});
