import { unreachable, utf8Encode } from '@bough/base';
import type { ItemId, MindMap } from '@bough/map';
import { writeBough } from './bough/bough-json.ts';
import { type FormatFacts, FORMATS, type WritableFormat } from './formats.ts';
import { writeFreemind } from './freemind/write-freemind.ts';
import { writeHtml } from './html/write-html.ts';
import { writeCanvas } from './json-canvas/write-canvas.ts';
import { writeKityminder } from './kityminder/write-kityminder.ts';
import { writeMarkdown } from './markdown/write-markdown.ts';
import { writeMermaid } from './mermaid/write-mermaid.ts';
import { writeOpml } from './opml/write-opml.ts';
import { writeDocx } from './office/write-docx.ts';
import { writePptx } from './office/write-pptx.ts';
import { writeOrg } from './org/write-org.ts';
import { writeOutline } from './outline/write-outline.ts';
import { writePlantuml } from './plantuml/write-plantuml.ts';
import { type FileOf, ImageFolder, type ImagesAs } from './shared/bundle.ts';
import { draftOf, tallyOf } from './shared/draft-of-map.ts';
import { type Report, Reporter } from './shared/report.ts';
import { noteMissingImages, noteUnshown } from './shared/unwritten.ts';
import { writeCsv } from './table/write-csv.ts';
import { type Placed, writeVsdx } from './visio/write-vsdx.ts';
import { writeXmind } from './xmind/write-xmind.ts';

/** What a writer may want to know beside the map. */
export interface WriteOptions {
  /** Only the branch below this item, itself included. */
  readonly branch?: ItemId;
  /** Bytes for the images of the map; without it they are named only. */
  readonly fileOf?: FileOf;
  /** Where the images of a Markdown file stand; in an archive beside it when it is not said. */
  readonly imagesAs?: ImagesAs;
  /** Where the screen shows an item. */
  readonly placeOf?: (key: string) => Placed | null;
}

export interface FileWritten extends FormatFacts {
  readonly bytes: Uint8Array;
  readonly report: Report;
}

/** Formats that name images and hold none: the file and its images are one archive. */
const IN_ARCHIVE: ReadonlySet<WritableFormat> = new Set(['bough', 'mm', 'freemind', 'coggle', 'markdown']);
/** Formats whose readers miss an image that is not there; Markdown says so itself. */
const HOLDING_IMAGES: ReadonlySet<WritableFormat> = new Set(['bough', 'mm', 'freemind', 'coggle', 'xmind']);
const ARCHIVE: FormatFacts = { extension: 'zip', mediaType: 'application/zip' };

/** The map as a file of the format, with the report of what the format could not hold. */
export function writeFile(format: WritableFormat, map: MindMap, options: WriteOptions = {}): FileWritten {
  const reporter = new Reporter();
  const draft = draftOf(map, options.branch ?? null);
  const fileOf = options.fileOf ?? (() => null);
  const imagesAs = format === 'markdown' ? (options.imagesAs ?? 'files') : 'files';
  const images = new ImageFolder(draft, IN_ARCHIVE.has(format) ? fileOf : () => null, imagesAs);
  const written = write();
  noteUnshown(format, { map, draft }, reporter);
  if (HOLDING_IMAGES.has(format)) noteMissingImages(draft, (source) => fileOf(source) !== null, reporter);
  const report = { tally: tallyOf(draft), notes: reporter.notes() };
  const { extension, mediaType } = FORMATS[format];
  const bytes = typeof written === 'string' ? utf8Encode(written) : written;
  if (images.isEmpty) return { extension, mediaType, bytes, report };
  return { ...ARCHIVE, bytes: images.around(`map.${extension}`, bytes), report };

  function write(): string | Uint8Array {
    switch (format) {
      case 'bough':
        return writeBough(map);
      case 'mm':
        return writeFreemind(draft, { dialect: 'freeplane', reporter, placeOf: options.placeOf, images });
      case 'freemind':
      case 'coggle':
        return writeFreemind(draft, { dialect: format, reporter, images });
      case 'opml':
        return writeOpml(draft);
      case 'xmind':
        return writeXmind(draft, fileOf, reporter);
      case 'markdown':
        return writeMarkdown(draft, reporter, images);
      case 'outline':
        return writeOutline(draft, reporter);
      case 'mermaid':
        return writeMermaid(draft, reporter);
      case 'canvas':
        return writeCanvas(draft);
      case 'kityminder':
        return writeKityminder(draft, fileOf, reporter);
      case 'html':
        return writeHtml(draft, fileOf, reporter);
      case 'docx':
        return writeDocx(draft, fileOf, reporter);
      case 'pptx':
        return writePptx(draft, reporter);
      case 'org':
        return writeOrg(draft, reporter);
      case 'plantuml':
        return writePlantuml(draft, reporter);
      case 'csv':
        return writeCsv(draft);
      case 'vsdx':
        return writeVsdx(draft, options.placeOf ?? null, reporter);
      default:
        return unreachable(format);
    }
  }
}
