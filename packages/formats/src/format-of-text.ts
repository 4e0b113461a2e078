import { isRecord, tryJson } from '@bough/base';
import { isExcalidraw } from './excalidraw/read-excalidraw.ts';
import type { ReadableFormat } from './formats.ts';
import { isKityminder } from './kityminder/read-kityminder.ts';
import { rootNameOf } from './shared/xml/root-name.ts';
import { isTableOfTree } from './table/read-csv.ts';
import { need } from './shared/unreadable.ts';

// Which format a text is: by its first element, by the members of its object, by its first line. Its name counts only where the text says
// nothing. What is clearly a file of something else is refused by name, and never taken for lines of an outline.

/** Formats that are a text. */
type TextFormat = Exclude<ReadableFormat, 'vsdx'>;

/** As much of a text as is looked at. */
const START = 20_000;

/** The format of a file that is a text. */
export function formatOfText(name: string, source: string): TextFormat {
  const start = source.slice(0, START).trimStart();
  if (isMarkup(name, start)) return formatOfMarkup(name, start);
  if (start.startsWith('{') && !start.startsWith('{\\rtf')) return formatOfJson(source);
  need(start.trimEnd() !== 'null', 'not-this-format', 'There is nothing in it but the word null.');
  need(!start.startsWith('[') || !Array.isArray(tryJson(source)), 'not-this-format', OTHER_JSON);
  refuseOthers(start);
  need(
    !/^```compressed-json$/m.test(source),
    'not-this-format',
    'It is a packed drawing of Excalidraw. Export it as .excalidraw first.',
  );
  need(!isScalar(name, source), 'not-this-format', OTHER_JSON);
  if (/^(?:---\n[^]*?\n---\s*)?(?:%%[^\n]*\n\s*)*mindmap[ \t\r]*(?:%%[^\n]*)?\n/.test(start)) return 'mermaid';
  const diagram = diagramOf(name, start);
  if (diagram === 'mindmap' || diagram === 'wbs') return 'plantuml';
  need(diagram === null, 'not-this-format', 'It is a PlantUML diagram, and no mindmap.');
  if (/\.(?:md|markdown)$/.test(name)) return 'markdown';
  if (name.endsWith('.mmd')) return 'mermaid';
  if (isOrg(start) || name.endsWith('.org')) return 'org';
  if (/\.(?:csv|tsv)$/.test(name) || isTableOfTree(start)) return 'csv';
  return /^#{1,6} \S/m.test(start) ? 'markdown' : 'outline';
}

/** Texts that may have a line of any kind in them. */
const DOCUMENTS = /\.(?:md|markdown|org|csv|tsv|txt)$/;

/** Which of PlantUML's diagrams the text is; null for none. In a document one counts where it is the beginning, or all there is. */
function diagramOf(name: string, start: string): string | null {
  const around = withoutBlocks(start);
  const text = around.trim() === '' ? start : around;
  const isAnywhere = !DOCUMENTS.test(name) || text !== around;
  for (const line of text.split('\n')) {
    const kind = /^[ \t]*@start(\w+)/.exec(line)?.[1];
    if (kind !== undefined) return kind;
    // Comments of PlantUML may stand before it.
    if (!isAnywhere && !/^\s*(?:'|$)/.test(line)) return null;
  }
  return null;
}

/** The text without what stands between fences, or in Org's blocks. */
function withoutBlocks(text: string): string {
  const lines: string[] = [];
  let end: string | null = null;
  for (const line of text.split('\n')) {
    const mark = /^\s*(```|~~~|#\+(?:begin|end)_)/i.exec(line)?.[1]?.toLowerCase();
    if (end === null && mark === undefined) lines.push(line);
    else if (end === null) end = mark === '#+begin_' ? '#+end_' : (mark ?? null);
    else if (mark === end) end = null;
  }
  return lines.join('\n');
}

/** Org has its keywords at the beginning, or headlines one star deeper than others. */
function isOrg(start: string): boolean {
  if (/^(?:#\+[A-Za-z_]+:.*\n\s*)+\*+ /.test(start)) return true;
  return /^\*{2,10} \S/m.test(start) && /^\* \S/m.test(start) && !/^(?:#{1,6} |```)/m.test(start);
}

/** The formats by their document's element, in lower case and without what stands before its colon. */
const ROOTS: Readonly<Record<string, TextFormat>> = {
  opml: 'opml',
  map: 'mm',
  'xmap-content': 'xmind',
  mxfile: 'drawio',
  mxgraphmodel: 'drawio',
};

/** What a web page, or a piece of one, begins with. */
const PAGES = new Set(['html', 'head', 'body', 'meta', 'title', 'main', 'article', 'section', 'div', 'span', 'p', 'ul', 'ol', 'dl', 'details', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'a', 'b', 'table', 'center', 'img']); // prettier-ignore

/** Whether it begins with an element. A comment may stand before a document too, and an arrow or a heart begins a line. */
function isMarkup(name: string, start: string): boolean {
  if (!start.startsWith('<')) return false;
  if (/\.(?:mm|opml|xml|html?)$/.test(name)) return true;
  const comments = /^(?:<!--[^]*?-->\s*)+/.exec(start)?.[0] ?? '';
  return /^<(?:[A-Za-z_!?]|$)/.test(start.slice(comments.length));
}

function formatOfMarkup(name: string, start: string): TextFormat {
  // MindManager's root is a Map too, in a namespace.
  if (/^[^]{0,2000}?<(?:\w+:)?Map\s[^>]*schemas\.mindjet\.com/.test(start)) return 'mindmanager';
  const root = rootNameOf(start);
  const known = root === null ? undefined : ROOTS[root];
  if (known !== undefined) return known;
  if (root !== null && PAGES.has(root)) {
    // Documents in Markdown often begin with a centred picture.
    const isMarkdown = /\.(?:md|markdown)$/.test(name) && /^(?:#{1,6} |[-*] |\d+\. )/m.test(start);
    return isMarkdown ? 'markdown' : 'html';
  }
  // What stands before the element of a damaged file is mended by its reader.
  if (/<opml[\s>]/i.test(start)) return 'opml';
  need(/<map[\s>]/.test(start) || name.endsWith('.mm'), 'not-this-format', 'It is XML of a kind that is not read.');
  return 'mm';
}

/** JSON of one value, in a file whose name says that it is JSON: anywhere else a number is a line. */
function isScalar(name: string, source: string): boolean {
  return /\.(?:json|canvas|km|excalidraw)$/.test(name) && tryJson(source) !== undefined;
}

const OTHER_JSON = 'It is JSON of a kind that is not read.';

function formatOfJson(source: string): TextFormat {
  if (/^\s*\{\s*"format"\s*:\s*"bough-map"/.test(source)) return 'bough';
  const value = tryJson(source);
  need(isRecord(value), 'not-this-format', 'It is damaged: a part of its JSON is missing or wrong.');
  if (isKityminder(value)) return 'kityminder';
  if (isExcalidraw(value)) return 'excalidraw';
  need(Array.isArray(value['nodes']) || Array.isArray(value['edges']), 'not-this-format', OTHER_JSON);
  return 'canvas';
}

const A_DIAGRAM = 'It is a Mermaid diagram, and no mindmap.';

/** What texts begin with that are no mind maps, and what they are. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-|^%!PS/, 'It is a document for printing, and its words have no order to read.'],
  [/^\{\\rtf/, 'It is a rich text file (RTF). Save it as plain text, HTML or Markdown first.'],
  [/^BEGIN:V(?:CALENDAR|CARD)/, 'It is a calendar or a list of contacts.'],
  [/^\\documentclass|^\\begin\{/, 'It is a LaTeX document.'],
  [
    /^(?:%%[^\n]*\n\s*)*(?:(?:flowchart|graph)(?:\s+(?:TB|TD|BT|RL|LR)\b|\s*\n)|(?:sequenceDiagram|classDiagram|stateDiagram|erDiagram|gitGraph|quadrantChart)\b[^\n]*\n)/,
    A_DIAGRAM,
  ],
  // These are words too: the diagrams have a title, a section, or a colon behind something.
  [/^(?:gantt|journey|timeline)[ \t\r]*\n[^]*?(?:^[ \t]*(?:title|section)[ \t]|[^\s:][ \t]?:)/m, A_DIAGRAM],
];

function refuseOthers(start: string): void {
  const other = OTHERS.find(([pattern]) => pattern.test(start));
  need(other === undefined, 'not-this-format', other?.[1] ?? '');
}
