import { existsSync, readdirSync } from 'node:fs';
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

/** The files that have what people read, as they stand in this repository. */
function catalogues(): string[] {
  const words = 'apps/web/src/words';
  const ofPage = readdirSync(new URL(`../../../../${words}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => `${words}/${path.replaceAll('\\', '/')}`);
  return [
    ...ofPage,
    'apps/mailer/src/letters/letter-words.ts',
    'apps/gateway/src/features/page/no-more-mail.ts',
    'apps/gateway/src/features/watching/stop-page.ts',
    'apps/gateway/src/http/turn-away.ts',
  ];
}

test('[HOUSE-74] a phrase of the list is told in every catalogue of the page and of emails, in every language, and not in code', () => {
  const text =
    "export const text = { gone: 'Deleted for ever', none: `At present ${1}`, de: 'Zwei Mails, eine E-Mail' };\n";
  const files = catalogues();
  for (const path of ['en/home.ts', 'de/home.ts', 'screens/sign-in-words.ts', 'many-words.ts'])
    expect(files).toContain(`apps/web/src/words/${path}`);
  for (const file of files)
    expect([file, existsSync(new URL(`../../../../${file}`, import.meta.url))]).toEqual([file, true]);
  expect(judge(Object.fromEntries(files.map((file) => [file, text]))).toSorted()).toEqual(
    files
      .flatMap((file) => [
        `${file}:1: "for ever" makes one read twice: forever.`,
        `${file}:1: "At present" makes one read twice: now.`,
        `${file}:1: "Mails" makes one read twice: emails, E-Mails.`,
      ])
      .toSorted(),
  );
  expect(judge({ 'README.md': 'Call `mails`.\n\n```\nwhom\n```\n', 'docs/a/b.md': 'Whom?\n' })).toEqual([]);
});

test.each([
  'for everybody',
  'He had been there',
  'his own',
  'an email',
  'E-Mails',
  'is told',
  'mailbox',
  'who is present',
])('[HOUSE-74] "%s" is plain', (text) => {
  expect(PHRASES.filter(([phrase]) => phrase.test(text))).toEqual([]);
});
