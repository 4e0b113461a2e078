import { expect, test } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { readHouse } from '../sources/house.ts';
import { PHRASES, plainWords } from './plain-words.ts';
import { formatFinding } from './rule.ts';

function judge(files: Readonly<Record<string, string>>): string[] {
  using scratch = scratchHouse(files);
  return plainWords.find(readHouse(scratch.root)).map(formatFinding);
}

test('[HOUSE-74] a phrase of the list is told in every document, with what to write', () => {
  const bad = 'Plain.\n\nWhoever asks is told.\n';
  const files = ['README.md', 'docs/backup.md', 'packages/map/SPEC.md', 'apps/web/SPEC.md'];
  expect(judge(Object.fromEntries(files.map((file) => [file, bad]))).toSorted()).toEqual(
    files.toSorted().map((file) => `${file}:3: "Whoever" makes one read twice: anyone who, or name the person.`),
  );
});

test('[HOUSE-74] a phrase of the list is told in the English of the page, and not in German or in code', () => {
  const text = "export const text = { gone: 'Deleted for ever', none: `At present ${1}` };\n";
  expect(judge({ 'apps/web/src/words/en/home.ts': text, 'apps/web/src/words/de/home.ts': text })).toEqual([
    'apps/web/src/words/en/home.ts:1: "for ever" makes one read twice: forever.',
    'apps/web/src/words/en/home.ts:1: "At present" makes one read twice: now.',
  ]);
  expect(judge({ 'README.md': 'Call `mails`.\n\n```\nwhom\n```\n', 'docs/a/b.md': 'Whom?\n' })).toEqual([]);
});

test.each(['for everybody', 'He had been there', 'his own', 'an email', 'is told', 'mailbox', 'who is present'])(
  '[HOUSE-74] "%s" is plain',
  (text) => {
    expect(PHRASES.filter(([phrase]) => phrase.test(text))).toEqual([]);
  },
);
