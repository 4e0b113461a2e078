import { must, utf8Encode } from '@bough/base';
import { expect, test } from 'vitest';
import { filesInArchive } from './files-in-archive.ts';
import { readFile } from './read-file.ts';
import { writeZip } from './shared/zip.ts';

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
    }),
  );
  expect(found?.files.map(({ name }) => name)).toEqual(['a.mm', 'notes/rivers.md', 'with images.zip']);
  expect(found?.others).toEqual(['photo.jpg']);
  const formats = found?.files.map(({ name, bytes }) => must(readFile(name, must(bytes))).format);
  expect(formats).toEqual(['mm', 'markdown', 'mm']);
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
