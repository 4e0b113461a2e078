import { err, ok, type Result } from '@bough/base';
import { readBough } from './bough/bough-json.ts';
import { readDrawio } from './drawio/read-drawio.ts';
import { readExcalidraw } from './excalidraw/read-excalidraw.ts';
import { formatOfText } from './format-of-text.ts';
import type { ReadableFormat } from './formats.ts';
import { readFreemind } from './freemind/read-freemind.ts';
import { readHtml } from './html/read-html.ts';
import { readCanvas } from './json-canvas/read-canvas.ts';
import { readKityminder } from './kityminder/read-kityminder.ts';
import { readMarkdown } from './markdown/read-markdown.ts';
import { readMindmanager } from './mindmanager/read-mindmanager.ts';
import { readMermaid } from './mermaid/read-mermaid.ts';
import { readOpml } from './opml/read-opml.ts';
import { readOrg } from './org/read-org.ts';
import { readOutline } from './outline/read-outline.ts';
import { readPlantuml } from './plantuml/read-plantuml.ts';
import { fileInArchive, withImages } from './shared/bundle.ts';
import { withoutForbidden } from './shared/text/characters.ts';
import { isUtf32, textOf } from './shared/text/bytes-to-text.ts';
import { tallyOf } from './shared/draft-of-map.ts';
import type { Draft } from './shared/draft.ts';
import { type FilesBeside, NOTHING_BESIDE } from './shared/files-beside.ts';
import { FILE_LIMITS } from './shared/limits.ts';
import { withOriginals } from './shared/originals.ts';
import { type Report, Reporter } from './shared/report.ts';
import { need, type RefusalReason, Unreadable } from './shared/unreadable.ts';
import { isZip, ZipReader } from './shared/zip.ts';
import { readCsv } from './table/read-csv.ts';
import { isVsdx, readVsdx } from './visio/read-vsdx.ts';
import { readXmind, readXmindXml } from './xmind/read-xmind.ts';

/** What a file turned out to be and to hold. */
export interface FileRead {
  readonly format: ReadableFormat;
  readonly draft: Draft;
  readonly report: Report;
}

/** Why a file was not read, in one sentence for the person whose file it is. */
export interface FileRefusal {
  readonly reason: RefusalReason;
  readonly message: string;
}

/** Reads any file that Bough knows, by what stands in it first and by its name where that says nothing. Never throws. */
export function readFile(name: string, bytes: Uint8Array): Result<FileRead, FileRefusal> {
  const reporter = new Reporter();
  try {
    need(bytes.length > 0, 'empty', 'The file is empty.');
    need(bytes.length <= FILE_LIMITS.bytes, 'too-large', 'The file is larger than 64 MB.');
    const { format, draft } = readAny(name.toLowerCase(), bytes, reporter);
    need(draft.items.length > 0, 'empty', 'There is nothing in it.');
    return ok({ format, draft: readable(draft, reporter), report: { tally: tallyOf(draft), notes: reporter.notes() } });
  } catch (cause) {
    if (cause instanceof Unreadable) return err({ reason: cause.reason, message: cause.message });
    throw cause;
  }
}

interface Read {
  readonly format: ReadableFormat;
  readonly draft: Draft;
}

function readAny(name: string, bytes: Uint8Array, reporter: Reporter, beside = NOTHING_BESIDE): Read {
  if (isZip(bytes)) {
    const zip = new ZipReader(bytes);
    const read = readArchive(zip, reporter);
    if (read.format !== 'vsdx' && read.format !== 'mindmanager') tellUnread(zip, reporter);
    return read;
  }
  const isWide = isUtf16(bytes) || isUtf32(bytes);
  need(isWide || !bytes.subarray(0, LOOKED_AT).includes(0), 'not-this-format', NO_FILE);
  need(!HEADS.test(String.fromCharCode(...bytes.subarray(0, 8))), 'not-this-format', NO_FILE);
  const source = inLines(textOf(bytes, reporter));
  need(!source.slice(0, LOOKED_AT).includes('\0'), 'not-this-format', NO_FILE);
  const format = formatOfText(name, source);
  const text = BY_LINE.has(format) ? source.replaceAll(/[\u2028\u2029]/g, ' ') : source;
  return { format, draft: READERS[format](text, reporter, beside) };
}

/** JSON can bring characters that no text has and no XML may hold: a file that Bough writes of them could be read nowhere. */
function readable(draft: Draft, reporter: Reporter): Draft {
  const clean = (text: string): string => {
    const without = withoutForbidden(text);
    if (without !== text) reporter.note('lost', 'Characters that no text may hold.', without);
    return without;
  };
  const items = draft.items.map((item): Draft['items'][number] => {
    const { text, note } = item.fields;
    const fields = { ...item.fields, text: clean(text), ...(note === undefined ? {} : { note: clean(note) }) };
    return fields.text === text && fields.note === note ? item : { ...item, fields };
  });
  const links = draft.links.map((link) => ({ ...link, label: clean(link.label) }));
  const { title } = draft.settings;
  return {
    ...draft,
    items,
    links,
    ...(title === undefined ? {} : { settings: { ...draft.settings, title: clean(title) } }),
  };
}

/** What stands in an archive beside a map and means nothing without the program that wrote it. */
const QUIET =
  /^(?:content\.xml|metadata\.json|manifest\.(?:json|xml)|meta\.xml|styles\.xml|mimetype|META-INF\/.*|Thumbnails\/.*|Revisions\/.*|__MACOSX\/.*|(?:.*\/)?(?:\.DS_Store|Thumbs\.db|\._[^/]*))$/;

/** Files that nothing in the map shows: attachments, recordings, comments, images of nobody. */
function tellUnread(zip: ZipReader, reporter: Reporter): void {
  for (const name of zip.unread()) if (!QUIET.test(name)) reporter.note('lost', 'A file in the archive.', name);
}

const NO_FILE = 'It is no file that Bough can read.';
const LOOKED_AT = 4096;
/** What pictures, packed files and programs begin with: most have a NUL soon, and all are no words. */
const HEADS = /^(?:\u0089PNG|GIF8[79]a|\u00ff\u00d8\u00ff|\u007fELF|\u001f\u008b)/; // eslint-disable-line no-control-regex

/** Old programs end lines in their own way. */
function inLines(text: string): string {
  return text.includes('\n') ? text : text.replaceAll('\r', '\n');
}

/** What is read line by line: separators that end none there are blanks. */
const BY_LINE: ReadonlySet<ReadableFormat> = new Set(['markdown', 'outline', 'mermaid', 'org', 'plantuml']);

function readArchive(zip: ZipReader, reporter: Reporter): Read {
  const kind = kindOfArchive(zip.names());
  if (kind === 'xmind') return { format: kind, draft: withOriginals(readXmind(zip, reporter), zip) };
  if (kind === 'mindmanager') {
    const document = textOf(zip.read(MINDMANAGER_DOCUMENT) ?? new Uint8Array(), reporter);
    return { format: kind, draft: readMindmanager(document, reporter, (name) => zip.read(name)) };
  }
  if (kind === 'vsdx') return { format: kind, draft: readVsdx(zip, reporter) };
  const inside = fileInArchive(zip);
  need(inside !== null, 'not-this-format', 'It is an archive, and there is no map in it that Bough can read.');
  need(!isZip(inside.bytes), 'not-this-format', NO_FILE);
  const folder = inside.name.slice(0, inside.name.lastIndexOf('/') + 1);
  const beside: FilesBeside = (path) => zip.read(folder + path);
  const { format, draft } = readAny(inside.name.toLowerCase(), inside.bytes, reporter, beside);
  return { format, draft: withOriginals(withImages(draft, zip), zip) };
}

const MINDMANAGER_DOCUMENT = 'Document.xml';

/** Which program's own archive it is; null for one that only holds a file and its images. What is an archive of a program that is not read is refused by name. */
function kindOfArchive(names: readonly string[]): 'xmind' | 'mindmanager' | 'vsdx' | null {
  const has = (...wanted: readonly string[]): boolean => wanted.some((name) => names.includes(name));
  if (has('content.json', 'content.xml') && !has('mimetype')) return 'xmind';
  if (has(MINDMANAGER_DOCUMENT)) return 'mindmanager';
  if (isVsdx(names)) return 'vsdx';
  const office = OFFICE.find(([part]) => has(part))?.[1];
  need(office === undefined, 'not-this-format', office ?? '');
  return has('content.json', 'content.xml') ? 'xmind' : null;
}

/** What stands in archives of documents that are no mind maps. */
const OFFICE: readonly (readonly [string, string])[] = [
  ['word/document.xml', 'It is a Word document. Save its outline as HTML or plain text first.'],
  ['xl/workbook.xml', 'It is an Excel workbook. Save its sheet as CSV first.'],
  ['ppt/presentation.xml', 'It is a PowerPoint presentation.'],
  ['mimetype', 'It is an OpenDocument file or a book (EPUB), and no mind map.'],
];

type Reader = (source: string, reporter: Reporter, beside: FilesBeside) => Draft;
/** Each format that is a text, read. Another one is added here, and known by its text in `format-of-text.ts`. */
const READERS: Readonly<Record<Exclude<ReadableFormat, 'vsdx'>, Reader>> = {
  bough: readBough,
  mm: readFreemind,
  opml: readOpml,
  xmind: readXmindXml,
  markdown: readMarkdown,
  outline: readOutline,
  mermaid: readMermaid,
  canvas: readCanvas,
  mindmanager: readMindmanager,
  html: readHtml,
  drawio: readDrawio,
  excalidraw: readExcalidraw,
  kityminder: readKityminder,
  org: readOrg,
  plantuml: readPlantuml,
  csv: readCsv,
};

function isUtf16(bytes: Uint8Array): boolean {
  const [a = 0, b = 0] = bytes;
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0x3c && b === 0);
}
