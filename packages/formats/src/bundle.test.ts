import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import type { MindMap } from '@bough/map';
import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readForMap } from './file-for-map.ts';
import { filesInArchive } from './files-in-archive.ts';
import { readFile } from './read-file.ts';
import { draftOf } from './shared/draft-of-map.ts';
import type { Draft } from './shared/draft.ts';
import { plainWords } from './shared/text/plain-words.ts';
import { commonmarkImages, commonmarkTree } from './testing/commonmark-tree.ts';
import { canonical } from './testing/canonical.ts';
import { writeFile } from './write-file.ts';

const HASH = 'ab'.repeat(32);
const IMAGE = { source: `asset:${HASH}`, width: 120, height: 40 };
const BYTES = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const PATH = `images/${HASH}.png`;

let made = 0;
const making = {
  ids: { short: () => `item-${String(made++).padStart(7, '0')}` },
  random: seededRandom(3),
  place: (name: string) => (name === PATH ? IMAGE.source : null),
};

function pictured(): MindMap {
  const items = [
    { key: 'a', level: 1, fields: { text: 'root' } },
    { key: 'b', level: 2, fields: { text: 'picture', image: IMAGE } },
    { key: 'c', level: 2, fields: { text: 'the same again', image: IMAGE } },
  ];
  return must(mapOf({ settings: { title: 'T' }, items, links: [], files: new Map() }, making));
}

const fileOf = (source: string) => (source === IMAGE.source ? { name: `${HASH}.png`, bytes: BYTES } : null);

test.for(['bough', 'mm', 'freemind', 'coggle'] as const)('[FMT-40] as %s a map takes its images along', (format) => {
  const map = pictured();
  const written = writeFile(format, map, { fileOf });
  expect(written).toMatchObject({ extension: 'zip', mediaType: 'application/zip' });
  const entries = unzipSync(written.bytes);
  expect(Object.keys(entries).sort()).toEqual([PATH, format === 'bough' ? 'map.bough.json' : 'map.mm']);
  const read = must(readFile('map.zip', written.bytes));
  expect(read.draft.files).toEqual(new Map([[PATH, BYTES]]));
  expect(read.report.notes).toEqual([]);
  expect(canonical(draftOf(must(mapOf(read.draft, making))))).toEqual(canonical(draftOf(map)));
});

const SVG = utf8Encode('<svg xmlns="http://www.w3.org/2000/svg"><text>a tree</text></svg>');
const drawn = (source: string) =>
  source === IMAGE.source ? { name: `${HASH}.png`, bytes: BYTES, original: SVG } : null;

test.for(['bough', 'mm', 'freemind', 'coggle', 'xmind', 'markdown'] as const)(
  '[FMT-81] as %s an image takes along what it was drawn from, and brings it back',
  (format) => {
    const { bytes } = writeFile(format, pictured(), { fileOf: drawn });
    const folder = format === 'xmind' ? 'resources' : 'images';
    const entries = unzipSync(bytes);
    expect(entries[`${folder}/${HASH}.png`]).toEqual(BYTES);
    expect(entries[`${folder}/${HASH}.original.svg`]).toEqual(SVG);
    const { images, absent, report } = must(readForMap('map.zip', bytes, making));
    const name = `${folder}/${HASH}.png`;
    expect(images).toEqual([{ name, of: 'picture', bytes: BYTES, original: SVG }]);
    expect([absent, report.notes]).toEqual([[], []]);
    // Without one it is as it was.
    const bare = must(readForMap('map.zip', writeFile(format, pictured(), { fileOf }).bytes, making));
    expect(bare.images).toEqual([{ name, of: 'picture', bytes: BYTES, original: null }]);
  },
);

test('[FMT-81] where images are data, or pictures alone, there is no original', () => {
  const map = pictured();
  for (const format of ['markdown', 'html', 'kityminder', 'docx'] as const) {
    const { bytes } = writeFile(format, map, { fileOf: drawn, imagesAs: 'data' });
    const plain = writeFile(format, map, { fileOf, imagesAs: 'data' });
    expect([format, bytes]).toEqual([format, plain.bytes]);
  }
});

test('[FMT-81] several maps in one archive have each the originals of their images, and none is told as something else', () => {
  const { bytes } = writeFile('mm', pictured(), { fileOf: drawn });
  const entries = unzipSync(bytes);
  const map = entries['map.mm'] ?? new Uint8Array();
  const found = filesInArchive(zipSync({ ...entries, 'b.mm': map, 'c.md': utf8Encode('# C') }));
  expect(found?.others).toEqual([]);
  const originals = found?.files.map(({ name, bytes: file }) => {
    const read = must(readForMap(name, must(file), making));
    return [name, read.images.map(({ original }) => original)];
  });
  expect(originals).toEqual([
    ['map.mm', [SVG]],
    ['b.mm', [SVG]],
    ['c.md', []],
  ]);
});

test('[FMT-81] what only calls itself an original is none', () => {
  const { bytes } = writeFile('mm', pictured(), { fileOf: drawn });
  const path = `images/${HASH}.original.svg`;
  for (const other of [BYTES, utf8Encode('<script>alert(1)</script>'), new Uint8Array()]) {
    const { images } = must(readForMap('a.zip', zipSync({ ...unzipSync(bytes), [path]: other }), making));
    expect(images.map(({ original }) => original)).toEqual([null]);
  }
});

test('[FMT-40] Freeplane is told where the images are, and a map without any stays one file', () => {
  const { bytes } = writeFile('mm', pictured(), { fileOf });
  const source = tryUtf8Decode(unzipSync(bytes)['map.mm'] ?? new Uint8Array()) ?? '';
  expect(source.split(`<hook NAME="ExternalObject" URI="${PATH}"/>`)).toHaveLength(3);
  expect(writeFile('mm', pictured()).extension).toBe('mm');
  expect(writeFile('bough', pictured(), { fileOf: () => null }).extension).toBe('bough.json');
});

/** A root and items of several kinds, each with the image. */
function picturedOften(): MindMap {
  const items = [
    { key: 'a', level: 1, fields: { text: 'root', image: IMAGE, note: 'A note.\n\n- with a list' } },
    { key: 'b', level: 2, fields: { text: 'a [tree](x) "in" *bloom*\nof two lines', image: IMAGE } },
    { key: 'c', level: 3, fields: { text: '', image: IMAGE, note: '![](images/nothing.png "1 x 1")' } },
    { key: 'd', level: 2, fields: { text: 'plain' } },
    { key: 'e', level: 1, fields: { text: 'another root', image: IMAGE } },
    { key: 'f', level: 1, fields: { text: '', image: IMAGE, checkbox: 'done' } },
    { key: 'g', level: 1, fields: { text: '##', image: IMAGE } },
    { key: 'h', level: 1, fields: { text: 'a sign #' } },
    { key: 'i', level: 1, fields: { text: '#' } },
  ] as const;
  return must(mapOf({ settings: { title: 'root' }, items, links: [], files: new Map() }, making));
}

/** What Markdown has of a map: words, notes, and images by their bytes. */
function kept({ items, files }: Draft): unknown {
  return items.map(({ level, fields: { text, note, image, checkbox = null } }) => ({
    ...{ level, checkbox, words: plainWords(text), note: note ?? '' },
    image: image === undefined || image === null ? null : { ...image, source: files.get(image.source.slice(5)) },
  }));
}

test('[FMT-41] an image of a Markdown file is a file of the archive, where CommonMark looks for it', () => {
  const map = picturedOften();
  const written = writeFile('markdown', map, { fileOf });
  expect(written).toMatchObject({ extension: 'zip', report: { notes: [] } });
  const entries = unzipSync(written.bytes);
  const source = tryUtf8Decode(entries['map.md'] ?? new Uint8Array()) ?? '';
  const images = commonmarkImages(source);
  expect(images.map(({ after }) => after)).toEqual([1, 2, 3, 5, 6, 7]);
  for (const { address } of images) expect(entries[address]).toEqual(BYTES);
  // markmap takes an image below a heading for a branch, and leaves out the list behind it.
  expect(source.match(/^# .*!\[/gm)).toHaveLength(4);
  expect(commonmarkTree(source).map(({ level }) => level)).toEqual([1, 2, 3, 2, 1, 1, 1, 1, 1]);
  const { draft, report } = must(readFile('map.zip', written.bytes));
  expect(report.notes).toEqual([]);
  const files = new Map([[IMAGE.source.slice(5), BYTES]]);
  expect(kept(draft)).toEqual(kept({ ...draftOf(map), files }));
});

test('[FMT-41] or an image is in the Markdown file, and one that is not available is told', () => {
  const map = picturedOften();
  const written = writeFile('markdown', map, { fileOf, imagesAs: 'data' });
  expect(written).toMatchObject({ extension: 'md', report: { notes: [] } });
  const source = tryUtf8Decode(written.bytes) ?? '';
  const address = 'data:image/png;base64,iVBORw==';
  expect(commonmarkImages(source)).toEqual([1, 2, 3, 5, 6, 7].map((after) => ({ after, address })));
  const { draft } = must(readFile('map.md', written.bytes));
  const files = new Map([[IMAGE.source.slice(5), BYTES]]);
  expect(kept(draft)).toEqual(kept({ ...draftOf(map), files }));
  const bare = writeFile('markdown', map, { fileOf: () => null });
  expect(bare.extension).toBe('md');
  expect(bare.report.notes).toMatchObject([{ kind: 'lost', what: 'Markdown has no place for: image.', count: 6 }]);
});

test('[FMT-41] a text beside the file of a program is no map', () => {
  const map = utf8Encode('<map><node TEXT="a"/></map>');
  const zip = zipSync({ 'a.mm': map, 'readme.md': utf8Encode('# words') });
  expect(must(readFile('a.zip', zip)).format).toBe('mm');
});

test('[FMT-40] an archive with several maps is refused, and so is one in another', () => {
  const map = utf8Encode('<map><node TEXT="a"/></map>');
  const refusal = (entries: Record<string, Uint8Array>): string => {
    const read = readFile('a.zip', zipSync(entries));
    return read.ok ? 'read' : read.error.message;
  };
  expect(refusal({ 'a.mm': map })).toBe('read');
  expect(refusal({ 'a.mm': map, 'b.mm': map })).toMatch(/^There are several maps in it/);
  expect(refusal({ 'a.mm': zipSync({ 'b.mm': map }) })).toBe('It is no file that Bough can read.');
});

/** The first bytes of a PNG of that size. */
function png(width: number, height: number): Uint8Array {
  const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const size = new DataView(new ArrayBuffer(12));
  size.setUint32(0, width);
  size.setUint32(4, height);
  return Uint8Array.from([...bytes, ...new Uint8Array(size.buffer)]);
}

const PROGRAMS = utf8Encode(`<map version="freeplane 1.7.0"><node TEXT="root">
<node TEXT="hook"><hook URI="img/a%20b.png" SIZE="0.5" NAME="ExternalObject"/></node>
<node><richcontent TYPE="NODE"><html><body><p>rich</p><img src="c.png" width="30" height="20"/></body></html></richcontent></node>
<node TEXT="gone"><hook URI="img/gone.png" SIZE="1.0" NAME="ExternalObject"/></node>
<node TEXT="web"><hook URI="https://a.example/x.png" SIZE="1.0" NAME="ExternalObject"/></node>
<node TEXT="out"><hook URI="../../etc/passwd" NAME="ExternalObject"/></node>
</node></map>`);

test("[FMT-67] pictures that Freeplane and FreeMind name by their path are the map's where they lie beside the file", () => {
  const zip = zipSync({ 'plan/plan.mm': PROGRAMS, 'plan/img/a b.png': png(80, 40), 'plan/c.png': png(9, 9) });
  const { draft } = must(readFile('plan.zip', zip));
  const images = draft.items.map(({ fields }) => [fields.text, fields.image] as const);
  expect(images.slice(1, 3)).toEqual([
    ['hook', { source: 'file:img/a b.png', width: 40, height: 20 }],
    ['rich', { source: 'file:c.png', width: 30, height: 20 }],
  ]);
  expect([...draft.files.keys()]).toEqual(['img/a b.png', 'c.png']);
  // Written again it has the map's own image alone.
  const place = (name: string) => (draft.files.has(name) ? IMAGE.source : null);
  const map = must(mapOf(draft, { ...making, place }));
  const text = tryUtf8Decode(unzipSync(writeFile('mm', map, { fileOf }).bytes)['map.mm'] ?? new Uint8Array()) ?? '';
  expect(text.match(/URI="[^"]*"/g)).toEqual([
    `URI="${PATH}"`,
    `URI="${PATH}"`,
    'URI="img/gone.png"',
    'URI="https://a.example/x.png"',
    'URI="../../etc/passwd"',
  ]);
});

test('[FMT-67] of a file alone they are told by their names, and go back as they came', () => {
  const { images, absent, draft } = must(readForMap('plan.mm', PROGRAMS, making));
  expect(images).toEqual([]);
  expect(absent.map(({ name, of, why }) => [name, of, why])).toEqual([
    ['img/a b.png', 'hook', 'missing'],
    ['c.png', 'rich', 'missing'],
    ['img/gone.png', 'gone', 'missing'],
    ['../../etc/passwd', 'out', 'missing'],
  ]);
  const map = must(mapOf(draft, { ...making, place: () => null }));
  const text = tryUtf8Decode(writeFile('mm', map, {}).bytes) ?? '';
  for (const uri of ['URI="img/a%20b.png"', '<img src="c.png"', 'URI="img/gone.png"']) expect(text).toContain(uri);
});
