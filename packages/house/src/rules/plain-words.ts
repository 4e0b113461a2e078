/** Phrases that make people read a sentence twice, and what to write instead. No document, no page and no email has them. */

import type { House } from '../sources/house.ts';
import type { Finding, Rule } from './rule.ts';

/** What is not written, and what is. */
export const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bwhoever\b/i, 'anyone who, or name the person'],
  [/\bwhom\b/i, 'who or that, or name the person'],
  [/\bfor ever\b/i, 'forever'],
  [/\b(?:is|are|was|were|be|been) had\b/i, 'exists, or is available'],
  [/\bat present\b/i, 'now'],
  [/(?<!-)\bmails\b/i, 'emails, E-Mails'],
  [/\b(?:the own|one's own)\b/i, 'say whose'],
  [/\b(?:is|are) to be (?:said|told)\b/i, 'say it'],
  [/\b(?:wer|was) auch immer\b/i, 'alle, die, or name the person'],
];

const DOCUMENT = /^(?:[^/]+|docs\/[^/]+|(?:packages|apps)\/[^/]+\/SPEC)\.md$/;
/** Everything that people read in the page, in emails and on the pages that the gateway writes itself, in every language. */
const CATALOGUE =
  /^apps\/(?:web\/src\/words\/(?!.*\.test\.)|mailer\/src\/letters\/letter-words\.ts|gateway\/src\/(?:features\/page\/no-more-mail|features\/watching\/stop-page|http\/turn-away)\.ts)/;

/** Fails on such a phrase in a document, outside of code, and in the catalogues of the page and of emails. */
export const plainWords: Rule = {
  name: 'plain words',
  find: (house) => [...inDocuments(house), ...inCatalogues(house)],
};

function inDocuments({ files }: House): Finding[] {
  return files
    .filter(({ path }) => DOCUMENT.test(path))
    .flatMap(({ path, text }) => {
      const prose = text.replace(/^```[^]*?^```$/gm, blank).replace(/`[^`\n]*`/g, blank);
      return prose.split('\n').flatMap((line, index) => findings(path, index + 1, line));
    });
}

function inCatalogues({ sources }: House): Finding[] {
  return sources
    .filter(({ path }) => CATALOGUE.test(path))
    .flatMap(({ path, source }) => source.literals.flatMap(({ text, line }) => findings(path, line, text)));
}

function findings(file: string, line: number, text: string): Finding[] {
  return PHRASES.flatMap(([phrase, instead]) => {
    const found = phrase.exec(text)?.[0];
    return found === undefined ? [] : [{ file, line, says: `"${found}" makes one read twice: ${instead}.` }];
  });
}

/** The same lines, empty. */
function blank(code: string): string {
  return code.replace(/[^\n]/g, ' ');
}
