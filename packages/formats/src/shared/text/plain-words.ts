import { parseLines, type Run } from '@bough/text';

// An item's text is Markdown. Formats that have fonts get its runs; formats that have none get the words that are seen.

/** The words of a text as they are seen, without Markdown's marks; a formula is its source between its signs. */
export function plainWords(text: string): string {
  return parseLines(text)
    .map(({ runs }) => runs.map(wordsOfRun).join(''))
    .join('\n');
}

/** What is seen of a run. */
export function wordsOfRun({ text, formula }: Run): string {
  if (formula === undefined) return text;
  return formula === 'block' ? `$$${text}$$` : `$${text}$`;
}
