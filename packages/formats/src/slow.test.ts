import { must, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { hostileRuns, slowRuns } from '@bough/house/hostile';
import { LIMITS } from '@bough/map';
import { Dice } from '@bough/map/testing';
import { describe, expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readForMap } from './file-for-map.ts';
import { FORMATS, type WritableFormat } from './formats.ts';
import { readFile } from './read-file.ts';
import { markdownOfWords } from './shared/text/inline-markdown.ts';
import { writeFile } from './write-file.ts';

const dice = new Dice(9);
const making = { ids: dice.ids, random: seededRandom(9) };
const quoted = (run: string): string => JSON.stringify(run);
const escaped = (run: string): string => run.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Where a run stands in a file of each kind. */
const PLACES: readonly (readonly [string, string, (run: string) => string])[] = [
  ['text.txt', 'a whole outline', (run) => run],
  ['text.md', 'a whole Markdown file', (run) => run],
  ['text.md', 'a list item', (run) => `# a\n\n- ${run}\n- b\n`],
  ['text.mmd', 'a Mermaid item', (run) => `mindmap\n  root\n    ${run}\n`],
  ['text.mmd', 'a whole Mermaid file', (run) => `mindmap\n${run}`],
  ['map.mm', 'raw XML', (run) => `<map><node TEXT="a">${run}</node></map>`],
  ['map.mm', 'an attribute', (run) => `<map><node TEXT="${escaped(run)}" LINK="${escaped(run)}"/></map>`],
  [
    'map.mm',
    'rich content',
    (run) => `<map><node><richcontent TYPE="NODE"><html><body><p>${run}</p></body></html></richcontent></node></map>`,
  ],
  [
    'map.mm',
    'escaped rich content',
    (run) => `<map><node><richcontent TYPE="NOTE"><html><body>${escaped(run)}</body></html></richcontent></node></map>`,
  ],
  [
    'list.opml',
    'an outline',
    (run) => `<opml><body><outline text="${escaped(run)}" _note="${escaped(run)}"/></body></opml>`,
  ],
  [
    'board.canvas',
    'a card',
    (run) => `{"nodes":[{"id":"a","type":"text","text":${quoted(run)},"x":0,"y":0}],"edges":[]}`,
  ],
  ['x.org', 'a whole Org file', (run) => `* a\n${run}`],
  ['x.org', 'a headline', (run) => `* ${run}\n`],
  ['x.puml', 'a whole PlantUML file', (run) => `@startmindmap\n* a\n${run}`],
  ['x.puml', 'an item of PlantUML', (run) => `@startmindmap\n* ${run}\n@endmindmap\n`],
  ['x.html', 'a whole page', (run) => `<ul><li>a</li></ul>${run}`],
  ['x.html', 'an item of a list', (run) => `<ul><li>${run}</li></ul>`],
  ['x.html', 'an attribute of a page', (run) => `<ul><li class="${escaped(run)}">a</li></ul>`],
  [
    'x.drawio',
    'a shape',
    (run) =>
      `<mxGraphModel><root><mxCell id="a" vertex="1" style="html=1;${escaped(run)}" value="${escaped(run)}"/></root></mxGraphModel>`,
  ],
  [
    'x.excalidraw',
    'an element',
    (run) => `{"type":"excalidraw","elements":[{"id":"a","type":"text","text":${quoted(run)}}]}`,
  ],
  ['x.csv', 'a whole table', (run) => run],
  ['x.csv', 'a cell', (run) => `level,text\n1,"${run.replaceAll('"', '""')}"\n`],
  ['x.km', 'a node', (run) => `{"root":{"data":{"text":${quoted(run)},"note":${quoted(run)}},"children":[]}}`],
  [
    'x.mmap',
    'a topic',
    (run) =>
      `<Map xmlns="http://schemas.mindjet.com/x"><OneTopic><Topic><Text PlainText="${escaped(run)}"/></Topic></OneTopic></Map>`,
  ],
  ['x.bough.json', 'raw JSON', (run) => `{"format":"bough-map",${run}`],
];

test('[FMT-86] of more words than an item holds, marks are looked for in the beginning, and the end is told as lost', () => {
  expect(markdownOfWords('_a*'.repeat(500_000)).length).toBeLessThan(5 * LIMITS.text);
  const read = must(
    readForMap('a.opml', utf8Encode(`<opml><body><outline text="${'_a*'.repeat(500_000)}"/></body></opml>`), making),
  );
  expect(read.report.notes.map(({ what }) => what)).toEqual(['The end of a text that is longer than an item holds.']);
  expect(read.title.startsWith('_a*_a*')).toBe(true);
});

test('[FMT-25] hundreds of thousands of brackets that nothing closes are read as fast as they are many', () => {
  const longer = (piece: string, wrap: (run: string) => string) => (run: string) =>
    run === piece.repeat(run.length / piece.length) ? wrap(run.repeat(12)) : '';
  const reads = (name: string) => (text: string) => readFile(name, utf8Encode(text));
  expect(slowRuns(reads('x.md'), (run) => longer('![', (long) => `- ${long}`)(run.replace(/a$/, '')))).toEqual([]);
  expect(
    slowRuns(
      reads('x.puml'),
      longer('[[', (long) => `@startmindmap\n* ${long}\n@endmindmap`),
    ),
  ).toEqual([]);
});

describe('[FMT-25] the time that a file takes grows with its length, whatever stands in it', () => {
  test.each(PLACES)('%s: %s', (name, _place, wrap) => {
    expect(slowRuns((text) => readFile(name, utf8Encode(text)), wrap)).toEqual([]);
  });

  test.each(Object.keys(FORMATS) as WritableFormat[])('written as %s', (format) => {
    const maps = new Map(
      [...hostileRuns(4_000), ...hostileRuns(32_000)].map(([, run]) => {
        const text = run.toWellFormed();
        const items = [{ level: 1, key: 'k', fields: { text, note: text } }];
        return [run, must(mapOf({ settings: { title: 'a' }, items, links: [], files: new Map() }, making))] as const;
      }),
    );
    const write = (run: string): unknown => {
      const map = maps.get(run);
      return map === undefined ? null : writeFile(format, map);
    };
    expect(slowRuns(write)).toEqual([]);
  });
});
