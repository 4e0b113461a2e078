import { must, toBase64Url, utf8Encode } from '@bough/base';
import { zipSync } from 'fflate';
import { seededRandom } from '@bough/base/testing';
import { Dice } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { readForMap } from './file-for-map.ts';
import { plainWords } from './shared/text/plain-words.ts';
import { type FileRead, readFile } from './read-file.ts';

// What stands in an archive beside the map, and what in a node's words: taken, or told.

const PNG = Uint8Array.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x14\0\0\0\x0a\x08\x02\0\0\0', (c) => c.charCodeAt(0));

const making = { ids: new Dice(3).ids, random: seededRandom(3) };

function archive(name: string, files: Readonly<Record<string, string | Uint8Array>>): FileRead {
  const entries = Object.entries(files).map(([path, part]) => [
    path,
    typeof part === 'string' ? utf8Encode(part) : part,
  ]);
  return must(readFile(name, zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>)));
}

test('[FMT-83] attachments and recordings of an XMind file, and files beside a map, are told as lost', () => {
  const topics = [
    { id: 'a', title: 'image', image: { src: 'xap:resources/a.png' } },
    { id: 'b', title: 'attachment', href: 'xap:resources/plan.pdf' },
  ];
  const content = JSON.stringify([{ id: 's', rootTopic: { id: 'r', title: 'r', children: { attached: topics } } }]);
  const xmind = archive('x.xmind', {
    'content.json': content,
    'content.xml': '<x/>',
    'metadata.json': '{}',
    'manifest.json': '{}',
    'Thumbnails/thumbnail.png': PNG,
    'resources/a.png': PNG,
    'resources/plan.pdf': '%PDF',
    'resources/voice.m4a': 'la',
  });
  const lost = { kind: 'lost', what: 'A file in the archive.' };
  expect(xmind.report.notes).toContainEqual({ ...lost, count: 2, example: 'resources/plan.pdf' });
  const map = archive('m.zip', { 'm.mm': '<map><node TEXT="a"/></map>', 'nobody.png': PNG, '__MACOSX/._m.mm': 'x' });
  expect(map.report.notes).toEqual([{ ...lost, count: 1, example: 'nobody.png' }]);
});

const OLD =
  '<map version="0.8.1"><node TEXT="&lt;html&gt;see &lt;b&gt;this&lt;/b&gt; &lt;img src=&quot;p.png&quot;&gt;"/></map>';

test('[FMT-67] a picture in the words of an old file, which are HTML in TEXT, is taken, or told and kept', () => {
  const there = archive('m.zip', { 'm.mm': OLD, 'p.png': PNG });
  expect(there.draft.items[0]?.fields).toMatchObject({ text: 'see **this**', image: { source: 'file:p.png' } });
  const missing = must(readFile('m.mm', utf8Encode(OLD)));
  expect(missing.draft.items[0]?.fields).toMatchObject({ text: 'see **this**', image: { source: 'file:p.png' } });
  expect(missing.draft.items[0]?.fields.foreign).toContain('p.png');
});

/** What is told of a file, as kind and words. */
function told(name: string, source: string): readonly string[] {
  return must(readFile(name, utf8Encode(source))).report.notes.map(({ kind, what }) => `${kind}: ${what}`);
}

test('[FMT-85] characters that no text may hold are left out and told, whatever brings them', () => {
  const root = { data: { text: 'a\0b', note: 'c\u0007d' }, children: [] };
  const file = must(readFile('x.km', utf8Encode(JSON.stringify({ root, template: 'default' }))));
  expect(file.draft.items[0]?.fields).toMatchObject({ text: 'ab', note: 'cd' });
  expect(file.draft.settings.title).toBe('ab');
  expect(file.report.notes).toContainEqual({
    kind: 'lost',
    what: 'Characters that no text may hold.',
    count: 3,
    example: 'ab',
  });
});

test('[FMT-85] what a shape of draw.io says beside its words is told as lost: a fill, a tip, properties', () => {
  const cell = '<mxCell style="fillColor=#dae8fc;" vertex="1" parent="1"><mxGeometry x="0" y="0"/></mxCell>';
  const page = `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><object label="a" id="2" tooltip="t" owner="Ada">${cell}</object></root></mxGraphModel>`;
  expect(told('x.drawio', page)).toEqual(
    expect.arrayContaining([
      'lost: Bough has no place for: fill colours.',
      'lost: Bough has no place for: words where the pointer rests.',
      'lost: Bough has no place for: properties.',
    ]),
  );
});

test('[FMT-85] of a task of MindManager it is told that its dates and people are lost, and further addresses too', () => {
  const topic = (inside: string): string =>
    `<ap:Map xmlns:ap="http://schemas.mindjet.com/MindManager/Application/2003"><ap:OneTopic><ap:Topic OId="a"><ap:Text PlainText="a"/>${inside}</ap:Topic></ap:OneTopic></ap:Map>`;
  expect(told('x.xml', topic('<ap:Task DueDate="2026-12-01T00:00:00"/>'))).toEqual([
    'lost: Bough has no place for: dates and people of tasks.',
  ]);
  const links = ['a', 'b'].map((name) => `<ap:IndexedHyperlink Url="https://example.org/${name}"/>`).join('');
  expect(told('x.xml', topic(`<ap:HyperlinkGroup>${links}</ap:HyperlinkGroup>`))).toEqual([
    'lost: Bough has no place for: a second address.',
  ]);
});

test('[FMT-85] images among words of Markdown, and addresses of KityMinder outside of the web, are told', () => {
  expect(told('x.md', '- a\n- see ![plan](images/p.png) here\n')).toEqual([
    'approximated: Images among words stand as they are written.',
  ]);
  expect(told('x.md', '- see `![plan](images/p.png)`\n')).toEqual([]);
  const root = { data: { text: 'a', hyperlink: 'file:///plan' }, children: [] };
  expect(told('x.km', JSON.stringify({ root }))).toEqual(['kept: An address outside of the web.']);
});

test('[FMT-85] a note of Freeplane that is written in Markdown is Markdown here, and goes back as it came', () => {
  const rich = '<richcontent TYPE="NOTE" CONTENT-TYPE="plain/markdown"><text># Head\n* a *b*</text></richcontent>';
  const { draft } = must(
    readFile('a.mm', utf8Encode(`<map version="freeplane 1.9.0"><node TEXT="a">${rich}</node></map>`)),
  );
  expect(draft.items[0]?.fields.note).toBe('# Head\n* a *b*');
  expect(draft.items[0]?.fields.foreign).toContain('plain/markdown');
});

test('[FMT-88] an image among words of Markdown, with a title or without, is the item’s where it lies beside or in the file', () => {
  const lines = [
    '- ![The plan](images/p.png "a title")',
    "- see ![p.png](images/p.png 'x') here",
    '- two ![one](<images/a b.png>) and ![other](images/p.png)',
    '- gone ![x](images/none.png "title")',
    '- code `![x](images/p.png)`',
    '- noted',
    '',
    '  words ![in a note](images/p.png "t") and more',
    '',
    '  ![p.png](images/p.png)',
  ];
  const { draft, report } = archive('m.zip', {
    'm.md': lines.join('\n'),
    'images/p.png': PNG,
    'images/a b.png': PNG,
  });
  expect(draft.items.map(({ fields }) => [fields.text, fields.image?.source ?? ''])).toEqual([
    ['The plan', 'file:images/p.png'],
    ['see here', 'file:images/p.png'],
    ['two one and ![other](images/p.png)', 'file:images/a b.png'],
    ['gone ![x](images/none.png "title")', ''],
    ['code `![x](images/p.png)`', ''],
    ['noted', 'file:images/p.png'],
  ]);
  expect(draft.items[0]?.fields.image).toMatchObject({ width: 20, height: 10 });
  expect(draft.items[5]?.fields.note).toBe('words in a note and more\n\n![p.png](images/p.png)');
  expect(report.notes.map(({ kind, what, count }) => `${kind} ${count}: ${what}`)).toEqual([
    'approximated 3: Images among words stand as they are written.',
  ]);
  const data = `data:image/png;base64,${toBase64Url(PNG).replaceAll('-', '+').replaceAll('_', '/')}`;
  const alone = must(readFile('x.md', utf8Encode(`- a ![in it](${data})\n`))).draft;
  expect(alone.items[0]?.fields).toMatchObject({ text: 'a in it', image: { source: 'file:image-1', width: 20 } });
  expect(alone.files.get('image-1')).toEqual(PNG);
});

test('[FMT-89] of several pictures of one node the first one that is there is the item’s, and each that is missing is named', () => {
  const hook = (path: string): string => `<hook URI="${path}" NAME="ExternalObject"/>`;
  const words =
    '<richcontent TYPE="NODE"><html><body><p>two <img src="gone.png"/> and <img src="img\\p.png"/><b>all</b></p></body></html></richcontent>';
  const source = `<map version="freeplane 1.9.0"><node TEXT="root"><node TEXT="a">${hook('x.png')}${hook('y.png')}</node><node>${words}</node></node></map>`;
  const alone = must(readForMap('m.mm', utf8Encode(source), making));
  expect(alone.absent.map(({ name, of }) => [name, of])).toEqual(
    [
      ['x.png', 'a'],
      ['gone.png', 'two and **all**'],
      ['y.png', 'a'],
      ['img/p.png', 'two and **all**'],
    ].map(([name, of]) => [name, plainWords(of ?? '')]),
  );
  const both = archive('m.zip', { 'm.mm': source, 'img/p.png': PNG, 'x.png': PNG });
  expect(both.draft.items.map(({ fields }) => fields.image?.source)).toEqual([
    undefined,
    'file:x.png',
    'file:img/p.png',
  ]);
  expect(both.draft.missing).toEqual([
    { source: 'file:y.png', of: 'a' },
    { source: 'file:gone.png', of: 'two and **all**' },
  ]);
  const found = archive('m.zip', {
    'm.mm': `<map><node><richcontent TYPE="NODE"><html><body>see <i>it</i> <img src="img/p.png"/></body></html></richcontent></node></map>`,
    'img/p.png': PNG,
  });
  expect(found.report.notes).toEqual([]);
  // Its words go back as they came, without the picture, which is the map's own now.
  expect(found.draft.items[0]?.fields.foreign ?? '').not.toContain('img');
});
