import { must, utf8Encode } from '@bough/base';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type FileRead, readFile } from './read-file.ts';

// What stands in an archive beside the map, and what in a node's words: taken, or told.

const PNG = Uint8Array.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x14\0\0\0\x0a\x08\x02\0\0\0', (c) => c.charCodeAt(0));

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
