/** What an API says when it refuses or fails: sentences for its users, in plain words. */

import { PHRASES } from './plain-words.ts';
import type { Finding, Rule } from './rule.ts';

const SERVICE =
  /^(?:apps\/(?:docstore|exporter|gateway|mailer)|packages\/service)\/src\/(?!(?:.*\/)?testing\/|.*\.test\.)/;
/** What a location fails with ends the sentence "The first location cannot be used: ...". */
const CLAUSES = 'apps/docstore/src/locations/kept-place.ts';

/** The message of a failure that is made, and its name in a table before it where there is one. */
const MESSAGE = /new \w+Failure\(\s*(?:'[\w-]+',\s*)?(?:'(?<plain>[^'\n]* [^'\n]*)'|`(?<template>[^`]* [^`]*)`)/g;
const HINT = /\bhint: (?:'(?<plain>[^'\n]*)'|`(?<template>[^`]*)`)/g;

/** Fails on a message that is no sentence, a hint that does not begin as one, and a phrase in either that nobody should read. */
export const problemTexts: Rule = {
  name: 'problem texts',
  find: ({ files }) =>
    files
      .filter(({ path }) => SERVICE.test(path) && path.endsWith('.ts'))
      .flatMap(({ path, text }) => [
        ...(path === CLAUSES ? [] : findings(path, text, MESSAGE, /^(?:[A-Z]|\$\{)[^]*(?:[.?]|\$\{\w+\})$/)),
        ...findings(path, text, HINT, /^(?:[A-Z]|\$\{)/),
      ]),
};

function findings(file: string, text: string, wanted: RegExp, sentence: RegExp): Finding[] {
  return [...text.matchAll(wanted)].flatMap(({ groups, index }) => {
    const said = groups?.['plain'] ?? groups?.['template'] ?? '';
    const line = text.slice(0, index).split('\n').length;
    const wrong = PHRASES.filter(([phrase]) => phrase.test(said)).map(([, instead]) => `write ${instead}`);
    if (!sentence.test(said)) wrong.push('write a sentence');
    return wrong.map((what) => ({ file, line, says: `"${said}" is read by users of an API: ${what}.` }));
  });
}
