import { must, utf8Encode } from '@bough/base';
import { expect, test } from 'vitest';
import { filesInArchive } from './files-in-archive.ts';
import { type FileRead, readFile } from './read-file.ts';
import { imageSize } from './shared/image-size.ts';
import { writeZip } from './shared/zip.ts';

// Small files as Workflowy and Notion write them, by what is published of them and by what people keep of their exports.

function read(text: string, name: string): FileRead {
  return must(readFile(name, utf8Encode(text)));
}

function treeOf({ draft }: FileRead): string[] {
  return draft.items.map(({ level, fields }) => '  '.repeat(level - 1) + fields.text);
}

const notesOf = ({ draft }: FileRead) => draft.items.map(({ fields }) => fields.note ?? '');
const boxesOf = ({ draft }: FileRead) => draft.items.map(({ fields }) => fields.checkbox ?? '');

test('[FMT-72] Workflowy: its OPML has HTML in texts and notes, and says what is done', () => {
  const texts = [
    '<outline text="&lt;b&gt;pack&lt;/b&gt; #todo @ada"/>',
    '<outline _complete="true" text="book &lt;a href=&quot;https://example.org/&quot;&gt;tickets&lt;/a&gt;"/>',
    '<outline text="due &lt;time startYear=&quot;2026&quot; startMonth=&quot;5&quot;&gt;Mon, May 4&lt;/time&gt;"/>',
    '<outline text="a &amp;amp; b &amp;lt; c"/>',
  ];
  const trip = `<outline text="Trip" _note="by &lt;i&gt;train&lt;/i&gt;&#10;then *on* foot">${texts.join('')}</outline>`;
  const opml = (head: string): string =>
    `<?xml version="1.0"?><opml version="2.0"><head>${head}</head><body>${trip}</body></opml>`;
  const file = read(opml('<ownerEmail>ada@example.org</ownerEmail>'), 'WorkFlowy.opml');
  expect(treeOf(file)).toEqual([
    'Trip',
    '  **pack** #todo @ada',
    '  book [tickets](https://example.org/)',
    '  due Mon, May 4',
    '  a & b < c',
  ]);
  expect(notesOf(file)[0]).toBe('by *train*\nthen \\*on\\* foot');
  expect(boxesOf(file)).toEqual(['', '', 'done', '', '']);
  // In an outline of anybody else such words are words.
  const other = read(opml('<title>Trip</title>'), 'x.opml');
  expect(treeOf(other).at(-1)).toBe('  a &amp; b &lt; c');
});

test('[FMT-72] Workflowy: its plain text has a title, notes in quotes, and says what is done', () => {
  const file = read(
    'Trip\n"by train\n\nthen on foot"\n\n- pack #todo\n  - shoes\n    "the brown\n    ones"\n  - coat\n- [COMPLETE] book tickets\n  - two lines\n    of words\n',
    'trip.txt',
  );
  expect(treeOf(file)).toEqual([
    'Trip',
    '  pack #todo',
    '    shoes',
    '    coat',
    '  book tickets',
    '    two lines\nof words',
  ]);
  expect(notesOf(file)).toEqual(['by train\n\nthen on foot', '', 'the brown\nones', '', '', '']);
  expect(boxesOf(file)).toEqual(['', '', '', '', 'done', '']);
  expect(file.draft.settings.title).toBe('Trip');
  const whole = read('- Trip\n  - [COMPLETE] tickets\n    "booked"\n- Garden\n', 'all.txt');
  expect(treeOf(whole)).toEqual(['Trip', '  tickets', 'Garden']);
  expect(notesOf(whole)).toEqual(['', 'booked', '']);
});

test('[FMT-72] dashes alone make no Workflowy: an outline of them is read as ever', () => {
  for (const text of [
    '- a\n  - b\n- c\n',
    '- a\n   - b\n- "c"\n',
    'title\n- a\n- b\n',
    '- a\n    words\n- [COMPLETE] b\n',
  ]) {
    const file = read(text, 'x.txt');
    expect([text, boxesOf(file).join('')]).toEqual([text, '']);
  }
});

const ID = '0123456789abcdef0123456789abcdef';
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 200, 0, 0, 0, 100, 8, 6]); // prettier-ignore
const IMAGE = `Trip ${ID}/harbour.png`;

const PAGE = `<html><head><meta charset="utf-8"/><title>Trip</title></head><body><article class="page sans">
<header><div class="page-header-icon undefined"><span class="icon">🧳</span></div><h1 class="page-title">Trip</h1><p class="page-description"></p></header>
<div class="page-body"><p>Where we go.</p>
<figure class="image"><a href="Trip%20${ID}/harbour.png"><img style="width:120px" src="Trip%20${ID}/harbour.png"/></a></figure>
<ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">pack</span><div class="indented">
<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">shoes</span><div class="indented"></div></li></ul></div></li></ul>
<ul class="toggle"><li><details open=""><summary>more</summary><p>inside</p><ul class="bulleted-list"><li style="list-style-type:disc">item</li></ul></details></li></ul>
<figure class="link-to-page"><a href="Trip%20${ID}/Hotels%20${ID}.html"><span class="icon">🏨</span>Hotels</a></figure></div></article></body></html>`;

const TEXT = `# Trip

Where we go.

![harbour.png](Trip%20${ID}/harbour.png)

- [ ]  pack
    - [x]  shoes
- book
    
    by train
    
    - tickets

<aside>
💡 Mind the tide.

</aside>
`;

test.for([
  ['html', PAGE, '<h1 class="page-title">Hotels</h1><ul><li>Grand</li></ul>'],
  ['md', TEXT, '# Hotels\n\n- Grand\n'],
] as const)(
  '[FMT-73] Notion: pages of an export as %s are files of their own, with their images',
  ([kind, page, hotels]) => {
    const pages = {
      [`Trip ${ID}.${kind}`]: utf8Encode(page),
      [`Trip ${ID}/Hotels ${ID}.${kind}`]: utf8Encode(hotels),
      [IMAGE]: PNG,
    };
    for (const zip of [writeZip(pages), writeZip({ 'Export-0123-Part-1.zip': writeZip(pages) })]) {
      const found = filesInArchive(zip);
      expect(found?.files.map(({ name }) => name)).toEqual([`Trip ${ID}.${kind}`, `Trip ${ID}/Hotels ${ID}.${kind}`]);
      expect(found?.others).toEqual([]);
      const [trip, other] = (found?.files ?? []).map(({ name, bytes }) => must(readFile(name, must(bytes))));
      if (trip === undefined || other === undefined) throw new Error('no pages');
      expect(trip.draft.files).toEqual(new Map([[IMAGE, PNG]]));
      const shown = kind === 'html' ? { width: 120, height: 60 } : { width: 200, height: 100 };
      expect(trip.draft.items[0]?.fields).toMatchObject({ text: 'Trip', image: { source: `file:${IMAGE}`, ...shown } });
      expect(treeOf(other)).toEqual(['Hotels', '  Grand']);
      expect(trip.report.notes.filter(({ kind: told }) => told === 'lost')).toEqual([]);
    }
  },
);

test('[FMT-73] Notion: boxes, toggles and paragraphs below items; callouts and the icon of a page are no words', () => {
  const page = read(PAGE, 'Trip.html');
  expect(treeOf(page)).toEqual(['Trip', '  pack', '    shoes', '  more', '    item']);
  expect(page.draft.items[0]?.fields.icon).toBe('🧳');
  expect(boxesOf(page)).toEqual(['', 'open', 'done', '', '']);
  expect(notesOf(page)[3]).toBe('inside');
  // Alone, the page has no image, and that is told.
  expect(page.report.notes).toMatchObject([{ kind: 'lost', what: 'An image that is not in the file.' }]);
  const text = read(TEXT, 'Trip.md');
  expect(treeOf(text)).toEqual(['Trip', '  pack', '    shoes', '  book', '    tickets']);
  expect(notesOf(text).slice(3)).toEqual(['by train', '💡 Mind the tide.']);
  expect(notesOf(text)[0]).toContain('harbour.png');
});

test('[FMT-73] a name that leads out of the folder, or to nothing, is no image', () => {
  const names = ['../a.png', '/a.png', 'file:///a.png', 'b/../../a.png', 'b/none.png', '%2e%2e/a.png'];
  const text = ['# T', ...names.map((name) => `![](${name})`)].join('\n\n');
  const zip = writeZip({ 'x/t.md': utf8Encode(text), 'a.png': PNG });
  const [file] = filesInArchive(zip)?.files ?? [];
  const { draft } = must(readFile('t.md', must(file?.bytes ?? { ok: false, error: 'no file' })));
  expect([draft.files.size, draft.items[0]?.fields.image]).toEqual([0, undefined]);
});

test('[FMT-13] an image of XMind without a size is shown in its own shape, one with one length too', () => {
  const svg = utf8Encode('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60"><rect/></svg>');
  const images = [{ src: 'xap:a.png' }, { src: 'xap:a.png', width: 100 }, { src: 'xap:b.svg' }, { src: 'xap:a.png', width: 30.5, height: 9 }, { src: 'xap:none.png' }]; // prettier-ignore
  const attached = images.map((image, n) => ({ id: `t${n}`, title: `${n}`, image }));
  const content = [{ title: 'S', rootTopic: { id: 'r', title: 'R', children: { attached } } }];
  const zip = writeZip({ 'content.json': utf8Encode(JSON.stringify(content)), 'a.png': PNG, 'b.svg': svg });
  const { draft } = must(readFile('x.xmind', zip));
  const sizes = draft.items.slice(1).map(({ fields }) => [fields.image?.width, fields.image?.height]);
  expect(sizes).toEqual([[200, 100], [100, 50], [100, 60], [30.5, 9], [240, 240]]); // prettier-ignore
});

test('[FMT-73] how large a picture is stands in its first bytes', () => {
  const of = (...bytes: readonly number[]): Uint8Array =>
    Uint8Array.from([...bytes, ...Array.from({ length: 40 }, () => 0)]);
  const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
  expect(imageSize(PNG)).toEqual({ width: 200, height: 100 });
  expect(imageSize(of(...ascii('GIF89a'), 200, 0, 100, 0))).toEqual({ width: 200, height: 100 });
  expect(imageSize(of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc2, 0, 17, 8, 0, 100, 0, 200))).toEqual({
    width: 200,
    height: 100,
  });
  const webp = (kind: string, ...more: readonly number[]) =>
    of(...ascii('RIFF'), 0, 0, 0, 0, ...ascii(`WEBP${kind}`), 0, 0, 0, 0, ...more);
  expect(imageSize(webp('VP8X', 0, 0, 0, 0, 199, 0, 0, 99, 0, 0))).toEqual({ width: 200, height: 100 });
  expect(imageSize(webp('VP8 ', 0, 0, 0, 0x9d, 1, 0x2a, 200, 0, 100, 0))).toEqual({ width: 200, height: 100 });
  expect(imageSize(webp('VP8L', 0x2f, 199, 0xc0, 24, 0))).toEqual({ width: 200, height: 100 });
  expect(imageSize(of(...ascii('<svg')))).toBe(null);
  expect(imageSize(new Uint8Array())).toBe(null);
});
