import { err, ok, type Result, tryUtf8Decode, utf8Encode } from '@bough/base';
import { FORMATS, type WritableFormat, writeFile } from '@bough/formats';
import { createLayout, type Layout } from '@bough/layout';
import { childrenOf, decodeMap, type ItemId, type MindMap, parseItemId } from '@bough/map';
import { type Bookmark, facesIn, paintPdf, type Paper } from '@bough/paint-pdf';
import { paintSvg, type SvgOptions } from '@bough/paint-svg';
import { createPalette, grow, type Rect } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';
import { cardOf } from './card.ts';
import { paintPng } from './paint-png.ts';

export type ExportFormat = 'svg' | 'png' | 'pdf' | WritableFormat;

/** One file to make. */
export interface RenderJob {
  /** A document as packages/map writes it, UTF-8. */
  readonly document: Uint8Array;
  readonly theme: 'light' | 'dark';
  /** All of the map, or what a card of it shows. */
  readonly part: 'whole' | 'card';
  readonly format: ExportFormat;
  /** Only this item and what is below it. */
  readonly branch?: string | null;
  /** Pixels of a PNG for each of the map's. */
  readonly scale?: number | null;
  readonly isTransparent?: boolean;
  readonly paper?: Paper | null;
}
export interface Rendered {
  readonly bytes: Uint8Array;
  readonly title: string;
  readonly extension: string;
  readonly mediaType: string;
}

/** The document as a file, placed and drawn as the screen would; or one sentence on what is wrong with the document. */
export async function render(job: RenderJob): Promise<Result<Rendered, string>> {
  const text = tryUtf8Decode(job.document);
  const map = text === null ? err('not UTF-8') : decodeMap(text);
  if (!map.ok) return err(map.error);
  const branch = job.branch === null || job.branch === undefined ? null : parseItemId(job.branch);
  const root = branch !== null && map.value.items.has(branch) ? branch : null;
  const { title } = map.value.settings;
  return ok({ title, ...(await fileOf(map.value, job, root)) });
}

async function fileOf(map: MindMap, job: RenderJob, branch: ItemId | null): Promise<Omit<Rendered, 'title'>> {
  const { format } = job;
  if (format !== 'svg' && format !== 'png' && format !== 'pdf') {
    const layout = format === 'vsdx' ? createLayout(map, createInterMeasurer()) : null;
    const placeOf = (key: string): Rect | null => {
      const id = parseItemId(key);
      return id === null ? null : (layout?.box(id) ?? null);
    };
    const { bytes } = writeFile(format, map, {
      ...(branch === null ? {} : { branch }),
      ...(layout === null ? {} : { placeOf }),
    });
    return { bytes, ...FORMATS[format] };
  }
  const layout = createLayout(map, createInterMeasurer());
  const title = map.settings.title === '' ? 'Mind map' : map.settings.title;
  const palette = createPalette(job.theme);
  const isTransparent = job.isTransparent === true;
  if (format === 'pdf') {
    const marks = bookmarksOf(map, layout);
    const order = marks.map(({ id }) => id);
    const options = { palette, title, isTransparent, order, bookmarks: marks, paper: job.paper ?? 'one' };
    const bytes = (await paintPdf(layout.scene, options)) ?? new Uint8Array();
    return { bytes, extension: 'pdf', mediaType: 'application/pdf' };
  }
  const svg = paintSvg(layout.scene, { palette, title, isTransparent, ...regionOf(map, layout, job, branch) }) ?? '';
  if (format === 'svg') return { bytes: utf8Encode(svg), extension: 'svg', mediaType: 'image/svg+xml; charset=utf-8' };
  const bytes = paintPng(svg, { faces: facesIn(layout.scene), scale: job.scale ?? 2 });
  return { bytes, extension: 'png', mediaType: 'image/png' };
}

const MARGIN = 40;
/** More lines than this are one grey blot on a card, and would make it as large as the map. */
const MOST_ON_CARD = 60;

function regionOf(
  map: MindMap,
  layout: Layout,
  { part }: RenderJob,
  branch: ItemId | null,
): Pick<SvgOptions, 'region' | 'mostGroups'> {
  if (part === 'card') return { region: cardOf(map, layout), mostGroups: MOST_ON_CARD };
  const bounds = branch === null ? null : layout.subtreeBounds(branch);
  return bounds === null ? {} : { region: grow(bounds, MARGIN) };
}

/** All items as somebody reads the map: each before its children, and those in their order. */
function bookmarksOf(map: MindMap, layout: Layout): (Bookmark & { readonly id: ItemId })[] {
  const bookmarks: (Bookmark & { readonly id: ItemId })[] = [];
  const work = childrenOf(map, null)
    .map((id) => ({ id, level: 1 }))
    .reverse();
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { id, level } = next;
    const box = layout.box(id);
    const title = map.items.get(id)?.text ?? '';
    if (box !== null) bookmarks.push({ id, title, level, x: box.x, y: box.y });
    for (const child of childrenOf(map, id).toReversed()) work.push({ id: child, level: level + 1 });
  }
  return bookmarks;
}
