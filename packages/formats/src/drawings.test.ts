import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { check } from '@bough/map';
import { Dice } from '@bough/map/testing';
import { deflateSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { type FileRead, readFile } from './read-file.ts';
import { draftOf } from './shared/draft-of-map.ts';
import { writeFile } from './write-file.ts';

const making = { ids: new Dice(3).ids, random: seededRandom(3), place: () => `asset:${'0'.repeat(64)}` };

function read(name: string, source: string | Uint8Array): FileRead {
  return must(readFile(name, typeof source === 'string' ? utf8Encode(source) : source));
}

function treeOf({ draft }: FileRead): string[] {
  return draft.items.map(({ level, fields }) => '  '.repeat(level - 1) + fields.text);
}

function told({ report }: FileRead, kind: string): string[] {
  return report.notes.filter((note) => note.kind === kind).map(({ what }) => what);
}

const GUESSED = 'The tree was guessed: a shape stands below the one that the first arrow to it comes from.';

const CELLS = `<root><mxCell id="0"/><mxCell id="1" parent="0"/>
<mxCell id="a" value="Orchard" style="ellipse;html=1;" vertex="1" parent="1"><mxGeometry x="300" y="100" width="80" height="40" as="geometry"/></mxCell>
<mxCell id="c" value="cellar &amp;amp; &lt;b&gt;press&lt;/b&gt;" style="rounded=1;html=1;strokeColor=#b85450;" vertex="1" parent="1"><mxGeometry x="500" y="220" width="80" height="40" as="geometry"/></mxCell>
<UserObject label="*pears*" link="https://example.org/pears" id="b"><mxCell style="rhombus;" vertex="1" parent="1"><mxGeometry x="500" y="80" width="80" height="40" as="geometry"/></mxCell></UserObject>
<mxCell id="g" value="group" style="swimlane;" vertex="1" parent="1"><mxGeometry x="0" y="400" width="200" height="200" as="geometry"/></mxCell>
<mxCell id="d" value="inside" style="text;html=1;" vertex="1" parent="g"><mxGeometry x="10" y="40" width="80" height="40" as="geometry"/></mxCell>
<mxCell id="e" style="rounded=0;" vertex="1" parent="1"><mxGeometry x="900" y="0" width="10" height="10" as="geometry"/></mxCell>
<mxCell id="1e" style="endArrow=none;" edge="1" parent="1" source="a" target="c"><mxGeometry relative="1" as="geometry"/></mxCell>
<mxCell id="2e" style="" edge="1" parent="1" source="a" target="b"/>
<mxCell id="3e" style="endArrow=classic;startArrow=classic;strokeColor=#00FF00;" edge="1" parent="1" source="c" target="b"/>
<mxCell id="3l" value="goes with" style="edgeLabel;html=1;" vertex="1" connectable="0" parent="3e"/>
<mxCell id="4e" style="" edge="1" parent="1" source="a"/>
</root>`;
const MODEL = `<mxGraphModel dx="800" dy="600" grid="1">${CELLS}</mxGraphModel>`;

function isOrchard(file: FileRead): void {
  expect(treeOf(file)).toEqual(['Orchard', '  \\*pears\\*', '  cellar & **press**', 'group', '  inside']);
  const [root, pears, cellar, group] = file.draft.items.map(({ fields }) => fields);
  expect(root).toMatchObject({ shape: 'ellipse' });
  expect(pears).toMatchObject({ shape: 'diamond', href: 'https://example.org/pears' });
  expect(cellar).toMatchObject({ shape: 'pill', colour: '#b85450' });
  expect(group).toMatchObject({ offset: { x: -300, y: 300 } });
  expect(file.draft.links).toMatchObject([
    { from: 'c', to: 'b', label: 'goes with', arrow: 'both', colour: '#00ff00' },
  ]);
  expect(told(file, 'approximated')).toEqual(['What lay in a group stands below it.', GUESSED]);
  expect(told(file, 'lost')).toEqual(['Shapes without words, to which no arrow leads.', 'An arrow that does not lead from one shape to another.']); // prettier-ignore
  expect(check(must(mapOf(file.draft, making)))).toEqual([]);
}

test('[FMT-50] draw.io: cells, objects, groups, words at arrows; the model alone, in a page, and deflated', () => {
  isOrchard(read('x.drawio', MODEL));
  isOrchard(read('x.xml', `<mxfile host="app"><diagram id="p" name="Page-1">${MODEL}</diagram></mxfile>`));
  const packed = btoaOf(deflateSync(utf8Encode(encodeURIComponent(MODEL))));
  isOrchard(
    read('x.drawio', `<mxfile host="app" compressed="true"><diagram id="p" name="Page-1">${packed}</diagram></mxfile>`),
  );
  const two = read(
    'x.drawio',
    `<mxfile><diagram name="One">${MODEL}</diagram><diagram name="Two">${MODEL}</diagram></mxfile>`,
  );
  expect(two.draft.items).toHaveLength(10);
  expect(told(two, 'approximated')).toContain('Several pages became several roots of one map.');
});

test('[FMT-50] branches left of a shape stand on its left side', () => {
  const cell = (id: string, x: number): string =>
    `<mxCell id="${id}" value="${id}" vertex="1" parent="1"><mxGeometry x="${x}" y="0" width="10" height="10"/></mxCell>`;
  const edge = (to: string): string => `<mxCell id="e${to}" edge="1" parent="1" source="root" target="${to}"/>`;
  const cells = cell('root', 100) + cell('a', 0) + cell('b', 200) + edge('a') + edge('b');
  const { draft } = read('x.drawio', `<mxGraphModel><root>${cells}</root></mxGraphModel>`);
  expect(draft.items.map(({ fields }) => [fields.text, fields.side])).toEqual([['root', undefined], ['a', 'left'], ['b', 'right']]); // prettier-ignore
});

test('[FMT-22] a diagram that inflates a thousandfold is refused, and so is one that brings a document type', () => {
  const bomb = btoaOf(deflateSync(new Uint8Array(16 * 1024 * 1024)));
  const reasonOf = (source: string): string => {
    const file = readFile('x.drawio', utf8Encode(source));
    return file.ok ? 'read' : file.error.reason;
  };
  expect(reasonOf(`<mxfile><diagram>${bomb}</diagram></mxfile>`)).toBe('hostile');
  expect(reasonOf('<!DOCTYPE m [<!ENTITY a "ha">]><mxfile><diagram>&a;</diagram></mxfile>')).toBe('hostile');
  const inside = btoaOf(deflateSync(utf8Encode(encodeURIComponent('<!DOCTYPE m [<!ENTITY a "x">]><mxGraphModel/>'))));
  expect(reasonOf(`<mxfile><diagram>${inside}</diagram></mxfile>`)).toBe('hostile');
  const circle = '<mxGraphModel><root><mxCell id="a" value="a" vertex="1" parent="b"/><mxCell id="b" value="b" vertex="1" parent="a"/></root></mxGraphModel>'; // prettier-ignore
  expect(treeOf(read('x.drawio', circle))).toHaveLength(2);
});

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function btoaOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const digits = [18, 12, 6, 0].map((shift) => LETTERS.charAt((bits >> shift) & 63));
    text += digits.map((digit, i) => (i > bytes.length - at ? '=' : digit)).join('');
  }
  return text;
}

test('[FMT-51] Excalidraw: words of shapes and arrows, ends that are tied or only near, frames, pictures', () => {
  const box = (id: string, x: number, y: number, more: object = {}): object => {
    return { id, type: 'rectangle', x, y, width: 100, height: 40, strokeColor: '#1e1e1e', isDeleted: false, ...more };
  };
  const words = (containerId: string | null, text: string, more: object = {}): object => {
    return {
      id: `t${text}`,
      type: 'text',
      x: 0,
      y: 0,
      width: 1,
      height: 1,
      text,
      originalText: text,
      containerId,
      ...more,
    };
  };
  const arrow = (id: string, start: string | null, end: string | null, more: object = {}): object => ({
    ...{
      id,
      type: 'arrow',
      x: 0,
      y: 0,
      points: [
        [0, 0],
        [1, 1],
      ],
      endArrowhead: 'arrow',
      startArrowhead: null,
    },
    ...(start === null ? {} : { startBinding: { elementId: start, focus: 0, gap: 1 } }),
    ...(end === null ? {} : { endBinding: { elementId: end, focus: 0, gap: 1 } }),
    ...more,
  });
  const elements = [
    box('a', 0, 0, { type: 'ellipse' }),
    words('a', 'Orchard'),
    box('b', 300, 0, { roundness: { type: 3 }, strokeColor: '#e03131', link: 'https://example.org' }),
    words('b', '*pears*\nripe'),
    box('c', 300, 100),
    words('c', 'cellar'),
    { ...words(null, 'alone'), x: 900, y: 900 },
    box('f', 0, 500, { type: 'frame', name: 'Frame', width: 500, height: 300 }),
    { ...words(null, 'framed'), frameId: 'f', x: 20, y: 520 },
    { id: 'i', type: 'image', x: 40, y: 600, width: 30, height: 20, fileId: 'p', frameId: 'f' },
    arrow('1', 'a', 'b'),
    arrow('2', null, null, {
      x: 105,
      y: 20,
      points: [
        [0, 0],
        [190, 100],
      ],
    }),
    arrow('3', 'b', 'tcellar'),
    words('3', 'goes with'),
    arrow('4', 'a', 'c', { isDeleted: true }),
    { id: 'd', type: 'freedraw', x: 0, y: 0 },
    box('z', 2000, 0),
  ];
  const source = JSON.stringify({ type: 'excalidraw', version: 2, elements, files: { p: { mimeType: 'image/png', dataURL: 'data:image/png;base64,iVBORw==' } } }); // prettier-ignore
  const file = read('x.json', source);
  expect(file.format).toBe('excalidraw');
  expect(treeOf(file)).toEqual(['Orchard', '  \\*pears\\*\nripe', '  cellar', 'Frame', '  framed', '  ', 'alone']);
  expect(file.draft.items[1]?.fields).toMatchObject({ shape: 'pill', colour: '#e03131', href: 'https://example.org' });
  expect(file.draft.items[5]?.fields.image).toEqual({ source: 'file:p', width: 30, height: 20 });
  expect(file.draft.links).toMatchObject([{ from: 'b', to: 'c', label: 'goes with', arrow: 'end' }]);
  expect(told(file, 'approximated')).toEqual(['An arrow that only ends beside a shape was taken to lead there.', 'What lay in a group stands below it.', GUESSED]); // prettier-ignore
  expect(told(file, 'lost')).toEqual(['Drawings by hand.', 'Shapes without words, to which no arrow leads.']);
  const packed = readFile('x.excalidraw.md', utf8Encode('# Drawing\n```compressed-json\nN4Kg\n```\n'));
  expect(packed.ok ? 'read' : packed.error.message).toMatch(/packed drawing/);
});

test('[FMT-52] Visio: shapes, groups, masters, glued connectors and pages; what Bough writes comes back', () => {
  const cell = (name: string, value: string): string => `<Cell N="${name}" V="${value}"/>`;
  const shape = (id: number, text: string, x: number, y: number, more = ''): string =>
    `<Shape ID="${id}" Type="Shape" Master="2">${cell('PinX', String(x))}${cell('PinY', String(y))}${more}<Text><cp IX="0"/>${text}</Text></Shape>`;
  const line = (id: number, more: string, text = ''): string =>
    `<Shape ID="${id}" NameU="Dynamic connector">${cell('BeginX', '1')}${cell('EndX', '2')}${more}<Text>${text}</Text></Shape>`;
  const glue = (id: number, from: number, to: number): string =>
    `<Connect FromSheet="${id}" FromCell="BeginX" ToSheet="${from}"/><Connect FromSheet="${id}" FromCell="EndX" ToSheet="${to}"/>`;
  const page = (shapes: string, connects: string): Uint8Array =>
    utf8Encode(
      `<?xml version="1.0"?><PageContents xmlns="x"><Shapes>${shapes}</Shapes><Connects>${connects}</Connects></PageContents>`,
    );
  const group = `<Shape ID="9" Type="Group">${cell('PinX', '1')}${cell('PinY', '1')}<Text>group</Text><Shapes>${shape(10, 'inside', 0, 0)}</Shapes></Shape>`;
  const first = page(
    shape(1, 'Orchard', 1, 9) + shape(2, 'pears<pp IX="0"/>\nripe', 4, 9.5, cell('Comment', 'a note') + cell('LineColor', '#AA0000')) + shape(3, 'cellar', 4, 8) + group + line(4, '') + line(5, cell('EndArrow', '4'), 'why') + line(6, ''),
    glue(4, 1, 2) + glue(5, 1, 3) + glue(6, 3, 2),
  ); // prettier-ignore
  const masters = utf8Encode('<Masters><Master ID="2" NameU="Rounded Rectangle"/></Masters>');
  const file = read('x.vsdx', zipSync({ 'visio/document.xml': utf8Encode('<a/>'), 'visio/masters/masters.xml': masters, 'visio/pages/page1.xml': first, 'visio/pages/page2.xml': page(shape(1, 'second', 1, 1), '') })); // prettier-ignore
  expect(treeOf(file)).toEqual(['Orchard', '  pears\nripe', '  cellar', 'group', '  inside', 'second']);
  expect(file.draft.items[1]?.fields).toEqual({
    text: 'pears\nripe',
    note: 'a note',
    colour: '#aa0000',
    shape: 'pill',
  });
  expect(file.draft.links).toMatchObject([{ from: '1.3', to: '1.2', arrow: 'none' }]);
  expect(told(file, 'lost')).toEqual(['The words at an edge of the tree.']);
  const map = must(mapOf(must(readFile('x.txt', utf8Encode('root\n\tone\n\t\ttwo & three\n\tfour'))).draft, making));
  const back = read('x.vsdx', writeFile('vsdx', map).bytes);
  expect(treeOf(back)).toEqual(['root', '  one', '    two & three', '  four']);
  expect(told(back, 'lost')).toEqual([]);
});

test('[FMT-53] JSON Canvas: groups keep their members, boxes their ids and colours, edges their words', () => {
  const nodes = [
    { id: 'g', type: 'group', label: 'Fruit', x: 400, y: 0, width: 300, height: 400, color: '4' },
    { id: 'a', type: 'text', text: 'Orchard', x: 0, y: 0, width: 200, height: 60 },
    { id: 'p', type: 'text', text: 'pears', x: 420, y: 40, width: 200, height: 60, color: '1' },
    { id: 'q', type: 'text', text: 'plums', x: 420, y: 140, width: 200, height: 60, color: '#AA0000' },
  ];
  const edges = [
    { id: 'e1', fromNode: 'a', fromSide: 'bottom', toNode: 'g', toSide: 'top', label: 'grows', color: '2' },
  ];
  const file = read('x.canvas', JSON.stringify({ nodes, edges }));
  expect(treeOf(file)).toEqual(['Orchard', '  Fruit', '    pears', '    plums']);
  const map = must(mapOf(file.draft, making));
  const back = JSON.parse(tryUtf8Decode(writeFile('canvas', map).bytes) ?? '') as { nodes: { id: string; color?: string; bough?: unknown }[]; edges: object[] }; // prettier-ignore
  const bare = back.nodes.map(({ bough: _, ...node }) => node);
  expect(bare.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([nodes[1], nodes[0], nodes[2], { ...nodes[3], color: '#aa0000' }]); // prettier-ignore
  expect(back.edges).toMatchObject([edges[0] ?? {}]);
  // Another program leaves Bough's members out.
  const again = read('x.canvas', JSON.stringify({ nodes: bare, edges: back.edges }));
  expect(treeOf(again)).toEqual(['Orchard', '  Fruit', '    pears', '    plums']);
  // A further member makes the group larger; one that was moved out gets its edge.
  const items = file.draft.items.map((item) => ({ ...item }));
  items.push({ level: 3, key: 'new', fields: { text: 'apples' } });
  const grown = must(mapOf({ ...file.draft, items }, making));
  const more = read('x.canvas', writeFile('canvas', grown).bytes);
  expect(treeOf(more)).toEqual(['Orchard', '  Fruit', '    pears', '    plums', '    apples']);
  expect(draftOf(grown).items).toHaveLength(5);
});
