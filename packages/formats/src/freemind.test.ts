import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import type { MindMap } from '@bough/map';
import { Dice } from '@bough/map/testing';
import { describe, expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { type FileRead, readFile } from './read-file.ts';
import { draftOf } from './shared/draft-of-map.ts';
import type { DraftItem } from './shared/draft.ts';
import { canonical } from './testing/canonical.ts';
import { type XmlTree, xmlOf } from './testing/other-parsers.ts';
import { writeFile } from './write-file.ts';

type MmFormat = 'mm' | 'freemind' | 'coggle';

const making = { ids: new Dice(11).ids, random: seededRandom(11) };

function mapFrom(outline: string, dress: Readonly<Record<string, Partial<DraftItem['fields']>>> = {}): MindMap {
  const { draft } = must(readFile('x.txt', utf8Encode(outline)));
  const items = draft.items.map((item) => ({ ...item, fields: { ...item.fields, ...dress[item.fields.text] } }));
  return must(mapOf({ ...draft, items }, making));
}

function written(map: MindMap, format: MmFormat = 'mm'): string {
  return tryUtf8Decode(writeFile(format, map).bytes) ?? '';
}

function read(source: string): FileRead {
  return must(readFile('x.mm', utf8Encode(source)));
}

const nodesIn = ({ children }: XmlTree): XmlTree[] => children.filter(({ name }) => name === 'node');
const childOf = (tree: XmlTree | undefined, name: string): XmlTree | undefined =>
  tree?.children.find((child) => child.name === name);

/** The node whose words these are, wherever it stands. */
function nodeOf(source: string, words: string): XmlTree | undefined {
  const work = [...xmlOf(source).children];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const rich = next.children.find(({ name, attributes }) => name === 'richcontent' && attributes['TYPE'] === 'NODE');
    if ((next.attributes['TEXT'] ?? rich?.text) === words) return next;
    work.push(...next.children);
  }
  return undefined;
}

/** The same map, written, read by Bough and made again. */
function again(map: MindMap, format: MmFormat = 'mm'): unknown {
  return canonical(draftOf(must(mapOf(read(written(map, format)).draft, making))));
}

describe('[FMT-34] several roots', () => {
  const map = mapFrom('one\n\ta\ntwo\n\tb\n\t\tc\nthree', { two: { offset: { x: 300, y: -40 } } });

  test('Freeplane gets one, and the others as free nodes of it, with everything below them', () => {
    const [root, ...more] = nodesIn(xmlOf(written(map)));
    expect(more).toEqual([]);
    const below = root === undefined ? [] : nodesIn(root);
    expect(below.map(({ attributes }) => attributes['TEXT'])).toEqual(['a', 'two', 'three']);
    const free = below.filter((node) => childOf(node, 'hook')?.attributes['NAME'] === 'FreeNode');
    expect(free.map(({ attributes }) => attributes['TEXT'])).toEqual(['two', 'three']);
    expect(free[0]?.attributes).toMatchObject({
      HGAP_QUANTITY: '300 px',
      VSHIFT_QUANTITY: '-40 px',
      POSITION: 'right',
    });
    expect(nodeOf(written(map), 'c')).toBeDefined();
  });

  test('FreeMind gets one, the others below it, and says so', () => {
    const [root, ...more] = nodesIn(xmlOf(written(map, 'freemind')));
    expect(more).toEqual([]);
    expect(root === undefined ? [] : nodesIn(root).map(({ attributes }) => attributes['TEXT'])).toEqual([
      'a',
      'two',
      'three',
    ]);
    expect(written(map, 'freemind')).not.toContain('FreeNode');
    expect(writeFile('freemind', map).report.notes[0]).toMatchObject({ kind: 'approximated', count: 2 });
  });

  test('Coggle gets them beside each other, each in its place', () => {
    const tops = xmlOf(written(map, 'coggle')).children;
    expect(tops.map(({ name }) => name)).toEqual(['node', 'x-coggle-rootnode', 'x-coggle-rootnode']);
    expect(tops[1]?.attributes).toMatchObject({ TEXT: 'two', X_COGGLE_POSX: '300', X_COGGLE_POSY: '-40' });
  });

  test.for(['mm', 'freemind', 'coggle'] as const)(
    'as %s they come back as roots, and a free node of Freeplane is one',
    (format) => {
      expect(again(map, format)).toEqual(canonical(draftOf(map)));
      const file = read(
        '<map version="freeplane 1.7.0"><node TEXT="r"><node TEXT="f" POSITION="left" HGAP_QUANTITY="75 pt" VSHIFT_QUANTITY="10 px"><hook NAME="FreeNode"/><node TEXT="g"/></node><node TEXT="c"/></node></map>',
      );
      expect(file.draft.items.map(({ level, fields }) => [level, fields.text])).toEqual([
        [1, 'r'],
        [2, 'c'],
        [1, 'f'],
        [2, 'g'],
      ]);
      expect(file.draft.items[2]?.fields.offset).toEqual({ x: -100, y: 10 });
    },
  );
});

test('[FMT-34] the first line is the one that each program looks for, and the root is unfolded', () => {
  const map = mapFrom('root\n\ta\n\t\tb', { root: { isFolded: true }, a: { isFolded: true } });
  expect(written(map).startsWith('<map version="freeplane 1.')).toBe(true);
  expect(written(map, 'freemind').startsWith('<map version="1.0.1"')).toBe(true);
  expect(written(map, 'coggle').startsWith('<map version="0.9.0"')).toBe(true);
  expect(nodeOf(written(map), 'root')?.attributes['FOLDED']).toBe('false');
  expect(nodeOf(written(map), 'a')?.attributes['FOLDED']).toBe('true');
  expect(again(map)).toEqual(canonical(draftOf(map)));
});

test('[FMT-34] sides and colours are those of the screen, and nobody has chosen them for it', () => {
  const map = mapFrom('root\n\ta\n\tb\n\tc\n\td', { a: { side: 'left' }, b: { colour: '#112233' } });
  const nodes = ['a', 'b', 'c', 'd'].map((text) => nodeOf(written(map), text));
  expect(nodes.map((node) => node?.attributes['POSITION'])).toEqual(['left', 'right', 'right', 'left']);
  const colours = nodes.map((node) => childOf(node, 'edge')?.attributes['COLOR']);
  expect(colours[1]).toBe('#112233');
  expect(new Set(colours).size).toBe(4);
  expect(again(map)).toEqual(canonical(draftOf(map)));
  // Moved and coloured by somebody in Freeplane, they are chosen.
  const edited = read(
    written(map)
      .replace(/(TEXT="d"[^>]*POSITION=)"left"/, '$1"right"')
      .replace(`<edge COLOR="${colours[3]}"`, '<edge COLOR="#445566"'),
  );
  expect(edited.draft.items[4]?.fields).toMatchObject({ side: 'right', colour: '#445566' });
});

describe('[FMT-35] words without marks', () => {
  const map = mapFrom('root\n\t**all bold**\n\t[a link](https://example.org/x)\n\tsome **bold**, `code` and [more](https://example.org/y)\n\t2\\*3\\*4\n\tsnake_case', {
    snake_case: { note: 'a **note** with [words](https://example.org/z)\n\n- and a list' },
  }); // prettier-ignore

  test('all alike are a font or an address, mixed ones rich, and notes too', () => {
    const source = written(map);
    expect(childOf(nodeOf(source, 'all bold'), 'font')?.attributes['BOLD']).toBe('true');
    expect(nodeOf(source, 'a link')?.attributes['LINK']).toBe('https://example.org/x');
    const rich = nodeOf(source, 'some bold, code and more');
    expect(rich?.attributes['TEXT']).toBeUndefined();
    expect(nodeOf(source, '2*3*4')).toBeDefined();
    const note = childOf(nodeOf(source, 'snake_case'), 'richcontent');
    expect(note?.text).toBe('a note with words- and a list');
    const shown = source.replaceAll(/X_BOUGH="[^"]*"/g, '');
    expect(shown).not.toMatch(/\*\*|\]\(/);
    expect(again(map)).toEqual(canonical(draftOf(map)));
  });

  test('Coggle, whose words are Markdown, gets them as they are', () => {
    expect(written(map, 'coggle')).toContain('TEXT="**all bold**"');
    expect(again(map, 'coggle')).toEqual(canonical(draftOf(map)));
  });

  test('what somebody wrote over them in another program counts', () => {
    const source = written(map).replace('TEXT="all bold"', 'TEXT="all new"').replace('TEXT="a link"', 'TEXT="no link"');
    const texts = read(source).draft.items.map(({ fields }) => fields.text);
    expect(texts[1]).toBe('**all new**');
    expect(texts[2]).toBe('no link');
  });
});

test('[FMT-35] plain words of another program are no Markdown, whatever they look like', () => {
  const words = [
    '2*3*4',
    '__init__',
    '# no heading',
    '`tick',
    '[x](https://example.org)',
    'a\\_b',
    '5 * 3 * 1',
    'https://example.org/_a_',
    '~~x~~',
  ];
  const nodes = words.map((text) => `<node TEXT="${text}"/>`).join('');
  const map = must(mapOf(read(`<map version="1.0.1"><node TEXT="r">${nodes}</node></map>`).draft, making));
  const source = written(map);
  for (const text of words) {
    const node = nodeOf(source, text);
    expect([text, node?.attributes['TEXT'], childOf(node, 'font')]).toEqual([text, text, undefined]);
  }
});

test('[FMT-35] what came rich, bold or with details goes back as it came, until its words are changed', () => {
  const rich =
    '<richcontent TYPE="NODE"><html><body><p style="color:red">A <u>word</u> <img src="a.png"/></p></body></html></richcontent>';
  const details = '<richcontent TYPE="DETAILS" HIDDEN="true"><html><body><p>d</p></body></html></richcontent>';
  const note =
    '<richcontent TYPE="NOTE"><html><body><p>n <font color="#ff0000">red</font></p></body></html></richcontent>';
  const file =
    read(`<map version="freeplane 1.9.13"><node TEXT="r" ID="ID_1"><node ID="ID_2">${rich}${details}${note}</node>
    <node TEXT="bold" ID="ID_3"><font NAME="Serif" SIZE="14" BOLD="true"/></node>
    <node TEXT="edge" ID="ID_4"><edge COLOR="#ff0000" WIDTH="2"/><node TEXT="drift" ID="ID_5"><edge COLOR="#FA0505"/></node></node></node></map>`);
  const map = must(mapOf(file.draft, making));
  const source = written(map);
  for (const element of [rich, details, note]) expect(source).toContain(element);
  expect(childOf(nodeOf(source, 'bold'), 'font')?.attributes).toEqual({ NAME: 'Serif', SIZE: '14', BOLD: 'true' });
  expect(childOf(nodeOf(source, 'drift'), 'edge')?.attributes).toEqual({ COLOR: '#fa0505' });
  const items = file.draft.items.map((item) => ({ ...item, fields: { ...item.fields, text: 'new', note: 'other' } }));
  const changed = written(must(mapOf({ ...file.draft, items }, making)));
  for (const element of ['<u>', 'DETAILS', '#ff0000"&gt;', 'BOLD']) expect(changed).not.toContain(element);
});

test('[FMT-35] words that begin as a page does stay words, which Freeplane would take for rich text', () => {
  const items = [
    { key: 'r', level: 1, fields: { text: 'r' } },
    { key: 'x', level: 2, fields: { text: '<html> is a tag' } },
  ];
  const map = must(mapOf({ settings: {}, items, links: [], files: new Map() }, making));
  const node = nodeOf(written(map), '<html> is a tag');
  expect(node?.attributes['TEXT']).toBeUndefined();
  expect(again(map)).toEqual(canonical(draftOf(map)));
});

test('[FMT-35] words that are a link stay rich where the node leads elsewhere, to a file that is no address here', () => {
  const rich =
    '<richcontent TYPE="NODE"><html><body><p><a href="https://example.org/x">words</a></p></body></html></richcontent>';
  const { draft } = read(`<map version="1.0.1"><node TEXT="r"><node LINK="notes/a.txt">${rich}</node></node></map>`);
  const items = draft.items.map((item) => ({
    ...item,
    fields: { ...item.fields, text: item.fields.text.replace('words', 'more') },
  }));
  const node = nodeOf(written(must(mapOf({ ...draft, items }, making))), 'more');
  expect(node?.attributes['LINK']).toBe('notes/a.txt');
  expect(node?.attributes['TEXT']).toBeUndefined();
});

test('[FMT-10] HTML in a TEXT has breaks and images that nothing closes, and words behind them', () => {
  const html = '<html><body><p>one<br>two <i>three</i><br class="x">four<img src="a.png"> five</p></body></html>';
  const text = html.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const { draft, report } = read(`<map version="1.0.1"><node TEXT="${text}"/></map>`);
  expect(draft.items.map((item) => item.fields.text)).toEqual(['one\ntwo *three*\nfour five']);
  expect(report.notes.filter(({ kind }) => kind === 'repaired')).toEqual([]);
});

test('[FMT-10] the cells of a table in a note stand apart, a line for each row', () => {
  const table = '<table><tr><th>Fruit</th><th>Kilos</th></tr><tr><td><b>Pears</b></td><td>7</td></tr></table>';
  const note = `<richcontent TYPE="NOTE"><html><body><p>Harvest</p>${table}<p>end</p></body></html></richcontent>`;
  const { draft } = read(`<map version="1.0.1"><node TEXT="r">${note}</node></map>`);
  expect(draft.items[0]?.fields.note).toBe('Harvest\nFruit | Kilos\n**Pears** | 7\nend');
});
