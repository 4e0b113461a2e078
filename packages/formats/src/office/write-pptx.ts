import { parseLines, type Run } from '@bough/text';
import type { Draft, DraftItem } from '../shared/draft.ts';
import { tellNoPlace } from '../shared/no-place.ts';
import type { Reporter } from '../shared/report.ts';
import { markdownOfWords } from '../shared/text/inline-markdown.ts';
import { plainWords, wordsOfRun } from '../shared/text/plain-words.ts';
import { escapeText } from '../shared/xml/write-xml.ts';
import { officePackage, type Part, Relations } from './package.ts';
import { placeholder, sharedParts, slide, SLIDE_TYPE } from './slide-parts.ts';

// A presentation: a slide for each root with its branches, and one for each branch that has anything below, its items as points. What does
// not fit on one slide goes on on the next. Notes are lines without a point below their items.

/** The draft as .pptx. */
export function writePptx(draft: Draft, reporter: Reporter): Uint8Array {
  const slides = slidesOf(draft);
  const deepest = draft.items.find(({ level }) => level > MOST_LEVELS + 2);
  if (deepest !== undefined)
    reporter.note('approximated', 'Items deeper than nine points stand on the ninth.', deepest.fields.text);
  tellNoPlace('PowerPoint', draft, has, reporter);
  const parts = slides.map((one, i): Part => {
    const layout = { id: 'rId1', kind: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' };
    const relations = new Relations([layout]);
    const title = paragraph(one.title, '', relations);
    const points = one.points.map((point) => pointOf(point, relations)).join('') || '<a:p><a:endParaRPr/></a:p>';
    return {
      name: `ppt/slides/slide${i + 1}.xml`,
      type: `${SLIDE_TYPE}.slide+xml`,
      content: slide(placeholder('title', title) + placeholder('body', points)),
      relations: relations.all,
    };
  });
  return officePackage(plainWords(draft.settings.title ?? ''), [...sharedParts(parts.length), ...parts]);
}

function has({ fields }: DraftItem, name: string): boolean {
  if (name === 'icon') return !/^[a-z0-9-]+$/.test(fields.icon ?? '');
  if (name === 'href') return fields.href?.startsWith('item:') !== true;
  return name === 'text' || name === 'note' || name === 'checkbox';
}

const MOST_LEVELS = 9;
/** Lines that can be read on one slide. */
const MOST_LINES = 12;

interface Point {
  readonly item: DraftItem['fields'];
  readonly level: number;
  /** A line of the item's note. */
  readonly note: string | null;
}

interface Slide {
  readonly title: string;
  readonly points: readonly Point[];
}

function slidesOf({ items }: Draft): Slide[] {
  const slides: Slide[] = [];
  items.forEach((item, i) => {
    if (item.level > 2) return;
    const isRoot = item.level === 1;
    const end = endOf(items, i);
    if (!isRoot && end === i + 1) return;
    const points = noteLines(item.fields, 0);
    for (let at = i + 1; at < end; at++) {
      const { level, fields } = items[at] ?? item;
      if (isRoot && level > 2) continue;
      const deep = Math.min(MOST_LEVELS, level - item.level) - 1;
      points.push({ item: fields, level: deep, note: null });
      // A branch with a slide of its own has its note there.
      if (!isRoot || (items[at + 1]?.level ?? 0) <= level) points.push(...noteLines(fields, deep));
    }
    slides.push(...pagesOf(item.fields.text, points));
  });
  return slides;
}

/** Where the items below this one end. */
function endOf(items: readonly DraftItem[], i: number): number {
  const level = items[i]?.level ?? 0;
  let end = i + 1;
  while (end < items.length && (items[end]?.level ?? 0) > level) end++;
  return end;
}

function noteLines(fields: DraftItem['fields'], level: number): Point[] {
  const lines = (fields.note ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.map((note) => ({ item: fields, level, note }));
}

function pagesOf(title: string, points: readonly Point[]): Slide[] {
  if (points.length <= MOST_LINES) return [{ title, points }];
  // The whole of a long title on every slide would make a file that grows with its square.
  const again = shortTitle(title);
  const pages = Array.from({ length: Math.ceil(points.length / MOST_LINES) }, (_, i) => i);
  return pages.map((page) => ({
    title: page === 0 ? title : `${again} (${page + 1})`,
    points: points.slice(page * MOST_LINES, (page + 1) * MOST_LINES),
  }));
}

/** The first line of a title, or its beginning; a line in Markdown that is cut may not be one any more. */
function shortTitle(title: string): string {
  const [line = ''] = title.split('\n');
  return line.length <= LONGEST_TITLE
    ? line
    : `${markdownOfWords(plainWords(line).slice(0, LONGEST_TITLE).toWellFormed())}…`;
}

const LONGEST_TITLE = 120;

function pointOf({ item, level, note }: Point, relations: Relations): string {
  const at = `lvl="${level}"`;
  if (note !== null) {
    const look = `<a:pPr marL="${228_600 + level * 342_900}" indent="0" ${at}><a:buNone/></a:pPr>`;
    return paragraph(note, look, relations, ' sz="1400"');
  }
  const box = (item.checkbox ?? null) === null ? '' : item.checkbox === 'done' ? '☑ ' : '☐ ';
  const sign = (item.icon ?? '') === '' || /^[a-z0-9-]+$/.test(item.icon ?? '') ? '' : `${item.icon ?? ''} `;
  const href = item.href?.startsWith('item:') === true ? null : (item.href ?? null);
  const before = box + sign === '' ? '' : textRun(box + sign, '', null, relations);
  return `<a:p><a:pPr ${at}/>${before}${wordsOf(item.text, relations, '')}${href === null ? '' : textRun(' ↗', '', href, relations)}</a:p>`;
}

function paragraph(text: string, look: string, relations: Relations, size = ''): string {
  return `<a:p>${look}${wordsOf(text, relations, size)}</a:p>`;
}

function wordsOf(text: string, relations: Relations, size: string): string {
  return parseLines(text)
    .map(({ heading, runs }) => runs.map((run) => runOf(run, heading > 0, relations, size)).join(''))
    .join('<a:br/>');
}

function runOf(run: Run, isHeading: boolean, relations: Relations, size: string): string {
  const look = `${size}${run.bold || isHeading ? ' b="1"' : ''}${run.italic ? ' i="1"' : ''}${run.strike ? ' strike="sngStrike"' : ''}`;
  return textRun(wordsOfRun(run), look, run.href, relations, run.code);
}

function textRun(words: string, look: string, href: string | null, relations: Relations, isCode = false): string {
  if (words === '') return '';
  const face = isCode ? '<a:latin typeface="Consolas"/>' : '';
  const way = href === null ? '' : `<a:hlinkClick r:id="${relations.to('hyperlink', href, true)}"/>`;
  return `<a:r><a:rPr${look} dirty="0">${face}${way}</a:rPr><a:t>${escapeText(words)}</a:t></a:r>`;
}
