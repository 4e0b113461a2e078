import { COMMAND_IDS } from '@bough/editor';
import { expect, it } from 'vitest';
import { auditWords } from './screens/audit-words.ts';
import { de as firstDe } from './de/de.ts';
import { accountPageWords } from './screens/account-page-words.ts';
import { deletionWords } from './screens/deletion-words.ts';
import { en as firstEn } from './en/en.ts';
import { FIELD_WORDS } from './screens/field-words.ts';
import { COUNT_WORDS, LINK_WORDS, READ_WORDS } from './screens/heard-words.ts';
import { type Language, pickLanguage } from './language.ts';
import { exportWords } from './screens/export-words.ts';
import { homeWords } from './screens/home-words.ts';
import { importFileWords } from './screens/import-file-words.ts';
import { leavingWords } from './screens/leaving-words.ts';
import { outboxWords } from './screens/outbox-words.ts';
import { passkeyWords } from './screens/passkey-words.ts';
import { secondStepWords } from './screens/second-step-words.ts';
import { tokenWords, upkeepWords } from './screens/rare-account-words.ts';
import { problemWords } from './screens/problem-words.ts';
import { reportWords } from './screens/report-words.ts';
import { restoredWords } from './screens/restored-words.ts';
import { publicWords, shareWords } from './screens/share-words.ts';
import { pastWords } from './screens/past-words.ts';
import { sittingWords } from './screens/sitting-words.ts';
import { watchWords } from './screens/watch-words.ts';
import { sheetWords } from './screens/sheet-words.ts';
import { signInWords } from './screens/sign-in-words.ts';

// What is fetched at once, and what only few need.
const en = [
  firstEn,
  accountPageWords.en,
  tokenWords.en,
  auditWords.en,
  upkeepWords.en,
  leavingWords.en,
  deletionWords.en,
  passkeyWords.en,
  secondStepWords.en,
  signInWords.en,
  outboxWords.en,
  problemWords.en,
  reportWords.en,
  restoredWords.en,
  homeWords.en,
  sheetWords.en,
  exportWords.en,
  shareWords.en,
  publicWords.en,
  importFileWords.en,
  pastWords.en,
  sittingWords.en,
  watchWords.en,
  fields('en'),
];
const de = [
  firstDe,
  accountPageWords.de,
  tokenWords.de,
  auditWords.de,
  upkeepWords.de,
  leavingWords.de,
  deletionWords.de,
  passkeyWords.de,
  secondStepWords.de,
  signInWords.de,
  outboxWords.de,
  problemWords.de,
  reportWords.de,
  restoredWords.de,
  homeWords.de,
  sheetWords.de,
  exportWords.de,
  shareWords.de,
  publicWords.de,
  importFileWords.de,
  pastWords.de,
  sittingWords.de,
  watchWords.de,
  fields('de'),
];

/** What is said of fields in one language. */
function fields(language: Language) {
  const said = Object.values(FIELD_WORDS).map(({ panel }) => panel?.[language]);
  const heard = [...Object.values(READ_WORDS), ...Object.values(COUNT_WORDS)].map((counted) => counted[language]);
  return [said, LINK_WORDS[language], heard];
}

type Leaf = readonly [path: string, value: unknown];

function leaves(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => leaves(each, `${path}.${key}`));
}

const shape = (words: unknown) =>
  leaves(words)
    .map(([path, value]) => `${path} ${typeof value}${typeof value === 'function' ? ` of ${value.length}` : ''}`)
    .toSorted();

it('both catalogues have the same keys, with strings and sentences in the same places', () => {
  expect(shape(de)).toEqual(shape(en));
});

it('no entry is empty, and none shouts', () => {
  const wrong = [...leaves(en), ...leaves(de)].filter(
    ([, value]) => typeof value === 'string' && (value.trim() === '' || value.includes('!')),
  );
  expect(wrong).toEqual([]);
});

it('[EDIT-30] every command has a name in both languages', () => {
  for (const { commands } of [firstEn, firstDe]) {
    expect(COMMAND_IDS.filter((id) => commands[id].trim() === '')).toEqual([]);
  }
});

it('German is German: few entries are the same word in both', () => {
  const english = new Map(leaves(en));
  const same = leaves(de).filter(([path, value]) => typeof value === 'string' && value === english.get(path));
  expect(same.length).toBeLessThan(0.08 * leaves(de).length);
});

it('the first wish that is spoken decides; a choice goes before wishes', () => {
  expect(pickLanguage('device', ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(pickLanguage('device', ['fr'])).toBe('en');
  expect(pickLanguage('en', ['de'])).toBe('en');
});
