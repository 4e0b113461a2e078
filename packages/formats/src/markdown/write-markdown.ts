import { countAtEnd } from '../shared/trailing.ts';
import type { Draft } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { STRUCTURAL } from './read-markdown.ts';

/**
 * The draft as Markdown: the first root as the document's heading, more roots as headings, everything below as nested lists,
 * notes as paragraphs below their item, boxes as tasks.
 */
export function writeMarkdown(draft: Draft, reporter: Reporter): string {
  const parts: string[] = [];
  for (const { level, fields } of draft.items) {
    const lines = fields.text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => doubledAtEnd(escapeStart(line)));
    const task = fields.checkbox === 'done' ? '[x] ' : fields.checkbox === 'open' ? '[ ] ' : '';
    const indent = '  '.repeat(Math.max(0, level - 2));
    const words = task + lines.map((line, i) => (i < lines.length - 1 ? `${line}\\` : line)).join(`\n${indent}  `);
    if (level === 1) parts.push(parts.length === 0 ? '' : '\n', `# ${words}\n`, '\n');
    else parts.push(`${indent}- ${words}\n`);
    const note = fields.note ?? '';
    if (note !== '') {
      const column = level === 1 ? '' : `${indent}  `;
      parts.push('\n', ...note.split('\n').map((line) => `${line === '' ? '' : column + escapeStart(line)}\n`), '\n');
    }
    for (const name of Object.keys(fields)) {
      if (!['text', 'note', 'checkbox'].includes(name))
        reporter.note('lost', `Markdown has no place for: ${name}.`, fields.text);
    }
  }
  for (const { label } of draft.links) reporter.note('lost', 'Markdown has no place for: links.', label);
  return parts.join('');
}

function escapeStart(line: string): string {
  return line.replace(STRUCTURAL, '$1\\$2$3');
}

/** A backslash at the end of a line would join the next one to it. */
function doubledAtEnd(line: string): string {
  return line + '\\'.repeat(countAtEnd(line, '\\'));
}
