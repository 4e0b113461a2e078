import type { Shape } from '@bough/map';
import { characterOf } from '../shared/text/characters.ts';
import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, packForeign, unpackForeign } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { markdownOfWords } from '../shared/text/inline-markdown.ts';
import { need } from '../shared/unreadable.ts';
import { titleOf } from '../shared/title.ts';
import { pushAll } from '../shared/push-all.ts';

// A Mermaid mindmap: one node a line (or several, between quotes or inside a bracket), deeper by its indent. `::icon(...)` and
// `:::class` lines belong to the node above and stay with it. Whatever a shape means, the words are the item's.

const SHAPES: readonly (readonly [string, string, Shape | null])[] = [
  ['))', '((', null],
  ['((', '))', 'ellipse'],
  ['{{', '}}', 'diamond'],
  [')', '(', 'ellipse'],
  ['(', ')', 'pill'],
  ['[', ']', 'box'],
];
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', nbsp: '\u00a0' };

/** The name of the node that Bough puts above several roots. */
export const ROOTS = 'bough-roots';

/** The items of the diagram. */
export function readMermaid(source: string, reporter: Reporter): Draft {
  const lines = statements(source);
  const start = lines.findIndex((line) => /^\s*mindmap\b/.test(line));
  need(start >= 0, 'not-this-format', 'It does not begin with "mindmap".');
  const builder = new DraftBuilder();
  const indents: number[] = [];
  for (const line of lines.slice(start + 1)) {
    const words = line.trim();
    if (words === '') continue;
    if (words.startsWith('::')) {
      keep(builder, words, reporter);
      continue;
    }
    const indent = line.length - line.trimStart().length;
    while (indents.length > 0 && indent <= (indents.at(-1) ?? 0)) indents.pop();
    indents.push(indent);
    const { id, text, shape, form } = nodeOf(words);
    const foreign = form === null ? null : packForeign({ format: 'mermaid', attributes: { form } });
    const fields = { text, ...(shape === null ? {} : { shape }), ...(foreign === null ? {} : { foreign }) };
    builder.add(indents.length, id, fields);
  }
  // Several roots were written below one that only says what the map is called.
  const isWrapped = builder.items[0]?.key === ROOTS;
  const items = isWrapped
    ? builder.items
        .splice(0)
        .slice(1)
        .map((item) => ({ ...item, level: item.level - 1 }))
    : [];
  pushAll(builder.items, items);
  builder.settings = { title: titleOf(builder.items) };
  return builder.draft();
}

/** Lines without comments and front matter; what an open quote or bracket spans is one. */
function statements(source: string): string[] {
  const text = source.replaceAll(/\r\n?/g, '\n').replace(/^\s*---\n[^]*?\n---\n/, '');
  const found: string[] = [];
  let lines: string[] = [];
  let isQuoted = false;
  let closing: string | null = null;
  for (const raw of text.split('\n')) {
    const line = lines.length === 0 ? withoutComment(raw) : raw;
    if (lines.length === 0) closing = closingOf(line);
    else if (closing !== null && line.trimEnd().endsWith(closing)) closing = null;
    if ((line.split('"').length - 1) % 2 === 1) isQuoted = !isQuoted;
    lines.push(line);
    if (isQuoted || closing !== null) continue;
    found.push(lines.join('\n'));
    lines = [];
  }
  return [...found, ...lines];
}

/** A comment is a line of its own, or stands behind the bracket that ends an item; anywhere else its sign is words. */
function withoutComment(line: string): string {
  let quotes = 0;
  let from = 0;
  for (let at = line.indexOf('%%'); at >= 0; at = line.indexOf('%%', from)) {
    const before = line.slice(from, at);
    quotes += before.split('"').length - 1;
    const isBehind = from === 0 ? /^\s*$|[()\]}]\s*$/.test(before) : /[()\]}]\s*$/.test(before);
    if (quotes % 2 === 0 && isBehind) return line.slice(0, at);
    from = at + 2;
  }
  return line;
}

/** What ends the item that begins with `id((` at the end of this line: the words come on the next one. */
function closingOf(line: string): string | null {
  const open = /^[^()[\]{}]*(\(\(|\[|\{\{|\()[^()[\]{}"]*$/.exec(line)?.[1];
  return open === undefined ? null : (CLOSING[open] ?? null);
}

const CLOSING: Readonly<Record<string, string>> = { '((': '))', '[': ']', '{{': '}}', '(': ')' };

function nodeOf(words: string): { id: string | undefined; text: string; shape: Shape | null; form: string | null } {
  const at = words.search(/[()[\]{}]/);
  if (at >= 0) {
    for (const [open, close, shape] of SHAPES) {
      if (!words.startsWith(open, at) || !words.endsWith(close) || words.length < at + open.length + close.length)
        continue;
      const inside = words.slice(at + open.length, words.length - close.length);
      const id = words.slice(0, at).trim();
      // A cloud and a bang have no shape of their own here.
      const form = open === ')' || open === '))' ? open : null;
      return { id: id === '' ? undefined : id, text: wordsOf(inside), shape, form };
    }
  }
  return { id: undefined, text: wordsOf(words), shape: null, form: null };
}

function wordsOf(inside: string): string {
  let text = inside.trim();
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"')) text = text.slice(1, -1);
  // Only words between backticks are Markdown there.
  const isMarkdown = text.length > 1 && text.startsWith('`') && text.endsWith('`');
  if (isMarkdown) text = text.slice(1, -1);
  const words = text
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/[#&](?:(\d{1,7})|([a-z]{2,5}));/g, (whole: string, code?: string, name?: string) =>
      code === undefined ? (ENTITIES[name ?? ''] ?? whole) : characterOf(Number(code)),
    )
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
  return isMarkdown ? words : markdownOfWords(words);
}

function keep(builder: DraftBuilder, words: string, reporter: Reporter): void {
  const item = builder.items.at(-1);
  if (item === undefined) return;
  const icon = /^::icon\(([^)]*)\)$/.exec(words)?.[1]?.trim();
  reporter.note(
    'kept',
    icon === undefined || icon === '' ? 'A class of the diagram.' : 'An icon of another set.',
    words,
  );
  const { attributes, elements } = unpackForeign(item.fields.foreign ?? null, 'mermaid');
  const foreign = packForeign({ format: 'mermaid', attributes, elements: [...elements, words] });
  if (foreign !== null) builder.amend({ ...item.fields, foreign });
}
