import { must, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { filesInArchive } from './files-in-archive.ts';
import { readFile } from './read-file.ts';
import { writeZip } from './shared/zip.ts';
import { writeFile } from './write-file.ts';

const MM = utf8Encode('<map><node TEXT="Harvest"><node TEXT="apples"/></node></map>');
const MD = utf8Encode('# Rivers\n\n- Elbe\n');
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const HASH = 'a'.repeat(64);

test('[FMT-55] an archive of several files is those, each to be read by itself, and names what is none', () => {
  const inner = writeZip({ 'deep.mm': MM, [`images/${HASH}.png`]: PNG });
  const found = filesInArchive(
    writeZip({
      'a.mm': MM,
      'notes/rivers.md': MD,
      'with images.zip': inner,
      'photo.jpg': PNG,
      '__MACOSX/._a.mm': PNG,
      'notes/.DS_Store': PNG,
      './here.mm': MM,
      '../../up.mm': MM,
    }),
  );
  expect(found?.files.map(({ name }) => name)).toEqual([
    ...['a.mm', 'notes/rivers.md', 'with images.zip', './here.mm', '../../up.mm'],
  ]);
  expect(found?.others).toEqual(['photo.jpg']);
  const formats = found?.files.map(({ name, bytes }) => must(readFile(name, must(bytes))).format);
  expect(formats).toEqual(['mm', 'markdown', 'mm', 'mm', 'mm']);
  expect(filesInArchive(writeZip({ 'outline.opml': MM }))?.files).toHaveLength(1);
  expect(filesInArchive(writeZip({ 'README.md': MD, 'more.md': MD }))?.files).toHaveLength(2);
});

test('[FMT-55] what is one file of a program, or one map with its images, is not taken apart', () => {
  for (const one of [
    MM,
    writeZip({ 'content.json': MD, 'notes.md': MD, 'more.md': MD }),
    writeZip({ 'Document.xml': MM, 'a.mm': MM, 'b.mm': MM }),
    writeZip({ 'Harvest.mm': MM, [`images/${HASH}.png`]: PNG }),
    writeZip({ 'Rivers.md': MD, [`images/${HASH}.png`]: PNG }),
    writeZip({ 'photo.jpg': PNG }),
    writeZip({ 'a.mm': MM, 'b.mm': MM }).subarray(0, 60),
    new Uint8Array(),
  ]) {
    expect(filesInArchive(one)).toBe(null);
  }
});

test('[FMT-55] a file of it that inflates without end is refused alone', () => {
  const bomb = new Uint8Array(8 * 1024 * 1024);
  const found = filesInArchive(writeZip({ 'a.mm': MM, 'bomb.mm': bomb, 'b.mm': MM }));
  expect(found?.files.map(({ bytes }) => (bytes.ok ? 'read' : bytes.error.reason))).toEqual([
    'read',
    'hostile',
    'read',
  ]);
});

test('[FMT-71] several maps that share one folder of images have each those that they name', () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
  const mm = (...hashes: readonly string[]): Uint8Array => {
    const items = hashes.map((hash, at) => ({
      ...{ level: at === 0 ? 1 : 2, key: hash },
      fields: { text: hash.slice(0, 3), image: { source: `asset:${hash}`, width: 20, height: 10 } },
    }));
    const map = must(mapOf({ settings: {}, items, links: [], files: new Map() }, making()));
    return writeFile('mm', map, { fileOf: () => null }).bytes;
  };
  const image = (hash: string) => `images/${hash}.png`;
  const found = filesInArchive(
    writeZip({
      ...{ 'one.mm': mm(a, b), 'two.mm': mm(b), 'sub/three.mm': mm(a), 'plain.mm': MM },
      ...{ [image(a)]: Uint8Array.of(1), [image(b)]: Uint8Array.of(2), [`sub/${image(a)}`]: Uint8Array.of(3) },
    }),
  );
  const read = found?.files.map(({ name, bytes }) => [name, must(readFile(name, must(bytes))).draft.files]);
  expect(read).toEqual([
    [
      'one.mm',
      new Map([
        [image(a), Uint8Array.of(1)],
        [image(b), Uint8Array.of(2)],
      ]),
    ],
    ['two.mm', new Map([[image(b), Uint8Array.of(2)]])],
    ['sub/three.mm', new Map([[image(a), Uint8Array.of(3)]])],
    ['plain.mm', new Map()],
  ]);
  expect(found?.others).toEqual([]);
});

/** Fresh ids and chance, the same in each run. */
function making() {
  let made = 0;
  return { ids: { short: () => `item-${String(made++).padStart(7, '0')}` }, random: seededRandom(3) };
}
