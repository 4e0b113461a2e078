import type { Draft } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { plainWords } from '../shared/text/plain-words.ts';

/** In the place of an item's words where it has none: an empty line would be no item. */
export const NO_WORDS = '\u00a0';

/** The draft as lines indented by tabs: the words and the tree, nothing else. Line breaks inside an item become blanks. */
export function writeOutline(draft: Draft, reporter: Reporter): string {
  const lines = draft.items.map(({ level, fields }) => {
    const words = inOneLine(fields.text);
    if (words !== fields.text) reporter.note('approximated', 'Line breaks inside an item became blanks.', fields.text);
    // Taken away they could not be told from words when the lines are read again.
    if (plainWords(fields.text) !== fields.text)
      reporter.note('approximated', 'Marks of Markdown stand as they are written.', words);
    for (const name of Object.keys(fields))
      if (name !== 'text') reporter.note('lost', `Indented text has no place for: ${name}.`, words);
    return `${'\t'.repeat(level - 1)}${words === '' ? NO_WORDS : words}\n`;
  });
  for (const { label } of draft.links) reporter.note('lost', 'Indented text has no place for: links.', label);
  return lines.join('');
}

function inOneLine(text: string): string {
  const lines = text.split(/[\n\r\u2028\u2029]/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
