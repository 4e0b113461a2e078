import { zstdDecompressSync } from 'node:zlib';
import { err, ok, type Result, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { ExportReport } from '@bough/contracts';
import { plainWords, type WritableFormat, writeFile } from '@bough/formats';
import type { Layout } from '@bough/layout';
import { childrenOf, decodeMap, type ItemId, type MindMap, parseItemId } from '@bough/map';
import {
  type Bookmark,
  embeddedFace,
  emojiShape,
  facesIn,
  type Han,
  Outliner,
  paintPdf,
  type Paper,
  textsIn,
} from '@bough/paint-pdf';
import { paintSvg, type SvgOptions } from '@bough/paint-svg';
import { createPalette, type Rect } from '@bough/scene';
import { hanOf } from '@bough/text';
import { originalOf } from '../making/originals.ts';
import { branchScene } from './branch-scene.ts';
import { cardOf, layOutForCard } from './card.ts';
import { languageOf } from './language.ts';
import { layOut } from './lay-out.ts';
import { tooManyFor } from './most-drawn.ts';
import { paintCard, paintPng } from './paint-png.ts';
import { pngSize } from './png-size.ts';
import { Pictures } from './pictures.ts';
import { NO_BRANCH, TOO_LARGE } from './refusals.ts';
import { notesOfFolded, reportOf, reportOfPicture, reportOfTooLarge } from './report.ts';
import { unfold } from './unfold.ts';

export type ExportFormat = 'svg' | 'png' | 'pdf' | WritableFormat;

/** One file to make. */
export interface RenderJob {
  /** A document as packages/map writes it, UTF-8. */
  readonly document: Uint8Array;
  /** How it is packed: `zstd`, or not at all. */
  readonly encoding?: string | null;
  readonly theme: 'light' | 'dark';
  /** All of the map, or what a card of it shows, or only what a file of all of it would not hold. */
  readonly part: 'whole' | 'card' | 'report';
  readonly format: ExportFormat;
  /** Only this item and what is below it. */
  readonly branch?: string | null;
  /** Pixels of a PNG for each of the map's. */
  readonly scale?: number | null;
  /** Tiles of a PNG that would have too many pixels for one. */
  readonly isTiled?: boolean;
  readonly isTransparent?: boolean;
  /** Words of an SVG as shapes, not as text with its faces. */
  readonly isOutlined?: boolean;
  readonly paper?: Paper | null;
  /** The whole map on one sheet of that paper. */
  readonly fit?: 'page' | null;
  /** Where the images of a Markdown file stand. */
  readonly imagesAs?: 'files' | 'data' | null;
  /** The bytes of images, by what the map calls them. */
  readonly images?: ReadonlyMap<string, Uint8Array>;
}
export interface Rendered {
  readonly bytes: Uint8Array;
  readonly title: string;
  readonly extension: string;
  readonly mediaType: string;
  /** What of the map it does not hold. */
  readonly report: ExportReport;
}

/** Asked in the midst of the work, and waited for: whether nobody wants it any more. */
export type IsStopped = () => Promise<boolean>;

/** The document as a file, placed and drawn as the screen would, or one sentence on what is wrong with the document; null when it was stopped. */
export async function render(job: RenderJob, isStopped: IsStopped): Promise<Result<Rendered, string> | null> {
  const text = tryUtf8Decode(unpacked(job));
  const map = text === null ? err('not UTF-8') : decodeMap(text);
  if (!map.ok) return err(map.error);
  const branch = job.branch === null || job.branch === undefined ? null : parseItemId(job.branch);
  if (typeof job.branch === 'string' && (branch === null || !map.value.items.has(branch))) return err(NO_BRANCH);
  const { title } = map.value.settings;
  const tooLarge = job.part === 'card' ? null : tooManyFor(map.value, { format: job.format, branch });
  if (tooLarge !== null) {
    const report = reportOfTooLarge(map.value, branch, tooLarge);
    const nothing = { bytes: new Uint8Array(), extension: job.format, mediaType: '' };
    return job.part === 'report' ? ok({ title, ...nothing, report }) : err(TOO_LARGE);
  }
  const file = await fileOf(map.value, job, { branch, isStopped });
  return file === null ? null : ok({ title, ...file });
}

function unpacked({ document, encoding }: RenderJob): Uint8Array {
  return encoding === 'zstd' ? zstdDecompressSync(document, { maxOutputLength: MOST_BYTES }) : document;
}

/** Of a document, unpacked. */
const MOST_BYTES = 1024 * 1024 * 1024;

async function fileOf(
  map: MindMap,
  job: RenderJob,
  { branch, isStopped }: { readonly branch: ItemId | null; readonly isStopped: IsStopped },
): Promise<Omit<Rendered, 'title'> | null> {
  const { format } = job;
  if (await isStopped()) return null;
  if (format !== 'svg' && format !== 'png' && format !== 'pdf') return await otherFile(map, format, job, branch);
  const layout = await (job.part === 'card' ? layOutForCard(map) : layOut(map));
  const scene = branch === null ? layout.scene : branchScene(map, layout, branch);
  const look = {
    title: map.settings.title === '' ? 'Mind map' : map.settings.title,
    palette: createPalette(job.theme),
    isTransparent: job.isTransparent === true,
    han: hanOf(Array.from(map.items.values(), ({ text }) => text)),
  };
  if (job.part === 'card' && format === 'png') return await cardFile(map, layout, { ...look, isStopped });
  const size = format === 'png' ? pngSize(scene, { scale: job.scale ?? 2, isTiled: job.isTiled === true }) : null;
  const isThere = (source: string): boolean =>
    job.part === 'report' ? source.startsWith('asset:') : job.images?.has(source) === true;
  const fonts = format === 'svg' && job.part !== 'card' && job.isOutlined !== true ? fontsOf(scene, look.han) : [];
  const pictured = { format, branch, isThere, fonts, size };
  const report = job.part === 'card' ? NO_REPORT : reportOfPicture(map, pictured);
  if (job.part === 'report') return { bytes: new Uint8Array(), extension: format, mediaType: '', report };
  const pictures = await Pictures.of(scene, job.images ?? new Map());
  if (await isStopped()) return null;
  if (format === 'pdf') {
    const marks = bookmarksOf(map, layout, branch);
    const order = marks.map(({ id }) => id);
    const sheets = { paper: job.paper ?? 'one', isOnOneSheet: job.fit === 'page' };
    const image = (source: string): Uint8Array | null => pictures.bytes(source);
    const language = languageOf(Array.from(map.items.values(), ({ text }) => text));
    const bytes = await paintPdf(scene, {
      ...look,
      ...sheets,
      language,
      image,
      order,
      bookmarks: marks,
      isCancelled: isStopped,
    });
    return bytes === null ? null : { bytes, extension: 'pdf', mediaType: 'application/pdf', report };
  }
  if (format === 'png') {
    const wish = { ...look, scale: job.scale ?? 2, isTiled: job.isTiled === true, pictures, isStopped };
    const file = await paintPng(scene, wish);
    return file === null ? null : { ...file, report };
  }
  // A card is a picture on a page that has its own faces; a file goes to where there may be none.
  const part =
    job.part === 'card'
      ? { region: cardOf(map, layout), mostGroups: MOST_ON_CARD }
      : job.isOutlined === true
        ? outlinedBy(new Outliner(look))
        : { faces: Array.from(textsIn(scene, look.han), ([face, texts]) => embeddedFace(face, texts)) };
  const svg =
    paintSvg(scene, { ...look, ...part, emoji: emojiShape, image: (source) => pictures.address(source) }) ?? '';
  return { bytes: utf8Encode(svg), extension: 'svg', mediaType: 'image/svg+xml; charset=utf-8', report };
}

/** What a card shows, as pixels. */
async function cardFile(
  map: MindMap,
  layout: Layout,
  options: Pick<Parameters<typeof paintCard>[1], 'palette' | 'isTransparent' | 'han' | 'isStopped'>,
): Promise<Omit<Rendered, 'title'> | null> {
  const pictures = await Pictures.of(layout.scene, new Map());
  const card = { ...options, pictures, region: cardOf(map, layout), width: CARD_PIXELS };
  const bytes = await paintCard(layout.scene, card);
  return bytes === null ? null : { bytes, extension: 'png', mediaType: 'image/png', report: NO_REPORT };
}

/** The families in which its words are set. */
function fontsOf(scene: Layout['scene'], han: Han): readonly string[] {
  return [...new Set(facesIn(scene, han).map(({ family }) => family))].sort();
}

/** Of a card, which nobody saves. */
const NO_REPORT = reportOf({ tally: { items: 0, roots: 0, links: 0, notes: 0, icons: 0, images: 0 }, notes: [] });

function outlinedBy(outliner: Outliner): Pick<SvgOptions, 'outlined'> {
  return { outlined: (run) => outliner.outlined(run) };
}

/** Pixels of a card's width as a PNG: twice those that an email shows it with. */
const CARD_PIXELS = 864;

/** More lines than this are one grey blot on a card, and would make it as large as the map. */
const MOST_ON_CARD = 60;

async function otherFile(
  map: MindMap,
  format: WritableFormat,
  { images, imagesAs, part }: RenderJob,
  branch: ItemId | null,
): Promise<Omit<Rendered, 'title'>> {
  const unfolded = format === 'vsdx' ? notesOfFolded(map, branch) : [];
  if (format === 'vsdx') unfold(map);
  // In Freeplane further roots stand where the screen has them.
  const hasFurtherRoots = format === 'mm' && branch === null && childrenOf(map, null).length > 1;
  const isPlaced = part !== 'report' && (format === 'vsdx' || hasFurtherRoots);
  const layout = isPlaced ? await layOut(map) : null;
  const placeOf = (key: string): Rect | null => {
    const id = parseItemId(key);
    return id === null ? null : (layout?.box(id) ?? null);
  };
  const { bytes, extension, mediaType, report } = writeFile(format, map, {
    ...(branch === null ? {} : { branch }),
    ...(layout === null ? {} : { placeOf }),
    ...(imagesAs === null || imagesAs === undefined ? {} : { imagesAs }),
    fileOf: (source) => {
      const kept = part === 'report' && source.startsWith('asset:') ? ANY_IMAGE : images?.get(source);
      const original = images?.get(originalOf(source));
      return kept === undefined ? null : { name: fileNameOf(source, kept), bytes: kept, original };
    },
  });
  return { bytes, extension, mediaType, report: reportOf({ ...report, notes: [...unfolded, ...report.notes] }) };
}

/** Stands for an image that a file would hold, where only its report is wanted. */
const ANY_IMAGE = new Uint8Array([0x89]);

/** What an image is called in an archive: its hash, and the ending that programs go by. */
function fileNameOf(source: string, bytes: Uint8Array): string {
  const ending = bytes[0] === 0xff ? 'jpg' : bytes[0] === 0x89 ? 'png' : 'webp';
  return `${source.replace(/^asset:/, '')}.${ending}`;
}

/** All items as somebody reads the map, or one branch of it: each before its children, and those in their order. */
function bookmarksOf(map: MindMap, layout: Layout, branch: ItemId | null): (Bookmark & { readonly id: ItemId })[] {
  const bookmarks: (Bookmark & { readonly id: ItemId })[] = [];
  const work = (branch === null ? childrenOf(map, null) : [branch]).map((id) => ({ id, level: 1 })).reverse();
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { id, level } = next;
    const box = layout.box(id);
    const title = plainWords(map.items.get(id)?.text ?? '').replaceAll('\n', ' ');
    if (box !== null) bookmarks.push({ id, title, level, x: box.x, y: box.y });
    for (const child of childrenOf(map, id).toReversed()) work.push({ id: child, level: level + 1 });
  }
  return bookmarks;
}
