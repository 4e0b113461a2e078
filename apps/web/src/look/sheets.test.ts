import { expect, it } from 'vitest';

const sheets = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true });

/** What each sheet says of a class by its name alone, outside of conditions: `class property`. */
function saidIn(sheet: string): Set<string> {
  const plain = sheet.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/@[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const said = new Set<string>();
  for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    for (const selector of selectors.split(',')) {
      const name = /^\.([\w-]+)$/.exec(selector.trim())?.[1];
      if (name === undefined) continue;
      for (const [, property] of body.matchAll(/(?:^|;)\s*([\w-]+)\s*:/g)) said.add(`${name} ${property}`);
    }
  }
  return said;
}

it('[WEB-1] no two style sheets say the same property of one class, so that none depends on which was fetched first', () => {
  const first = new Map<string, string>();
  const twice: string[] = [];
  for (const [path, sheet] of Object.entries(sheets)) {
    for (const each of saidIn(sheet)) {
      const other = first.get(each);
      if (other === undefined) first.set(each, path);
      else twice.push(`${each}: ${other}, ${path}`);
    }
  }
  expect(first.size).toBeGreaterThan(500);
  expect(twice).toEqual([]);
});
