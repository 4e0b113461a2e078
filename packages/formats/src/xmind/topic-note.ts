import { membersOf, textOf } from '../shared/json.ts';
import { markdownOf } from '../shared/text/html-to-markdown.ts';
import { markdownOfWords } from '../shared/text/inline-markdown.ts';
import { plainWords } from '../shared/text/plain-words.ts';
import { tryHtml } from '../shared/xml/try-xml.ts';
import type { XmlElement } from '../shared/xml/xml.ts';

// XMind says each note twice: as plain words, and as HTML. Where they say the same, the HTML counts for its headings, lists, links and styles.

const DRESSED = /<(?:b|strong|i|em|s|strike|del|code|a|ul|ol|h[1-6])[\s>]/i;

/** The HTML of a note, where it says more than its plain words do; null: those are the note. */
export function richNoteOf(notes: unknown): XmlElement | null {
  const { plain, html } = waysOf(notes);
  if (!DRESSED.test(html)) return null;
  const root = tryHtml(`<div>${html}</div>`);
  if (root === undefined) return null;
  return plain === '' || lettersOf(plainWords(markdownOf(root))) === lettersOf(plain) ? root : null;
}

/** The notes as they go back while they are the note that was read of them; null when there is no HTML to lose. */
export function keptNotes(notes: unknown): unknown {
  return waysOf(notes).html === '' ? null : notes;
}

/** Whether this is the note that is read of what was kept. */
export function isNoteOf(notes: unknown, note: string): boolean {
  const rich = richNoteOf(notes);
  return (rich === null ? markdownOfWords(waysOf(notes).plain) : markdownOf(rich)) === note;
}

function waysOf(notes: unknown): { readonly plain: string; readonly html: string } {
  const ways = membersOf(notes);
  const contentOf = (way: string): string => textOf(membersOf(ways[way])['content']);
  return { plain: contentOf('plain'), html: contentOf('realHTML') };
}

/** Numbers of lists stand in one way alone, and blanks as each likes. */
function lettersOf(words: string): string {
  return words.replaceAll(/[^\p{L}]+/gu, '');
}
