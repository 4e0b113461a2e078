// An outline is indented text: one line for an item, tabs or spaces for its level. What is read is generous (Markdown lists,
// numbers, headings, check boxes); what is written is tabs, which every editor and spreadsheet takes. Line breaks inside an
// item travel as U+2028, the line separator, which no one types.

/** One item of an outline with what is below it. */
export interface OutlineNode {
  readonly text: string;
  readonly checkbox: 'open' | 'done' | null;
  readonly children: readonly OutlineNode[];
}

interface Growing {
  readonly text: string;
  readonly checkbox: 'open' | 'done' | null;
  readonly children: Growing[];
}

const LINE_BREAK = '\u2028';
const TAB_WIDTH = 4;
const BULLET = /^(?:[-*+\u2022\u2013]|\d{1,9}[.)])[ \t]+/;
const HEADING = /^(#{1,6})[ \t]+(.*?)[ \t]*#*$/;
const CHECKBOX = /^\[([ xX])\][ \t]+/;

/** The outline as tab-indented lines. */
export function writeOutline(nodes: readonly OutlineNode[]): string {
  const lines: string[] = [];
  const write = (node: OutlineNode, level: number): void => {
    const box = node.checkbox === null ? '' : node.checkbox === 'done' ? '[x] ' : '[ ] ';
    lines.push('\t'.repeat(level) + box + node.text.replaceAll('\n', LINE_BREAK));
    for (const child of node.children) write(child, level + 1);
  };
  for (const node of nodes) write(node, 0);
  return lines.join('\n');
}

/** The outline as a Markdown list: two spaces a level, check boxes, line breaks inside an item as they stand. */
export function writeMarkdown(nodes: readonly OutlineNode[]): string {
  const lines: string[] = [];
  const write = (node: OutlineNode, level: number): void => {
    const pad = '  '.repeat(level);
    const box = node.checkbox === null ? '' : node.checkbox === 'done' ? '[x] ' : '[ ] ';
    lines.push(`${pad}- ${box}${node.text.replaceAll('\n', LINE_BREAK)}`);
    for (const child of node.children) write(child, level + 1);
  };
  for (const node of nodes) write(node, 0);
  return lines.join('\n');
}

/** The tree that the text means; empty lines are skipped. One line without a mark gives one item with that text. */
export function parseOutline(text: string): OutlineNode[] {
  const roots: Growing[] = [];
  // Headings open levels of their own; lists hang below the heading they follow.
  const headings: { readonly rank: number; readonly node: Growing }[] = [];
  let lines: { readonly indent: number; readonly node: Growing }[] = [];
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const body = raw.trim();
    if (body === '') continue;
    const heading = HEADING.exec(body);
    if (heading?.[1] !== undefined) {
      const rank = heading[1].length;
      while (headings.length > 0 && (headings.at(-1)?.rank ?? 0) >= rank) headings.pop();
      const node = grow(heading[2] ?? '');
      (headings.at(-1)?.node.children ?? roots).push(node);
      headings.push({ rank, node });
      lines = [];
      continue;
    }
    const indent = indentOf(raw);
    while (lines.length > 0 && (lines.at(-1)?.indent ?? 0) >= indent) lines.pop();
    const node = grow(body.replace(BULLET, ''));
    (lines.at(-1)?.node.children ?? headings.at(-1)?.node.children ?? roots).push(node);
    lines.push({ indent, node });
  }
  return roots;
}

function grow(words: string): Growing {
  const box = CHECKBOX.exec(words);
  const checkbox = box === null ? null : box[1] === ' ' ? 'open' : 'done';
  const text = box === null ? words : words.slice(box[0].length);
  return { text: text.replaceAll(LINE_BREAK, '\n'), checkbox, children: [] };
}

function indentOf(line: string): number {
  let indent = 0;
  for (const character of line) {
    if (character === '\t') indent += TAB_WIDTH - (indent % TAB_WIDTH);
    else if (character === ' ' || character === '\u00a0') indent++;
    else break;
  }
  return indent;
}
