import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { scriptAddresses, scriptPayloads } from '@bough/house/hostile';
import { Dice } from '@bough/map/testing';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { SCRIPT, SCRIPT_HASH } from './html/page-parts.ts';
import { type FileRead, readFile } from './read-file.ts';
import type { DraftItem } from './shared/draft.ts';
import { parseHtml } from './html/parse-html.ts';
import { elementsIn, type XmlElement } from './shared/xml/xml.ts';
import { writeFile } from './write-file.ts';

const making = { ids: new Dice(3).ids, random: seededRandom(3) };

function read(text: string, name = 'x.html'): FileRead {
  return must(readFile(name, utf8Encode(text)));
}

function treeOf({ draft }: FileRead): string[] {
  return draft.items.map(({ level, fields }) => '  '.repeat(level - 1) + fields.text);
}

test('[FMT-48] a page: headings, lists without ends, definitions and folds are the tree, the rest notes', () => {
  const file = read(
    `<!doctype html><title>Trip &amp; more</title><script>var a = "<li>no</li>"</script>
    <h1>Trip</h1><p>Where to <b>go</b>.<h3>Before</h3><ul><li>pack<ol><li>shoes<li>coat</ol><li><p>book</p><p>by train</p></ul>
    <h1>After</h1><dl><dt>rest<dd>long</dl><details><summary>more</summary><p>words</p><ul><li>inside</ul></details>`,
  );
  expect(treeOf(file)).toEqual(['Trip', '  Before', '    pack', '      shoes', '      coat', '    book', 'After', '  rest', '  more', '    inside']); // prettier-ignore
  expect(file.draft.settings.title).toBe('Trip & more');
  expect(file.draft.items.map(({ fields }) => fields.note ?? '')).toEqual(['Where to **go**.', '', '', '', '', 'by train', '', 'long', 'words', '']); // prettier-ignore
  expect(file.draft.items[8]?.fields.isFolded).toBe(true);
});

test('[FMT-48] Workflowy: names and notes; Notion: title, boxes and toggles; bookmarks: folders and addresses', () => {
  const workflowy = read('<ul><li><span class="name">Plan <b>it</b></span><br><span class="note">soon</span><ul><li><span class="name">a</span></li></ul></li></ul>'); // prettier-ignore
  expect(treeOf(workflowy)).toEqual(['Plan **it**', '  a']);
  expect(workflowy.draft.items[0]?.fields.note).toBe('soon');
  const notion = read(
    `<html><head><title>Page</title></head><body><article class="page"><header><h1 class="page-title">Page</h1></header><div class="page-body">
    <ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">done</span></li></ul>
    <ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>open</span></li></ul>
    <ul class="toggle"><li><details open=""><summary>toggle</summary><ul class="bulleted-list"><li style="list-style-type:disc">inside</li></ul></details></li></ul>
    </div></article></body></html>`,
  );
  expect(treeOf(notion)).toEqual(['Page', '  done', '  open', '  toggle', '    inside']);
  expect(notion.draft.items.map(({ fields }) => fields.checkbox)).toEqual([
    undefined,
    'done',
    'open',
    undefined,
    undefined,
  ]);
  const bookmarks = read('<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Folder</H3><DL><p><DT><A HREF="https://example.org/a">A</A><DD>said<DT><A HREF="javascript:alert(1)">B</A></DL><p></DL>'); // prettier-ignore
  expect(treeOf(bookmarks)).toEqual(['Folder', '  A', '  B']);
  expect(bookmarks.draft.items.map(({ fields }) => fields.href)).toEqual([
    undefined,
    'https://example.org/a',
    undefined,
  ]);
  expect(bookmarks.draft.items[1]?.fields.note).toBe('said');
});

test('[FMT-48] a page without headings and lists is refused, and one page in an archive is read', () => {
  const refused = readFile('x.html', utf8Encode('<html><body><p>Only <b>words</b>.</p></body></html>'));
  expect(refused.ok ? 'read' : refused.error.message).toMatch(/no tree in it/);
  const zip = zipSync({ 'Page 123.html': utf8Encode('<ul><li>a</li></ul>') });
  expect(treeOf(must(readFile('x.zip', zip)))).toEqual(['a']);
});

function written(items: readonly DraftItem['fields'][]): string {
  const drafted = items.map((fields, i) => ({ key: `k${i}`, level: i === 0 ? 1 : 2, fields }));
  const links =
    items.length > 1 ? ([{ from: 'k1', to: 'k0', label: 'why', colour: null, arrow: 'end', points: [] }] as const) : [];
  const map = must(mapOf({ settings: { title: 'T <i>' }, items: drafted, links, files: new Map() }, making));
  const fileOf = (): { name: string; bytes: Uint8Array } => ({ name: 'a.png', bytes: Uint8Array.of(1, 2, 3) });
  return tryUtf8Decode(writeFile('html', map, { fileOf }).bytes) ?? '';
}

function all(root: XmlElement): XmlElement[] {
  const found = [root];
  for (const element of found) found.push(...elementsIn(element));
  return found;
}

test('[FMT-49] a written page fetches nothing, runs its own script alone, and folds without it', () => {
  const image = { source: `asset:${'0'.repeat(64)}`, width: 10, height: 20 };
  const page = written([{ text: 'a **b**', image, isFolded: true }, { text: 'c', note: '- n', href: 'https://example.org/', checkbox: 'done' }]); // prettier-ignore
  expect(page).toContain(`script-src 'sha256-${SCRIPT_HASH}'`);
  expect(page).toContain(`<script>${SCRIPT}</script>`);
  const elements = all(parseHtml(page));
  const sources = elements.flatMap(({ attributes }) =>
    [attributes.get('src') ?? [], attributes.get('srcset') ?? []].flat(),
  );
  expect(sources).toEqual(['data:image/png;base64,AQID']);
  expect(elements.filter(({ name }) => /^(?:link|iframe|object|embed|base)$/.test(name))).toEqual([]);
  expect(elements.filter(({ name }) => name === 'details').map(({ attributes }) => attributes.has('open'))).toEqual([
    false,
  ]);
  expect(elements.find(({ name }) => name === 'img')?.attributes.get('alt')).toBe('a b');
  const again = read(page);
  expect(again.draft.settings.title).toBe('T <i>');
  expect(again.draft.items[1]?.fields).toMatchObject({
    text: 'c',
    note: '- n',
    href: 'https://example.org/',
    checkbox: 'done',
  });
  expect(again.draft.links).toMatchObject([{ label: 'why' }]);
});

test('[FMT-49] a note reads as on the map, and comes back as it was', () => {
  const notes = [
    '- list\n- two',
    'line one\nline two',
    'one\n\n\ntwo',
    '```\nfence\n\n  as it stands\n```',
    '```\nno end',
    '1. one\n2. two\n9. nine',
    '  - deep\n+ plus\nafter',
    '# Heading\n> quoted\n**bold** [link](https://example.org/a)',
    '- a\n1. b\n- c',
    ' blanks  around ',
    'https://example.org/a_b_ and _c_',
  ];
  const page = written(notes.map((note, at) => ({ text: `n${at}`, note })));
  expect(read(page).draft.items.map(({ fields }) => fields.note)).toEqual(notes);
  const elements = all(parseHtml(page));
  const shown = elements.filter(({ attributes }) => attributes.get('class') === 'bough-note');
  const namesIn = (at: number): string[] => elementsIn(shown[at]).map(({ name }) => name);
  expect([0, 3, 4, 5, 8].map(namesIn)).toEqual([['ul'], ['pre'], ['p', 'p'], ['ol'], ['ul', 'ol', 'ul']]);
  // What somebody changed in the page counts before what Bough wrote beside it.
  const edited = page.replace('<li>nine</li>', '<li>ten</li>');
  expect(read(edited).draft.items[5]?.fields.note).toBe('1. one\n2. two\n3. ten');
});

test('[FMT-49] what people wrote is never markup: five hundred scripts as words, notes and icons stay words', () => {
  const payloads = scriptPayloads();
  const page = written(payloads.map((text) => ({ text, note: text, icon: text.slice(0, 12) })));
  const elements = all(parseHtml(page));
  expect(elements.filter(({ name }) => name === 'script')).toHaveLength(1);
  expect(elements.flatMap(({ attributes }) => [...attributes.keys()]).filter((name) => name.startsWith('on'))).toEqual(
    [],
  );
  const names = new Set(elements.map(({ name }) => name));
  for (const bad of ['iframe', 'object', 'embed', 'svg', 'math', 'base', 'link']) expect(names.has(bad)).toBe(false);
  const ways = elements.flatMap(({ attributes }) => attributes.get('href') ?? []);
  expect(ways.filter((href) => !/^(?:https?:|mailto:|#)/.test(href))).toEqual([]);
  const bad = scriptAddresses().map((href) => `<li><a href="${href.replaceAll('"', '&quot;')}">a</a></li>`);
  for (const { fields } of read(`<ul>${bad.join('')}</ul>`).draft.items) expect([fields.href, fields.text.includes('](')]).toEqual([undefined, false]); // prettier-ignore
});
