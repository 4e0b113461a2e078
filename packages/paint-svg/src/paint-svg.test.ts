import { createPalette, type Command, type Group, roundedRect, SceneTree } from '@bough/scene';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeXml, paintSvg } from './index.ts';

const palette = createPalette('light');
const BOX = { x: 0, y: 0, width: 100, height: 20 };
const FONT = { family: 'sans', size: 13, weight: 400, italic: false } as const;
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  svg: ['xmlns', 'width', 'height', 'viewBox', 'font-family', 'text-rendering'],
  title: [],
  style: [],
  g: ['role', 'aria-label', 'fill', 'fill-opacity', 'transform'],
  defs: [],
  use: ['href', 'x', 'y'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'fill'],
  path: [
    'id',
    'role',
    'aria-label',
    'd',
    'fill',
    'fill-opacity',
    'stroke',
    'stroke-width',
    'stroke-linecap',
    'stroke-linejoin',
    'stroke-dasharray',
    'stroke-opacity',
  ],
  text: [
    'x',
    'y',
    'xml:space',
    'font-family',
    'font-size',
    'font-weight',
    'font-style',
    'textLength',
    'lengthAdjust',
    'fill',
    'fill-opacity',
    'text-decoration',
    'direction',
  ],
  a: ['href'],
  image: ['x', 'y', 'width', 'height', 'href'],
};
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  ']]><foreignObject>',
  '&lt;script&gt;',
  '<!DOCTYPE x [<!ENTITY y "z">]>',
  '\u0000\u0008\ud800\uffff',
];

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
}

/** A strict reader of the little XML that we write: anything else than elements, attributes and numbered references throws. */
function readXml(source: string): Element[] {
  const found: Element[] = [];
  const open: Element[] = [];
  const token = /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<>&]*(?:&#\d+;[^"<>&]*)*")*)(\/?)>|((?:[^<>&]|&#\d+;)+)/y;
  for (let at = 0; at < source.length; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(source);
    if (match === null) throw new Error(`not ours at ${at}: ${source.slice(at, at + 40)}`);
    const [, closing, name, attributes, selfClosing, text] = match;
    const top = open.at(-1);
    if (text !== undefined) {
      if (top === undefined) throw new Error('text outside');
      top.text += unescape(text);
    } else if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`wrong end of ${name}`);
    } else {
      const pairs = [...(attributes ?? '').matchAll(/ ([a-zA-Z:-]+)="([^"]*)"/g)];
      const element = {
        name: name ?? '',
        attributes: new Map(pairs.map((pair) => [pair[1] ?? '', unescape(pair[2] ?? '')])),
        text: '',
      };
      found.push(element);
      if (selfClosing !== '/') open.push(element);
    }
  }
  if (open.length > 0) throw new Error('left open');
  return found;
}

function unescape(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

function svgOf(
  commands: readonly Command[],
  title = 'A map',
  extra: Partial<Parameters<typeof paintSvg>[1]> = {},
): string {
  const scene = new SceneTree();
  const group: Group = { id: 'g', under: [], commands, bounds: BOX };
  scene.put({ id: 'g', bounds: BOX, build: () => group }, null, 5, 5);
  return paintSvg(scene, { palette, title, ...extra }) ?? '';
}

function words(text: string, more: Partial<Extract<Command, { kind: 'text' }>> = {}): Command {
  return { kind: 'text', text, x: 0, y: 14, width: 50, font: FONT, colour: 'ink', bounds: BOX, ...more };
}

function expectAllowed(svg: string): Element[] {
  const elements = readXml(svg);
  for (const { name, attributes } of elements) {
    expect(Object.keys(ALLOWED)).toContain(name);
    for (const attribute of attributes.keys()) expect(ALLOWED[name]).toContain(attribute);
  }
  return elements;
}

describe('safety', () => {
  test('[SVG-1] whatever the words are, the document is the same few elements and the words are words', () => {
    const check = (text: string): void => {
      const elements = expectAllowed(svgOf([words(text), words(text, { href: text })], text));
      expect(elements.map((one) => one.name)).toEqual(['svg', 'title', 'rect', 'text', 'text']);
      expect(elements[3]?.text).toBe(elements[1]?.text);
    };
    for (const text of HOSTILE) check(text);
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => !/^(https?:\/\/|mailto:)/i.test(text)),
        check,
      ),
    );
    expect(unescape(escapeXml('<a & "b">'))).toBe('<a & "b">');
  });

  test('[SVG-2] links lead to http, https and mailto alone', () => {
    const hrefs = (href: string): (string | undefined)[] =>
      expectAllowed(svgOf([words('x', { href })]))
        .filter((one) => one.name === 'a')
        .map((one) => one.attributes.get('href'));
    expect(hrefs('https://example.org/?a=1&b="2"')).toEqual(['https://example.org/?a=1&b="2"']);
    for (const bad of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'item:abc'])
      expect(hrefs(bad)).toEqual([]);
  });

  test('[SVG-3] images are bytes within the document or quiet boxes', () => {
    const image: Command = { kind: 'image', source: 'https://example.org/a.png', bounds: BOX };
    expect(svgOf([image])).not.toContain('example.org');
    const drawn = svgOf([image], 'A map', { image: () => 'data:image/png;base64,AAAA' });
    expect(expectAllowed(drawn).at(-1)?.attributes.get('href')).toBe('data:image/png;base64,AAAA');
    for (const bad of [
      'data:image/svg+xml;base64,AAAA',
      'https://example.org/a.png',
      'data:image/png;base64,"><script>',
    ]) {
      expect(expectAllowed(svgOf([image], 'A map', { image: () => bad })).at(-1)?.name).toBe('rect');
    }
  });

  test('[SVG-4] numbers are numbers', () => {
    const svg = svgOf([words('x', { x: Number.NaN, y: Infinity })]);
    expect(svg).not.toMatch(/NaN|Infinity/);
    expectAllowed(svg);
  });
});

describe('drawing', () => {
  test('[SVG-5] a part of the map is drawn without a margin, and what lies elsewhere is left out', () => {
    const here = svgOf([words('here')], 'A map', { region: { x: 0, y: 0, width: 40, height: 30 } });
    expect(readXml(here)[0]?.attributes.get('viewBox')).toBe('0 0 40 30');
    expect(here).toContain('>here<');
    expect(svgOf([words('here')], 'A map', { region: { x: 9_000, y: 0, width: 40, height: 30 } })).not.toContain(
      'here',
    );
  });

  test('[SVG-5] of very many lines that only pass through, some are drawn; words in sight all are', () => {
    const scene = new SceneTree();
    const line = { kind: 'fill', path: roundedRect(BOX, 0), colour: 'branch:0', bounds: BOX } as const;
    for (let i = 0; i < 100; i++) {
      const commands = i < 20 ? [words(`w${i}`)] : [];
      const group: Group = { id: `g${i}`, under: [line], commands, bounds: BOX };
      scene.put({ id: group.id, bounds: BOX, build: () => group }, null, 0, 0);
    }
    const elements = expectAllowed(paintSvg(scene, { palette, title: 'T', mostGroups: 30 }) ?? '');
    expect(elements.filter((one) => one.name === 'text')).toHaveLength(20);
    expect(elements.filter((one) => one.name === 'path')).toHaveLength(30);
  });

  test("[SVG-5] lines are under words, colours are the palette's, the title and the view are there", () => {
    const scene = new SceneTree();
    const line = { kind: 'fill', path: roundedRect(BOX, 0), colour: 'branch:0', bounds: BOX } as const;
    const first: Group = { id: 'a', under: [line], commands: [words('a')], bounds: BOX };
    const second: Group = { id: 'b', under: [line], commands: [words('b', { strike: true, rtl: true })], bounds: BOX };
    for (const group of [first, second]) scene.put({ id: group.id, bounds: BOX, build: () => group }, null, 0, 0);
    const dark = createPalette('dark');
    const elements = expectAllowed(paintSvg(scene, { palette: dark, title: 'T', margin: 10 }) ?? '');
    expect(elements.map((one) => one.name)).toEqual(['svg', 'title', 'rect', 'path', 'path', 'text', 'text']);
    expect(elements[0]?.attributes.get('viewBox')).toBe('-10 -10 120 40');
    expect(elements[2]?.attributes.get('fill')).toBe(dark.resolve('paper'));
    expect(elements[3]?.attributes.get('fill')).toBe(dark.resolve('branch:0'));
    expect(elements[6]?.attributes.get('text-decoration')).toBe('line-through');
    expect(elements[6]?.attributes.get('direction')).toBe('rtl');
    const bare = paintSvg(scene, { palette, title: 'T', isTransparent: true }) ?? '';
    expect(readXml(bare).some((one) => one.name === 'rect')).toBe(false);
  });

  test('[SVG-7] a run of words is as wide as it was measured, in whatever face', () => {
    const elements = expectAllowed(svgOf([words('wide', { width: 51.25 }), words('', { width: 0 })], 'T'));
    const [wide, none] = elements.filter((one) => one.name === 'text');
    expect(wide?.attributes.get('textLength')).toBe('51.25');
    expect(wide?.attributes.get('lengthAdjust')).toBe('spacingAndGlyphs');
    expect(none?.attributes.has('textLength')).toBe(false);
  });

  test('[SVG-8] faces are within the document and nothing else is; an emoji is shapes that say which one', () => {
    const emoji = words('🌳', { width: 26, emoji: true, font: { ...FONT, size: 26 } });
    const scene = new SceneTree();
    const group: Group = { id: 'a', under: [], commands: [words('a<b'), emoji], bounds: BOX };
    scene.put({ id: 'a', bounds: BOX, build: () => group }, null, 0, 0);
    const layers = [{ path: roundedRect({ x: 0, y: -0.5, width: 1, height: 0.5 }, 0), colour: '#112233', alpha: 0.5 }];
    const hostile = { family: '"}</style><script>', unicodeRange: 'U+0-FF}</style>', woff: 'AAAA");}</style>' };
    const svg =
      paintSvg(scene, {
        palette,
        title: 'T',
        emoji: (text) => (text === '🌳' ? { width: 1, layers } : null),
        faces: [{ ...hostile, weight: 400, isItalic: false }],
      }) ?? '';
    expect(svg.match(/<\/?style>/g)).toEqual(['<style>', '</style>']);
    const style = /<style>.*<\/style>/.exec(svg)?.[0] ?? '';
    expect(style).toContain('src:url(data:font/woff;base64,AAAA/style) format("woff")');
    const elements = expectAllowed(svg.replace(style, ''));
    expect(elements.find(({ name }) => name === 'g')?.attributes.get('aria-label')).toBe('🌳');
    expect(elements.some(({ attributes }) => attributes.get('fill') === '#112233')).toBe(true);
    expect(svg).toContain('M0 1');
    expect(elements.filter(({ name }) => name === 'text').map(({ text }) => text)).toEqual(['a<b']);
  });

  test('[SVG-9] words may be shapes: each letter is there once, stands where it should, and the words are said beside it', () => {
    const square = roundedRect({ x: 0, y: -500, width: 500, height: 500 }, 0);
    const outlined = ({ text, width }: { readonly text: string; readonly width: number }) =>
      text === 'none'
        ? null
        : {
            letters: Array.from(text, (letter, i) => ({
              outline: { name: `f0-${letter.codePointAt(0) ?? 0}`, path: square },
              x: i * 500,
              y: i === 1 ? -20 : 0,
            })),
            across: width / (500 * text.length),
            down: 0.013,
          };
    const linked = { href: 'https://example.org/', underline: true, strike: true };
    const commands = [
      words('a"<a', { width: 52, ...linked }),
      words('b', { href: 'javascript:alert(1)' }),
      words('none'),
    ];
    const elements = expectAllowed(svgOf(commands, 'T', { outlined }));
    const said = elements.filter(({ attributes }) => attributes.get('role') === 'img');
    expect(said.map(({ attributes }) => attributes.get('aria-label'))).toEqual(['a"<a', 'b']);
    expect(elements.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.get('href'))).toEqual([
      'https://example.org/',
    ]);
    expect(elements.filter(({ name }) => name === 'text').map(({ text }) => text)).toEqual(['none']);
    const uses = elements.filter(({ name }) => name === 'use');
    expect(uses.map(({ attributes }) => attributes.get('x'))).toEqual(['0', '500', '1000', '1500', '0']);
    expect(uses.map(({ attributes }) => attributes.get('y'))).toEqual([
      undefined,
      '-20',
      undefined,
      undefined,
      undefined,
    ]);
    const shapes = elements.flatMap(({ attributes }) => attributes.get('id') ?? []);
    expect(shapes).toEqual(['f0-97', 'f0-34', 'f0-60', 'f0-98']);
    expect(new Set(uses.map(({ attributes }) => attributes.get('href')))).toEqual(
      new Set(shapes.map((id) => `#${id}`)),
    );
    const placed = elements.filter(({ attributes }) => attributes.has('transform'));
    expect(placed.map(({ attributes }) => attributes.get('transform'))).toEqual([
      'matrix(0.026 0 0 0.013 5 19)',
      'matrix(0.1 0 0 0.013 5 19)',
    ]);
    expect(elements.filter(({ name }) => name === 'rect').length).toBe(3);
  });

  test('[SVG-6] nobody waits: nothing is answered; an empty scene is an empty sheet', () => {
    const scene = new SceneTree();
    expectAllowed(paintSvg(scene, { palette, title: '' }) ?? '');
    const group: Group = { id: 'a', under: [], commands: [words('a')], bounds: BOX };
    scene.put({ id: 'a', bounds: BOX, build: () => group }, null, 0, 0);
    expect(paintSvg(scene, { palette, title: '', isCancelled: () => true })).toBeNull();
  });
});
