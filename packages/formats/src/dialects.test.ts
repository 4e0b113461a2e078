import { makeIds, must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { type FileRead, readFile } from './read-file.ts';
import { writeFile } from './write-file.ts';

function read(name: string, text: string): FileRead {
  return must(readFile(name, utf8Encode(text)));
}

/** The tree as indented lines. */
function treeOf({ draft }: FileRead): string[] {
  return draft.items.map(({ level, fields }) => '  '.repeat(level - 1) + fields.text);
}

function fieldsOf(file: FileRead, text: string): object {
  const item = file.draft.items.find(({ fields }) => fields.text === text);
  const { foreign: _, ...fields } = item?.fields ?? { text: 'not there' };
  return fields;
}

const told = (file: FileRead, kind: string): string[] =>
  file.report.notes.filter((note) => note.kind === kind).map(({ what }) => what);

test('[FMT-10] a Freeplane file: rich text, icons, notes, details, links, folds, and no item for a style', () => {
  const file = read(
    'plan.mm',
    `<map version="freeplane 1.9.8"><node TEXT="Plan" ID="ID_1">
      <hook NAME="MapStyle"><map_styles><stylenode TEXT="a style"/></map_styles></hook>
      <node ID="ID_2" POSITION="left" FOLDED="true" LINK="https://example.org/x"><richcontent TYPE="NODE"><html><body>
        <p>A <b>bold</b> word and <b><i>more</i></b></p></body></html></richcontent>
        <icon BUILTIN="idea"/><icon BUILTIN="unheard-of"/><edge COLOR="#FF0000"/>
        <richcontent TYPE="DETAILS"><html><body><p>detail</p></body></html></richcontent>
        <richcontent TYPE="NOTE"><html><body><p>first</p><ul><li>a</li><li>b</li></ul></body></html></richcontent>
        <arrowlink DESTINATION="ID_3" STARTARROW="None" ENDARROW="Default" MIDDLE_LABEL="why"/>
      </node>
      <node TEXT="Other" ID="ID_3" LINK="#ID_2" STYLE="bubble"><font BOLD="true"/></node>
    </node></map>`,
  );
  expect(treeOf(file)).toEqual(['Plan', '  A **bold** word and **_more_**', '  **Other**']);
  expect(fieldsOf(file, 'A **bold** word and **_more_**')).toMatchObject({
    side: 'left',
    isFolded: true,
    icon: '💡',
    colour: '#ff0000',
    href: 'https://example.org/x',
    note: 'detail\n\nfirst\n- a\n- b',
  });
  expect(fieldsOf(file, '**Other**')).toMatchObject({ shape: 'pill', href: 'item:ID_2' });
  expect(file.draft.links).toMatchObject([{ from: 'ID_2', to: 'ID_3', label: 'why', arrow: 'end' }]);
  expect(told(file, 'kept')).toContain('An icon without an emoji.');
});

test('[FMT-10] a map is called what its first item says, without marks and addresses', () => {
  const file = read(
    'x.mm',
    '<map><node TEXT="[**G**etting](https://example.org) Things Done" X_COGGLE_POSX="0"/></map>',
  );
  expect(file.draft.settings.title).toBe('Getting Things Done');
});

test('[FMT-11] Coggle: roots beside each other, raw line breaks, joined branches old and new', () => {
  const file = read(
    'coggle.mm',
    `<map version="0.9.0"><node TEXT="One" ID="a" X_COGGLE_POSX="0" X_COGGLE_POSY="0">
      <edge COLOR="#efa670"/>
      <node TEXT="two
lines" ID="b"><edge COLOR="#ebd95f"/><node TEXT="drifted" ID="c"><edge COLOR="#e8d358"/></node></node>
      <node TEXT="" ID="j" X_COGGLE_JOINEDTO="e"/>
    </node>
    <x-coggle-rootnode TEXT="Two" ID="d" X_COGGLE_POSX="400" X_COGGLE_POSY="-20">
      <node TEXT="joined" ID="e"/><node TEXT="joined again" ID="b" X_COGGLE_POSX="1" X_COGGLE_POSY="1"/>
    </x-coggle-rootnode></map>`,
  );
  expect(treeOf(file)).toEqual(['One', '  two\nlines', '    drifted', 'Two', '  joined']);
  expect(fieldsOf(file, 'Two')).toEqual({ text: 'Two', offset: { x: 400, y: -20 } });
  expect(fieldsOf(file, 'drifted')).toEqual({ text: 'drifted' });
  expect(file.draft.links.map(({ from, to }) => [from, to])).toEqual([
    ['a', 'e'],
    ['d', 'b'],
  ]);
  expect(told(file, 'approximated')).toContain('A joined branch became a link.');
});

test('[FMT-11] Coggle: images in words are images of their items, of the size that is said, and go back as such', () => {
  const web = 'https://coggle-images.s3.amazonaws.com/5-a_b.png';
  const file = read(
    'coggle.mm',
    `<map version="0.9.0"><node TEXT="One" ID="a" X_COGGLE_POSX="0" X_COGGLE_POSY="0">
      <node TEXT="![a plan.png](${web} 320x200)" ID="b"/>
      <node TEXT="words ![](${web})&#10;more" ID="c"/>
      <node TEXT="two ![1](${web} 10x10) ![2](${web}?2 10x10)" ID="d" LINK="https://example.org/"/>
      <node TEXT="inside ![x](data:image/png;base64,iVBORw0KGgo= 30x20)" ID="e"/>
      <node TEXT="no ![picture](javascript:alert(1) 3x3)" ID="f"/>
    </node></map>`,
  );
  expect(treeOf(file).slice(1)).toEqual([
    '  a plan.png',
    '  words \nmore',
    `  two  [2](${web}?2)`,
    '  inside',
    '  no ![picture](javascript:alert(1) 3x3)',
  ]);
  expect(fieldsOf(file, 'a plan.png')).toMatchObject({ image: { source: web, width: 320, height: 200 }, href: web });
  expect(fieldsOf(file, 'words \nmore')).toMatchObject({ image: { source: web, width: 240, height: 180 } });
  expect(fieldsOf(file, `two  [2](${web}?2)`)).toMatchObject({ href: 'https://example.org/' });
  expect(fieldsOf(file, 'inside')).toMatchObject({ image: { source: 'file:image-1', width: 30, height: 20 } });
  expect(file.draft.files.get('image-1')).toHaveLength(8);
  expect(told(file, 'approximated')).toContain('A second image of an item became a link.');
  const map = must(mapOf(file.draft, { ids: makeIds(new VirtualClock(), seededRandom(1)), random: seededRandom(1) }));
  const written = tryUtf8Decode(writeFile('coggle', map).bytes);
  expect(written).toContain(`TEXT="a plan.png&#xa;![](${web} 320x200)"`);
  const again = must(readFile('again.mm', utf8Encode(written ?? '')));
  expect(treeOf(again)).toEqual(treeOf(file));
  expect(fieldsOf(again, 'a plan.png')).toEqual(fieldsOf(file, 'a plan.png'));
});

test('[FMT-34] Coggle: words that look like HTML are words', () => {
  const source = '<map><node TEXT="Root"><node TEXT="&lt;html&gt;&lt;b&gt;x&lt;/b&gt;"/></node></map>';
  const making = { ids: makeIds(new VirtualClock(), seededRandom(1)), random: seededRandom(1) };
  const { draft } = read('x.canvas', JSON.stringify({ nodes: [{ id: 'a', type: 'text', text: '<html><b>x</b>' }], edges: [] })); // prettier-ignore
  const written = writeFile('coggle', must(mapOf(draft, making))).bytes;
  expect(treeOf(must(readFile('again.mm', written)))).toEqual(['<html><b>x</b>']);
  // To Freeplane and FreeMind they are markup.
  expect(treeOf(read('x.mm', source))).toEqual(['Root', '  **x**']);
});

test('[FMT-12] OPML without a body, with notes, boxes, addresses and HTML in texts', () => {
  const file = read(
    'x.opml',
    `<?xml version="1.0"?><opml version="1.0"><head><title>Feeds</title><ownerName>Ann</ownerName></head><body>
      <outline text="News" _note="daily" _status="checked"><outline text="&lt;b&gt;A&lt;/b&gt; feed" xmlUrl="https://example.org/rss" type="rss"/></outline>
    </body></opml>`,
  );
  expect(file.draft.settings.title).toBe('Feeds');
  expect(treeOf(file)).toEqual(['News', '  **A** feed']);
  expect(fieldsOf(file, 'News')).toEqual({ text: 'News', note: 'daily', checkbox: 'done' });
  expect(fieldsOf(file, '**A** feed')).toMatchObject({ href: 'https://example.org/rss' });
  const bare = read('y.opml', '<opml><outline text="alone"/></opml>');
  expect(treeOf(bare)).toEqual(['alone']);
  expect(told(bare, 'repaired')).toHaveLength(1);
});

test('[FMT-14] Markdown: headings, nested lists, tasks, paragraphs as notes, fences kept whole', () => {
  const file = read(
    'x.md',
    '# Trip\n\nWhere to go.\n\n## Before\n- [x] pack\n  - shoes\n- [ ] book\n\n  By train.\n\n## After\n1. rest\n\n```\n# no heading\n```\n',
  );
  expect(treeOf(file)).toEqual(['Trip', '  Before', '    pack', '      shoes', '    book', '  After', '    rest']);
  expect(fieldsOf(file, 'Trip')).toMatchObject({ note: 'Where to go.' });
  expect(fieldsOf(file, 'book')).toMatchObject({ checkbox: 'open', note: 'By train.' });
  expect(fieldsOf(file, 'rest')).toMatchObject({ note: '```\n# no heading\n```' });
});

test('[FMT-14] indented text: tabs and blanks, with and without bullets', () => {
  expect(treeOf(read('x.txt', 'a\n\tb\n\t\tc\n\td\ne'))).toEqual(['a', '  b', '    c', '  d', 'e']);
  expect(treeOf(read('x.txt', '- a\n  - b\n  - c\n    - d'))).toEqual(['a', '  b', '  c', '    d']);
});

test('[FMT-14] Mermaid: shapes, quotes over lines, icons and classes, comments', () => {
  const file = read(
    'x.mmd',
    'mindmap\n  root((The\n  root))\n    a["`**bold**\nnext`"]\n    ::icon(fa fa-book)\n    b)cloud( %% remark\n      %% remark\n      plain words\n',
  );
  expect(treeOf(file)).toEqual(['The\nroot', '  **bold**\nnext', '  cloud', '    plain words']);
  expect(fieldsOf(file, 'The\nroot')).toMatchObject({ shape: 'ellipse' });
  expect(told(file, 'kept')).toEqual(['An icon of another set.']);
});

test('[FMT-14] JSON Canvas: a tree of edges, circles as links, groups around boxes', () => {
  const box = (id: string, x: number, more: object = {}): object => {
    return { id, type: 'text', text: id, x, y: 0, width: 10, height: 10, ...more };
  };
  const group = { id: 'g', type: 'group', label: 'group', x: 90, y: -10, width: 50, height: 50 };
  const edge = (fromNode: string, toNode: string, label?: string): object => ({
    id: fromNode + toNode,
    fromNode,
    toNode,
    label,
  });
  const nodes = [box('a', 0), box('b', 20), box('c', 40, { color: '1' }), box('d', 100), group];
  const edges = [edge('a', 'b'), edge('b', 'c'), { ...edge('c', 'a', 'back'), color: '#AA0000' }];
  const file = read('x.canvas', JSON.stringify({ nodes, edges }));
  expect(treeOf(file)).toEqual(['a', '  b', '    c', 'group', '  d']);
  expect(file.draft.links).toMatchObject([{ from: 'c', to: 'a', label: 'back', colour: '#aa0000' }]);
  expect(fieldsOf(file, 'c')).toMatchObject({ colour: '0' });
});

test('[FMT-15] a file is known by its content, whatever it is called', () => {
  expect(read('x.txt', '<map><node TEXT="m"/></map>').format).toBe('mm');
  expect(read('x.mm', '<opml><body><outline text="o"/></body></opml>').format).toBe('opml');
  expect(read('x', 'mindmap\n  a').format).toBe('mermaid');
  expect(read('x', '# heading\n- a').format).toBe('markdown');
  expect(read('x', 'a\n\tb').format).toBe('outline');
});

test('[FMT-16] each encoding is read as the same words', () => {
  const words = 'Grüße – “ja”';
  const units = (text: string): number[] => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const utf16 = new Uint8Array([0xff, 0xfe, ...units(words).flatMap((unit) => [unit & 255, unit >> 8])]);
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...utf8Encode(words)]);
  const oneByte = new Uint8Array(units('Gr\u00fc\u00dfe \u0096 \u0093ja\u0094'));
  for (const bytes of [utf8Encode(words), utf16, marked, oneByte]) {
    expect(must(readFile('x.txt', bytes)).draft.items[0]?.fields.text).toBe(words);
  }
});

test('[FMT-42] lines without any order, and tags in Markdown, are said to be taken as they stand', () => {
  expect(told(read('x.txt', 'one\ntwo\nthree'), 'approximated')).toEqual(['No line is indented and none has a bullet: each one became a root.']); // prettier-ignore
  expect(told(read('x.txt', 'one\n\ttwo'), 'approximated')).toEqual([]);
  const tags = read(
    'x.md',
    '# a\n<p align="center">words</p>\n- b `<p>` \\<p> <https://example.org>\n```\n<div>\n```\n',
  );
  expect(tags.report.notes).toMatchObject([{ what: 'Tags of HTML stand as words.', count: 1 }]);
});
