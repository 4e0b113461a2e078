import { expect, test } from 'vitest';
import { reportSentenceDe } from './report.ts';

/** The sources of the readers and writers, as they are written. */
const SOURCES: Readonly<Record<string, string>> = import.meta.glob(
  ['../../../../../packages/formats/src/**/*.ts', '!**/*.test.ts', '!**/testing/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** Every sentence in them, with something in the place of what differs. */
function sentences(): string[] {
  return Object.values(SOURCES).flatMap((written) => {
    const source = written.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    return [...source.matchAll(/(?<=[\s(:?,])(['`])([A-Z][^'`\n]{9,}\.)\1/g)].map(([, , text = '']) =>
      text.replace(/\$\{[^}]+\}/g, '7'),
    );
  });
}

test('whatever a reader says is said in German too', () => {
  const all = [...new Set(sentences())];
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((sentence) => reportSentenceDe(sentence) === sentence)).toEqual([]);
  expect(reportSentenceDe('What only .mm knows: <cloud>.')).toBe('Was nur .mm kennt: <cloud>.');
  expect(reportSentenceDe('constructor')).toBe('constructor');
});
