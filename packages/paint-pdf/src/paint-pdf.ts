import { once } from 'node:events';
import { type Command, type PlacedGroup, polyline, type Rect, type Scene, touches } from '@bough/scene';
import PdfDocument from 'pdfkit';
import { Content } from './content.ts';
import { shippedFonts } from './fonts/font-shelf.ts';
import type { Bookmark, PdfOptions } from './pdf-options.ts';
import { type DrawnLink, Pen } from './pen.ts';
import { isDrawnOn, type Sheet, sheetsOf } from './sheets.ts';
import { sayStandards } from './standards.ts';
import { Written } from './written.ts';

const EMPTY: Rect = { x: 0, y: 0, width: 320, height: 200 };
const MARGIN = 40;
const BOOKMARK_LEVELS = 6;

/** The whole scene as a PDF; null when it was cancelled. */
export async function paintPdf(scene: Scene, options: PdfOptions): Promise<Uint8Array | null> {
  const bounds = scene.bounds() ?? EMPTY;
  const paper = options.paper ?? 'one';
  const isTiled = paper !== 'one' && options.isOnOneSheet !== true;
  const words = isTiled ? wordsOf(scene, bounds) : [];
  const all = sheetsOf(bounds, paper, isTiled ? 0 : (options.margin ?? MARGIN), options.isOnOneSheet, words);
  const sheets = all.length === 1 ? all : all.filter((sheet) => isUsed(scene, sheet));
  const document = new PdfDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: options.language ?? 'und',
    font: '',
    info: { Title: options.title, Creator: 'Bough', Producer: 'Bough' },
  });
  sayStandards(document);
  const written = new Written(document);
  const content = new Content(document);
  const pen = new Pen(document, content, { ...options, shelf: shippedFonts(), han: options.han ?? 'sc' });
  const root = document.struct('Document');
  document.addStructure(root);
  for (const [at, sheet] of sheets.entries()) {
    document.addPage({ size: [sheet.width, sheet.height], margin: 0 });
    const label = `${at + 1} of ${sheets.length}`;
    if (!(await paintSheet({ document, content, pen, root, options, label }, scene, sheet))) return null;
    content.endPage();
  }
  root.end();
  addBookmarks(document, sheets, options.bookmarks ?? []);
  // Some images are unpacked beside.
  const ended = once(document.resume(), 'end');
  document.end();
  await ended;
  return written.bytes();
}

type Document = InstanceType<typeof PdfDocument>;

interface Work {
  readonly document: Document;
  readonly content: Content;
  readonly pen: Pen;
  readonly root: PDFKit.PDFStructureElement;
  readonly options: PdfOptions;
  /** Which of the sheets it is. */
  readonly label: string;
}

/** False when nobody waits any more. */
async function paintSheet(
  { document, content, pen, root, options, label }: Work,
  scene: Scene,
  sheet: Sheet,
): Promise<boolean> {
  const { part, inset, scale, width, height } = sheet;
  document.markContent('Artifact', { type: 'Layout' });
  if (options.isTransparent !== true && inset === 0) {
    content.fillIn(options.palette.resolve('paper'));
    content.fillRect(0, 0, width, height);
  }
  if (inset > 0) marks(content, pen, sheet, label);
  document.endMarkedContent();
  document.save();
  if (inset > 0) document.rect(inset, inset, part.width * scale, part.height * scale).clip();
  document.translate(inset, inset).scale(scale).translate(-part.x, -part.y);
  const groups = scene.visible(part);
  document.markContent('Artifact', { type: 'Layout' });
  for (const placed of groups) for (const command of placed.group.under) pen.draw(command, placed);
  document.endMarkedContent();
  for (const placed of inOrder(groups, options.order ?? [])) {
    if ((await options.isCancelled?.()) === true) return false;
    const drawn =
      inset > 0 ? placed.group.commands.filter((each) => isHere(each, placed, sheet)) : placed.group.commands;
    if (drawn.length === 0) continue;
    const paragraph = document.struct('P');
    root.add(paragraph);
    paragraph.add(() => drawn.forEach((command) => pen.draw(command, placed)));
    for (const link of pen.takeLinks()) addLink(document, paragraph, link);
    paragraph.end();
  }
  document.restore();
  return true;
}

/** Where all words of the scene stand, a line of an item each. */
function wordsOf(scene: Scene, bounds: Rect): Rect[] {
  return scene
    .visible(bounds)
    .flatMap((placed) =>
      placed.group.commands.filter(({ kind }) => kind === 'text').map((command) => boundsOf(command, placed)),
    );
}

/** Words are drawn where they are whole; lines, boxes and images go on from sheet to sheet. */
function isHere(command: Command, placed: PlacedGroup, sheet: Sheet): boolean {
  return command.kind !== 'text' || isDrawnOn(sheet, boundsOf(command, placed));
}

function boundsOf({ bounds }: Command, { x, y }: PlacedGroup): Rect {
  return { ...bounds, x: bounds.x + x, y: bounds.y + y };
}

/** A link as an element of its paragraph, which says its words. */
function addLink(document: Document, paragraph: PDFKit.PDFStructureElement, link: DrawnLink): void {
  const structParent = document.struct('Link');
  paragraph.add(structParent);
  const options = { structParent, Type: 'Annot' };
  // A text of the document is an object to the library; what is none is a name.
  Object.assign(options, { Contents: Object(link.words) as unknown });
  document.link(link.x, link.y, link.width, link.height, link.href, options);
  structParent.end();
}

function inOrder(groups: readonly PlacedGroup[], order: readonly string[]): PlacedGroup[] {
  const places = new Map(order.map((id, i) => [id, i]));
  const placeOf = ({ group }: PlacedGroup): number => places.get(group.id) ?? order.length;
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function isUsed(scene: Scene, sheet: Sheet): boolean {
  return scene.visible(sheet.part).some((placed) => {
    const commands = [...placed.group.under, ...placed.group.commands];
    return commands.some((command) => isHere(command, placed, sheet) && touches(boundsOf(command, placed), sheet.part));
  });
}

/** Corners to cut along, and which of the sheets it is. */
function marks(content: Content, pen: Pen, { width, height, inset }: Sheet, label: string): void {
  const line = { colour: '#888888', width: 0.5 };
  for (const x of [inset, width - inset]) {
    for (const y of [inset, height - inset]) {
      const [dx, dy] = [x === inset ? -1 : 1, y === inset ? -1 : 1];
      content.stroke(polyline([dx * 4, 0, dx * 16, 0], false), x, y, line);
      content.stroke(polyline([0, dy * 4, 0, dy * 16], false), x, y, line);
    }
  }
  pen.label(label, width / 2, height - inset + 16);
}

/** What the library takes beyond what its types tell. */
interface OutlinePlace {
  readonly expanded: boolean;
  readonly pageNumber: number;
  readonly left: number;
  readonly top: number;
}

function addBookmarks(document: Document, sheets: readonly Sheet[], bookmarks: readonly Bookmark[]): void {
  const path: PDFKit.PDFOutline[] = [document.outline];
  for (const { title, level, x, y } of bookmarks) {
    if (level > BOOKMARK_LEVELS || level > path.length) continue;
    const at = sheets.findIndex(({ part }) => touches({ x, y, width: 1, height: 1 }, part));
    const sheet = sheets[at];
    if (sheet === undefined) continue;
    const { part, inset, scale, width } = sheet;
    path.length = level;
    // The library counts both from the far edge.
    const place = { left: width - (inset + (x - part.x) * scale), top: inset + (y - part.y) * scale };
    const options: OutlinePlace = { pageNumber: at, expanded: level === 1, ...place };
    const item = path.at(-1)?.addItem(title.split('\n')[0] ?? '', options);
    if (item !== undefined) path.push(item);
  }
}
