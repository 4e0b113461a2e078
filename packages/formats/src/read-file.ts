import { err, ok, type Result } from '@bough/base';
import { readBough } from './bough/bough-json.ts';
import type { ReadableFormat } from './formats.ts';
import { readFreemind } from './freemind/read-freemind.ts';
import { readCanvas } from './json-canvas/read-canvas.ts';
import { readMarkdown } from './markdown/read-markdown.ts';
import { readMermaid } from './mermaid/read-mermaid.ts';
import { readOpml } from './opml/read-opml.ts';
import { readOutline } from './outline/read-outline.ts';
import { fileInArchive, withImages } from './shared/bundle.ts';
import { textOf } from './shared/text/bytes-to-text.ts';
import { tallyOf } from './shared/draft-of-map.ts';
import type { Draft } from './shared/draft.ts';
import { FILE_LIMITS } from './shared/limits.ts';
import { type Report, Reporter } from './shared/report.ts';
import { need, type RefusalReason, Unreadable } from './shared/unreadable.ts';
import { isZip, ZipReader } from './shared/zip.ts';
import { isXmind, readXmind } from './xmind/read-xmind.ts';

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
    return ok({ format, draft, report: { tally: tallyOf(draft), notes: reporter.notes() } });
  } catch (cause) {
    if (cause instanceof Unreadable) return err({ reason: cause.reason, message: cause.message });
    throw cause;
  }
}

function readAny(name: string, bytes: Uint8Array, reporter: Reporter): { format: ReadableFormat; draft: Draft } {
  if (isZip(bytes)) {
    const zip = new ZipReader(bytes);
    const inside = isXmind(zip) ? null : fileInArchive(zip);
    if (inside === null) return { format: 'xmind', draft: readXmind(bytes, reporter) };
    need(!isZip(inside.bytes), 'not-this-format', 'It is no file that Bough can read.');
    const { format, draft } = readAny(inside.name.toLowerCase(), inside.bytes, reporter);
    return { format, draft: withImages(draft, zip) };
  }
  need(!bytes.subarray(0, 4096).includes(0) || isUtf16(bytes), 'not-this-format', 'It is no file that Bough can read.');
  const source = textOf(bytes, reporter);
  const format = formatOf(name, source);
  switch (format) {
    case 'bough':
      return { format, draft: readBough(source, reporter) };
    case 'mm':
      return { format, draft: readFreemind(source, reporter) };
    case 'opml':
      return { format, draft: readOpml(source, reporter) };
    case 'mermaid':
      return { format, draft: readMermaid(source, reporter) };
    case 'canvas':
      return { format, draft: readCanvas(source, reporter) };
    case 'markdown':
      return { format, draft: readMarkdown(source, reporter) };
    case 'outline':
      return { format, draft: readOutline(source, reporter) };
  }
}

function isUtf16(bytes: Uint8Array): boolean {
  const [a = 0, b = 0] = bytes;
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0x3c && b === 0);
}

function formatOf(name: string, source: string): Exclude<ReadableFormat, 'xmind'> {
  const start = source.slice(0, 20_000).trimStart();
  if (start.startsWith('<')) {
    if (/<opml[\s>]/i.test(start)) return 'opml';
    need(/<map[\s>]/.test(start) || name.endsWith('.mm'), 'not-this-format', 'It is XML, but neither .mm nor OPML.');
    return 'mm';
  }
  if (start.startsWith('{')) return /^\{\s*"format"\s*:\s*"bough-map"/.test(start) ? 'bough' : 'canvas';
  if (/^(?:---\n[^]*?\n---\s*)?(?:%%[^\n]*\n\s*)*mindmap\b/.test(start) && !name.endsWith('.md')) return 'mermaid';
  if (/\.(?:md|markdown)$/.test(name)) return 'markdown';
  if (name.endsWith('.mmd')) return 'mermaid';
  return /^#{1,6} \S/m.test(start) ? 'markdown' : 'outline';
}
