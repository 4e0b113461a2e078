import { must, utf8Encode } from '@bough/base';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { FORMATS } from './formats.ts';
import { readFile } from './read-file.ts';
import { SAMPLES } from './testing/samples.ts';

const ENDINGS = [...new Set([...Object.values(FORMATS).map(({ extension }) => extension), ...SAMPLES.map(({ name }) => name.slice(name.lastIndexOf('.') + 1))])]; // prettier-ignore

function formatOf(name: string, bytes: Uint8Array): string {
  const read = readFile(name, bytes);
  return read.ok ? read.value.format : read.error.message;
}

test('[FMT-42] a file of each format is taken for what it is, whatever it is called', () => {
  const known = SAMPLES.filter(({ isKnownByName }) => isKnownByName !== true);
  for (const { format, name, bytes } of SAMPLES) expect([name, formatOf(name, bytes)]).toEqual([name, format]);
  for (const { format, name, bytes } of known) {
    // A name may only choose between Markdown and lines of text.
    const isPlain = ['outline', 'markdown', 'org', 'csv'].includes(format);
    const endings = isPlain ? [] : ENDINGS;
    for (const ending of [...endings, 'unheard-of'])
      expect([name, ending, formatOf(`x.${ending}`, bytes)]).toEqual([name, ending, format]);
  }
});

const OTHERS: readonly (readonly [string, string, RegExp])[] = [
  ['x.txt', '%PDF-1.7\n1 0 obj\n', /printing/],
  ['x.txt', '{\\rtf1\\ansi Orchard\\par}', /rich text/],
  ['x.txt', 'BEGIN:VCALENDAR\nEND:VCALENDAR\n', /calendar/],
  ['x.tex', '\\documentclass{article}\n\\begin{document}', /LaTeX/],
  ['x.mmd', 'graph TD\n  a --> b\n', /Mermaid diagram/],
  ['x.txt', 'sequenceDiagram\n  a->>b: hello\n', /Mermaid diagram/],
  ['x.puml', '@startuml\nAlice -> Bob\n@enduml\n', /PlantUML diagram/],
  ['x.json', '{"name":"package","version":"1.0.0"}', /JSON of a kind/],
  ['x.txt', '[{"a":1},{"a":2}]', /JSON of a kind/],
  ['x.json', 'null', /nothing in it but the word null/],
  ['x.txt', ' null\n', /nothing in it but the word null/],
  ['x.json', '42', /JSON of a kind/],
  ['x.canvas', '"Orchard"', /JSON of a kind/],
  ['x.canvas', '{"nodes":[{"id":"a"', /damaged/],
  ['x.xml', '<?xml version="1.0"?><!-- a map --><project name="x"><node TEXT="a"/></project>', /XML of a kind/],
];

test.for(OTHERS)(
  '[FMT-42] what is no mind map is refused by name, and never becomes lines: %s %s',
  ([name, source, why]) => {
    expect(formatOf(name, utf8Encode(source))).toMatch(why);
  },
);

/** The text in UTF-32, marked as such. */
function utf32(text: string, isLittle: boolean): Uint8Array {
  const units = Array.from(`\ufeff${text}`, (sign) => sign.codePointAt(0) ?? 0);
  const view = new DataView(new ArrayBuffer(units.length * 4));
  units.forEach((unit, at) => view.setUint32(at * 4, unit, isLittle));
  return new Uint8Array(view.buffer);
}

test('[FMT-42] a text in UTF-32 is read by its mark, and a damaged one is refused', () => {
  const words = 'Orchard 🌳\n\tpears\n';
  for (const isLittle of [true, false]) {
    const read = must(readFile('x.txt', utf32(words, isLittle)));
    expect(read.draft.items.map(({ fields }) => fields.text)).toEqual(['Orchard 🌳', 'pears']);
    expect(formatOf('x.mm', utf32('<map><node TEXT="a"/></map>', isLittle))).toBe('mm');
    const damaged = utf32('abc', isLittle);
    damaged[isLittle ? 7 : 4] = 0xff;
    expect(formatOf('x.mm', damaged)).toMatch(/UTF-32/);
  }
  // Behind UTF-16's mark NULs are no words either.
  expect(formatOf('x.txt', Uint8Array.of(0xff, 0xfe, 0x61, 0, 0, 0, 0x62, 0))).toBe(NO_FILE);
});

test('[FMT-42] what begins as a picture or a program does is refused, also where it has no NUL', () => {
  const heads = ['\u0089PNG\r\n\u001a\n', 'GIF89a', '\u00ff\u00d8\u00ff\u00e0', '\u007fELF', '\u001f\u008b\u0008'];
  for (const head of heads) {
    const bytes = Uint8Array.from(`${head}${'0'.repeat(100)}\n0\n`, (sign) => sign.charCodeAt(0));
    for (const name of ['x.mm', 'x.md', 'x.txt']) expect(formatOf(name, bytes)).toBe(NO_FILE);
  }
  expect(formatOf('x.txt', utf8Encode('GIF\n\tPNG\n'))).toBe('outline');
});

const NO_FILE = 'It is no file that Bough can read.';

test('[FMT-42] one word or number is a line wherever no name says that it is JSON', () => {
  for (const line of ['42', 'true', 'nullify', '"Orchard"'])
    expect(formatOf('x.txt', utf8Encode(line))).toBe('outline');
});

test('[FMT-42] an archive of another program is refused by name', () => {
  const zipped = (part: string): Uint8Array => zipSync({ [part]: utf8Encode('<a/>') });
  expect(formatOf('x.docx', zipped('word/document.xml'))).toMatch(/Word/);
  expect(formatOf('x.xlsx', zipped('xl/workbook.xml'))).toMatch(/Excel/);
  expect(formatOf('x.pptx', zipped('ppt/presentation.xml'))).toMatch(/PowerPoint/);
  expect(formatOf('x.odt', zipSync({ mimetype: utf8Encode('a'), 'content.xml': utf8Encode('<a/>') }))).toMatch(
    /OpenDocument/,
  );
  expect(formatOf('x.zip', zipped('picture.png'))).toMatch(/there is no map in it/);
});

test('[FMT-23] JSON that is nested deeper than is read is refused, wherever it is deep', () => {
  const deep = `{"nodes":[{"id":"a","type":"text","text":"a","odd":${'['.repeat(60_000)}${']'.repeat(60_000)}}],"edges":[]}`;
  expect(formatOf('x.canvas', utf8Encode(deep))).toMatch(/deeper/);
});
