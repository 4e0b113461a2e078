import { pushAll } from '../shared/push-all.ts';

// How much work it is to draw an SVG, before anything begins to: nothing stops it once it draws, and a few kilobytes can ask for
// billions of shapes by referring to each other. Each element counts for itself and the length of its tag, and once more for
// whatever it refers to. What can only be known by drawing (styles, animations) is counted as its worst.

/** More than any drawing that a person made; drawn within a second or two. */
const MOST_WORK = 300_000;
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_DEPTH = 200;
/** A filter goes over every pixel, several times. */
const FILTER_WORK = 400;

interface Element {
  own: number;
  /** How often each thing that it refers to is drawn for it. */
  times: number;
  readonly refs: string[];
  readonly children: Element[];
  total: number | null;
}

/** Whether a browser may be asked to draw it. */
export function isDrawable(source: string): boolean {
  if (source.length > MOST_BYTES || hasRiskyEntity(source)) return false;
  const read = elementsOf(source);
  if (read === null) return false;
  const { root, byId, styles } = read;
  if (HIDDEN_URL.test(styles)) return false;
  // A style may reach every element.
  const everywhere = referencesIn(styles)
    .map((id) => byId.get(id))
    .filter((one) => one !== undefined);
  const ofStyles = everywhere.reduce((sum, one) => sum + workOf(one, byId, 0), 0);
  const reach = /marker/i.test(styles) ? source.length / 4 : read.count;
  return workOf(root, byId, 0) + ofStyles * reach <= MOST_WORK;
}

/** Entities that are more than a short plain word could hold, or multiply, anything. */
function hasRiskyEntity(source: string): boolean {
  const declared = [...source.matchAll(/<!ENTITY\b([^>]*)>?/gi)];
  return declared.some(([, body = '']) => !/^\s+[\w:.-]+\s+(?:"[^"<&%#]{0,200}"|'[^'<&%#]{0,200}')\s*$/.test(body));
}

/** `url(#…)` in letters that CSS writes by number. */
const HIDDEN_URL = /\\0{0,4}(?:23|28|[57][25]|[46]c)\b/i;

function elementsOf(source: string) {
  const root = newElement();
  const byId = new Map<string, Element>();
  const open = [root];
  let [count, styles] = [0, ''];
  for (const { kind, text: tag, end } of partsOfSvg(source)) {
    if (kind === 'endless') return null;
    if (kind === 'other') {
      if (tag.startsWith('<![CDATA[')) styles += tag;
      continue;
    }
    if (tag.startsWith('</')) {
      if (open.length > 1) open.pop();
      continue;
    }
    const element = elementOf(tag, byId);
    count++;
    open.at(-1)?.children.push(element);
    if (/^<(?:[\w.-]+:)?style[\s>]/i.test(tag)) styles += source.slice(end, Math.max(end, source.indexOf('</', end)));
    if (!tag.endsWith('/>')) open.push(element);
    if (open.length > MOST_DEPTH) return null;
  }
  return { root, byId, styles, count };
}

/** A tag, or a comment, a declaration or raw text, and where it ends; last of all, that one never does. */
export interface SvgPart {
  readonly kind: 'tag' | 'other' | 'endless';
  readonly text: string;
  readonly end: number;
}

/** What stands between the words, in order; takes as long as the source is long. */
export function* partsOfSvg(source: string): Generator<SvgPart> {
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at)) {
    const past = pastOther(source, at);
    const end = past === at ? endOfTag(source, at) : past;
    if (end === null) {
      yield { kind: 'endless', text: '', end: source.length };
      return;
    }
    yield { kind: past === at ? 'tag' : 'other', text: source.slice(at, end), end };
    at = end;
  }
}

/** Past a comment, a declaration or raw text that begins here; `at` where an element does; null where it never ends. */
function pastOther(source: string, at: number): number | null {
  const [, ends] = OTHERS.find(([start]) => source.startsWith(start, at)) ?? [];
  if (ends === undefined) return at;
  const end = source.indexOf(ends, at);
  return end < 0 ? null : end + ends.length;
}

const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

/** Behind the tag, whatever its attributes hold. */
function endOfTag(source: string, at: number): number | null {
  const find = /[>"']/g;
  find.lastIndex = at;
  for (let found = find.exec(source); found !== null; found = find.exec(source)) {
    if (found[0] === '>') return find.lastIndex;
    const close = source.indexOf(found[0], find.lastIndex);
    if (close < 0) return null;
    find.lastIndex = close + 1;
  }
  return null;
}

function elementOf(tag: string, byId: Map<string, Element>): Element {
  // What is drawn of a picture in it does not depend on how long its address is.
  const said = decoded(tag.replaceAll(/"data:[^"]*"|'data:[^']*'/g, '""'));
  const element = newElement();
  element.own = 1 + said.length / 64 + (/^<(?:[\w.-]+:)?fe[A-Z]/.test(tag) ? FILTER_WORK : 0);
  element.times = /marker/i.test(said) ? Math.max(1, said.length / 4) : 1;
  pushAll(element.refs, referencesIn(said));
  const id = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(said);
  if (id !== null) byId.set(id[1] ?? id[2] ?? '', element);
  // Escapes of CSS stand in attributes too.
  if (HIDDEN_URL.test(said)) element.own = Infinity;
  return element;
}

function newElement(): Element {
  return { own: 0, times: 1, refs: [], children: [], total: null };
}

function referencesIn(text: string): string[] {
  return [...text.matchAll(/#([^\s"'()<>;,&#]{1,200})/g)].map(([, id = '']) => id);
}

/** References by number as the letters that they are. */
function decoded(tag: string): string {
  return tag.replaceAll(
    /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi,
    (_, hex: string | undefined, ten: string | undefined) => {
      const code = hex === undefined ? Number(ten) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

/** The work of an element with all below it and all that it refers to; endless for one that refers to itself. */
function workOf(element: Element, byId: ReadonlyMap<string, Element>, depth: number): number {
  if (element.total !== null) return element.total;
  if (depth > MOST_DEPTH) return Infinity;
  // Met again before it is known: a circle.
  element.total = Infinity;
  let total = element.own;
  for (const child of element.children) total += workOf(child, byId, depth + 1);
  for (const id of element.refs) {
    const target = byId.get(id);
    if (target !== undefined) total += element.times * workOf(target, byId, depth + 1);
  }
  element.total = total;
  return total;
}
