import { expect, it } from 'vitest';
import { AUDIT } from './audit-words.ts';
import { de as firstDe } from './de.ts';
import { ACCOUNT_PAGE } from './account-page-words.ts';
import { DELETION } from './deletion-words.ts';
import { en as firstEn } from './en.ts';
import { FIELD_WORDS } from './field-words.ts';
import { type Language, pickLanguage } from './language.ts';
import { LEAVING } from './leaving-words.ts';
import { OUTBOX } from './outbox-words.ts';
import { PASSKEYS } from './passkey-words.ts';
import { SECOND_STEP } from './second-step-words.ts';
import { TOKENS, UPKEEP } from './rare-account-words.ts';
import { REPORT } from './report-words.ts';
import { restoredWords } from './restored-words.ts';
import { SIGN_IN } from './sign-in-words.ts';

// What is fetched at once, and what only few need.
const en = [
  firstEn,
  ACCOUNT_PAGE.en,
  TOKENS.en,
  AUDIT.en,
  UPKEEP.en,
  LEAVING.en,
  DELETION.en,
  PASSKEYS.en,
  SECOND_STEP.en,
  SIGN_IN.en,
  OUTBOX.en,
  REPORT.en,
  restoredWords.en,
  fields('en'),
];
const de = [
  firstDe,
  ACCOUNT_PAGE.de,
  TOKENS.de,
  AUDIT.de,
  UPKEEP.de,
  LEAVING.de,
  DELETION.de,
  PASSKEYS.de,
  SECOND_STEP.de,
  SIGN_IN.de,
  OUTBOX.de,
  REPORT.de,
  restoredWords.de,
  fields('de'),
];

/** What is said of fields in one language. */
function fields(language: Language) {
  return Object.values(FIELD_WORDS).map(({ panel, reads }) => [panel?.[language], reads?.[language]]);
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
