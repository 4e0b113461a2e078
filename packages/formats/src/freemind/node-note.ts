import { mayHaveMarks } from '../shared/text/inline-markdown.ts';
import { Reporter } from '../shared/report.ts';
import type { XmlElement } from '../shared/xml/xml.ts';
import { elementOf, isOfType } from './node-words.ts';
import { plainOrMarkdown, richContent } from './rich-content.ts';

// A node's details and its note are one note here; both stay with the item and go back while the note is what they say.

/** The note that these rich texts are together. */
export function noteOf(contents: readonly XmlElement[], reporter: Reporter): string {
  const notes: string[] = [];
  for (const content of contents) {
    const words = plainOrMarkdown(content, reporter);
    if (words === '') continue;
    if (content.attributes.get('TYPE') === 'DETAILS') {
      reporter.note('approximated', 'Details became the beginning of the note.', words);
      notes.unshift(words);
    } else notes.push(words);
  }
  return notes.join('\n\n');
}

/** Whether the kept element is details or a note. */
export function saysNote(element: string): boolean {
  return element.startsWith('<richcontent') && (isOfType(element, 'NOTE') || isOfType(element, 'DETAILS'));
}

const QUIET = new Reporter();

/** The note as it is written, and whether reading gives it back. */
export function writtenNote(
  note: string,
  kept: readonly string[],
): { readonly text: string; readonly isWhole: boolean } {
  const elements = kept.filter(saysNote);
  const said = (texts: readonly string[]): string =>
    noteOf(
      texts.flatMap((text) => elementOf(text) ?? []),
      QUIET,
    );
  if (elements.length > 0 && said(elements) === note) return { text: elements.join(''), isWhole: true };
  const text = note === '' ? '' : richContent('NOTE', note);
  return { text, isWhole: note === '' || isOrdinary(note) || said([text]) === note };
}

/** Lines of plain words, each beginning and ending with one: what HTML is made of them says the same. */
function isOrdinary(note: string): boolean {
  return !mayHaveMarks(note) && !/[^\S \n]| [ \n]|\n |^\s|\s$/.test(note);
}
