import type { accountPageWords } from '../../words/screens/account-page-words.ts';

/** The name under which a session is kept, in the page's language; empty for one that has none. */
export function deviceWords(kept: string, words: ReturnType<typeof accountPageWords>): string {
  if (kept === 'Another program') return words.otherProgram;
  const [, browser, system] = /^(.+) on (.+)$/.exec(kept) ?? [];
  if (browser === undefined || system === undefined) return kept;
  return browser === 'A browser' ? words.otherBrowserOn(system) : words.browserOn(browser, system);
}
