import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { Dice } from '@bough/map/testing';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readFile } from './read-file.ts';
import { Reporter } from './shared/report.ts';
import { readXml } from './shared/xml/xml.ts';
import { writeFile } from './write-file.ts';

const making = { ids: new Dice(3).ids, random: seededRandom(3) };
const outline = (text: string): ReturnType<typeof mapOf> =>
  mapOf(must(readFile('x.txt', utf8Encode(text))).draft, making);

test('[FMT-31] a cell never begins a formula, and quotes are doubled', () => {
  const map = must(outline('=1+1\n\t@x "y", z\n\t-2\nplain'));
  const rows = (tryUtf8Decode(writeFile('csv', map).bytes) ?? '').split('\r\n');
  expect(rows.slice(1, 5)).toEqual([
    "1,,1,'=1+1,,,,,",
    '2,1,2,"\'@x ""y"", z",,,,,',
    "3,1,2,'-2,,,,,",
    '4,,1,plain,,,,,',
  ]);
});

test('[FMT-31] words with a semicolon are one cell, where a semicolon parts cells too', () => {
  expect(tryUtf8Decode(writeFile('csv', must(outline('x;=1'))).bytes)).toContain('"x;=1"');
});

test('[FMT-31] wide signs and a line break begin no formula either, and an apostrophe of the words comes back', () => {
  const texts = ['＝1+1', '＋1', '－1', '＠x', "'=1", "''-1", "'tis", '=1'];
  const map = must(outline(texts.join('\n')));
  const file = writeFile('csv', map).bytes;
  const cells = (tryUtf8Decode(file) ?? '')
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.split(',')[3]);
  expect(cells).toEqual(["'＝1+1", "'＋1", "'－1", "'＠x", "''=1", "'''-1", "'tis", "'=1"]);
  const { draft } = must(readFile('x.csv', file));
  expect(draft.items.map(({ fields }) => fields.text)).toEqual(texts);
});

test('[FMT-32] a Visio package has a shape for each item and a connector for each branch', () => {
  const map = must(outline('root\n\tone & two\n\t\tthree'));
  const parts = unzipSync(writeFile('vsdx', map).bytes);
  const page = strFromU8(parts['visio/pages/page1.xml'] ?? new Uint8Array());
  const reporter = new Reporter();
  expect(readXml(page, reporter)[0]?.name).toBe('PageContents');
  expect(reporter.notes()).toEqual([]);
  const texts = [...page.matchAll(/<Text>(.*?)<\/Text>/g)].map(([, text = '']) => text.replaceAll(/<cp [^>]*>/g, ''));
  expect(texts).toEqual(['root', 'one &amp; two', 'three']);
  expect(page.match(/<Connect /g)).toHaveLength(4);
  expect(Object.keys(parts)).toContain('[Content_Types].xml');
});

test('[FMT-13] a newer XMind file is read by its content.json, whatever the content.xml beside it says; images come along', () => {
  const topic = {
    id: 'r',
    title: 'Root',
    image: { src: 'xap:resources/a.png', width: 40, height: 30 },
    children: {
      attached: [{ id: 'a', title: 'A', markers: [{ markerId: 'star-yellow' }], notes: { plain: { content: 'n' } } }],
    },
  };
  const bytes = zipSync({
    'content.json': utf8Encode(JSON.stringify([{ title: 'Sheet', rootTopic: topic }])),
    'content.xml': utf8Encode(
      '<xmap-content><sheet><topic><title>Please update</title></topic></sheet></xmap-content>',
    ),
    'resources/a.png': new Uint8Array([1, 2, 3]),
  });
  const { draft } = must(readFile('x.xmind', bytes));
  expect(draft.items.map(({ fields }) => fields.text)).toEqual(['Root', 'A']);
  expect(draft.items[1]?.fields).toMatchObject({ icon: '⭐', note: 'n' });
  expect(draft.files.get('resources/a.png')).toEqual(new Uint8Array([1, 2, 3]));
  const source = `asset:${'a'.repeat(64)}`;
  const map = must(mapOf(draft, { ...making, place: () => source }));
  expect([...map.items.values()][0]?.image).toEqual({ source, width: 40, height: 30 });
  const fileOf = (): { name: string; bytes: Uint8Array } => ({ name: 'b.png', bytes: new Uint8Array([4]) });
  const again = must(readFile('x.xmind', writeFile('xmind', map, { fileOf }).bytes));
  expect(again.draft.files.get('resources/b.png')).toEqual(new Uint8Array([4]));
});

test('[FMT-13] an old XMind file is read by its content.xml', () => {
  const xml =
    '<xmap-content xmlns:xlink="x"><sheet><title>S</title><topic id="r" branch="folded"><title>Root</title><children><topics type="attached">' +
    '<topic id="a" xlink:href="https://example.org"><title>A</title><notes><plain>n</plain></notes></topic></topics><topics type="detached">' +
    '<topic id="f"><title>Float</title><position svg:x="10" svg:y="-5"/></topic></topics></children></topic>' +
    '<relationships><relationship end1="a" end2="f"><title>to</title></relationship></relationships></sheet></xmap-content>';
  const { draft } = must(readFile('x.xmind', zipSync({ 'content.xml': utf8Encode(xml) })));
  expect(draft.items.map(({ level, fields }) => [level, fields.text])).toEqual([
    [1, 'Root'],
    [2, 'A'],
    [1, 'Float'],
  ]);
  expect(draft.items[1]?.fields).toMatchObject({ href: 'https://example.org', note: 'n' });
  expect(draft.links).toMatchObject([{ from: 'a', to: 'f', label: 'to' }]);
});

test('[FMT-82] a note of XMind has the styles of its HTML, where that says the same as its plain words, and goes back as it came', () => {
  const html =
    '<div><h1>Heading</h1><div><strong style="color:red">bold</strong> and <a href="https://example.org/x">a link</a><br></div><ul><li>one</li><li>two</li></ul></div>';
  const plain = 'Heading\nbold and a link\n\none\ntwo';
  const dressed = { plain: { content: plain }, realHTML: { content: html } };
  const bare = { plain: { content: 'no *style*' }, realHTML: { content: '<div>no *style*</div>' } };
  const other = { plain: { content: 'edited since' }, realHTML: { content: '<div><b>before</b></div>' } };
  const alone = { realHTML: { content: '<b>only</b> HTML' } };
  const topics = [dressed, bare, other, alone].map((notes, n) => ({ id: `t${n}`, title: `topic ${n}`, notes }));
  const sheet = { id: 's', title: 'S', rootTopic: { id: 'r', title: 'root', children: { attached: topics } } };
  const file = zipSync({ 'content.json': utf8Encode(JSON.stringify([sheet])) });
  const { draft, report } = must(readFile('x.xmind', file));
  const notes = draft.items.slice(1).map(({ fields }) => fields.note);
  const read = '# Heading\n**bold** and [a link](https://example.org/x)\n- one\n- two';
  expect(notes).toEqual([read, 'no \\*style\\*', 'edited since', '**only** HTML']);
  expect(report.notes).toEqual([]);
  const notesIn = (items: typeof draft.items): readonly unknown[] => {
    const map = must(mapOf({ ...draft, items }, making));
    const content = unzipSync(writeFile('xmind', map).bytes)['content.json'] ?? new Uint8Array();
    const [{ rootTopic }] = JSON.parse(strFromU8(content)) as [{ rootTopic: (typeof sheet)['rootTopic'] }];
    return rootTopic.children.attached.map((topic) => topic.notes);
  };
  expect(notesIn(draft.items)).toEqual([dressed, bare, other, alone]);
  // One that somebody changes, or removes, does not come back.
  const changed = draft.items.map((item, n) => ({
    ...item,
    fields: { ...item.fields, ...(n === 1 ? { note: 'new' } : n === 2 ? { note: '' } : {}) },
  }));
  expect(notesIn(changed).slice(0, 2)).toEqual([{ plain: { content: 'new' } }, undefined]);
});
