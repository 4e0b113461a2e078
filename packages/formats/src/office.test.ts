import { must } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { scriptPayloads } from '@bough/house/hostile';
import { Dice, randomMap } from '@bough/map/testing';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readFile } from './read-file.ts';
import { draftOf } from './shared/draft-of-map.ts';
import type { DraftItem } from './shared/draft.ts';
import { plainWords } from './shared/text/plain-words.ts';
import { type XmlTree, xmlOf } from './testing/other-parsers.ts';
import { writeFile } from './write-file.ts';

const making = { ids: new Dice(3).ids, random: seededRandom(3) };
const IMAGE = { source: `asset:${'0'.repeat(64)}`, width: 1280, height: 640 };
const fileOf = (): { name: string; bytes: Uint8Array } => ({ name: 'a.png', bytes: Uint8Array.of(1, 2, 3) });

/** The parts of a package, each of which another parser reads. */
function partsOf(format: 'docx' | 'pptx', map: Parameters<typeof writeFile>[1]): Map<string, XmlTree> {
  const entries = Object.entries(unzipSync(writeFile(format, map, { fileOf }).bytes));
  const parts = new Map(
    entries.flatMap(([name, bytes]) => (name.startsWith('word/media') ? [] : [[name, xmlOf(strFromU8(bytes))]])),
  );
  for (const [name, tree] of parts) {
    if (!name.endsWith('.rels')) continue;
    const folder = name.replace(/_rels\/[^/]+$/, '');
    for (const { attributes } of tree.children) {
      const target = attributes['Target'] ?? '';
      if (attributes['TargetMode'] === 'External') expect(target).toMatch(/^(?:https?:\/\/|mailto:)/);
      else expect(entries.map(([entry]) => entry)).toContain(resolved(folder, target));
    }
  }
  return parts;
}

function resolved(folder: string, target: string): string {
  const path = folder.split('/').filter((one) => one !== '');
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else path.push(step);
  }
  return path.join('/');
}

function below(tree: XmlTree | undefined, name: string): XmlTree[] {
  const found: XmlTree[] = [];
  const work = tree === undefined ? [] : [tree];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (next.name === name) found.push(next);
    work.push(...next.children.toReversed());
  }
  return found;
}

function mapFrom(
  items: readonly (readonly [level: number, fields: DraftItem['fields']])[],
): Parameters<typeof writeFile>[1] {
  const drafted = items.map(([level, fields], i) => ({ key: `k${i}`, level, fields }));
  return must(mapOf({ settings: { title: 'A & B' }, items: drafted, links: [], files: new Map() }, making));
}

test('[FMT-54] each item of a map is a heading of its level with its words, for arbitrary maps', () => {
  let tried = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const map = randomMap(new Dice(seed), 60);
    if (map.items.size === 0) continue;
    const paragraphs = below(partsOf('docx', map).get('word/document.xml'), 'w:p');
    const headings = paragraphs.flatMap((one) => {
      const level = below(one, 'w:pStyle')[0]?.attributes['w:val'];
      return level === undefined ? [] : [{ level: Number(/^Heading(\d)$/.exec(level)?.[1] ?? 10), text: one.text }];
    });
    const wanted = draftOf(map).items;
    expect(headings.map(({ level }) => level)).toEqual(wanted.map(({ level }) => Math.min(10, level)));
    wanted.forEach(({ fields }, i) => expect(headings[i]?.text).toContain(plainWords(fields.text).split('\n')[0]));
    tried += wanted.length;
  }
  expect(tried).toBeGreaterThan(100);
});

test('[FMT-54] notes are text, addresses hyperlinks, boxes and icons signs, images pictures within the page', () => {
  const map = mapFrom([
    [1, { text: 'root', note: 'one\n**two**' }],
    [2, { text: '**b** [x](https://example.org/x)', checkbox: 'done', icon: '💡', href: 'https://example.org/y', image: IMAGE }],
  ]); // prettier-ignore
  const parts = partsOf('docx', map);
  const document = parts.get('word/document.xml');
  expect(below(document, 'w:p').map(({ text }) => text)).toEqual(['root', 'one', 'two', '☑ 💡 b x ↗', '']);
  const targets = parts.get('word/_rels/document.xml.rels')?.children.map(({ attributes }) => attributes['Target']);
  expect(targets).toEqual(['styles.xml', 'https://example.org/x', 'https://example.org/y', 'media/a.png']);
  expect(below(document, 'wp:extent')[0]?.attributes).toEqual({ cx: '6096000', cy: '3048000' });
  expect(below(document, 'wp:docPr')[0]?.attributes['descr']).toBe('b x');
});

test('[FMT-62] a slide for each root and each branch with items below, and none has more than twelve lines', () => {
  const leaves = Array.from({ length: 30 }, (_, i): readonly [number, DraftItem['fields']] => [
    3,
    { text: `leaf ${i}` },
  ]);
  const map = mapFrom([[1, { text: 'root', note: 'of it' }], [2, { text: 'many' }], ...leaves, [2, { text: 'alone', note: 'here' }], [1, { text: 'second' }]]); // prettier-ignore
  const parts = partsOf('pptx', map);
  const slides = [...parts].filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).map(([, tree]) => below(tree, 'p:txBody').map((body) => below(body, 'a:p').map(({ text }) => text))); // prettier-ignore
  expect(slides.map(([title]) => title?.join())).toEqual(['root', 'many', 'many (2)', 'many (3)', 'second']);
  expect(slides[0]?.[1]).toEqual(['of it', 'many', 'alone', 'here']);
  const points = slides.slice(1, 4).flatMap(([, body]) => body ?? []);
  expect(points).toEqual(leaves.map(([, { text }]) => text));
  expect(Math.max(...slides.map(([, body]) => body?.length ?? 0))).toBe(12);
});

test('[FMT-62] a slide that goes on says a long title in short', () => {
  const leaves = Array.from({ length: 20 }, (_, i): readonly [number, DraftItem['fields']] => [
    2,
    { text: `leaf ${i}` },
  ]);
  const parts = partsOf('pptx', mapFrom([[1, { text: `${'long '.repeat(100)}\nsecond line` }], ...leaves]));
  const titles = ['1', '2'].map((n) => below(parts.get(`ppt/slides/slide${n}.xml`), 'p:txBody')[0]?.text ?? '');
  expect(titles[0]).toContain('second line');
  expect(titles[1]).toBe(`${'long '.repeat(24)}… (2)`);
});

test('[FMT-62] every item of an arbitrary map is on a slide', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const map = randomMap(new Dice(seed), 60);
    if (map.items.size === 0) continue;
    const slides = [...partsOf('pptx', map)].filter(([name]) => name.startsWith('ppt/slides/slide'));
    const words = slides.map(([, { text }]) => text).join('\n');
    for (const { fields } of draftOf(map).items) expect(words).toContain(plainWords(fields.text).split('\n')[0]);
  }
});

test('[FMT-30] five hundred scripts as words and notes are words of both, and leave each part as it was', () => {
  const items = scriptPayloads().map((text, i): readonly [number, DraftItem['fields']] => [
    i === 0 ? 1 : 2,
    { text, note: text },
  ]);
  const map = mapFrom(items);
  for (const format of ['docx', 'pptx'] as const) {
    for (const [name, tree] of partsOf(format, map)) {
      expect(/^[\w[\]./-]+$/.test(name) && !name.includes('..')).toBe(true);
      expect(below(tree, 'script')).toEqual([]);
    }
    const read = readFile(`x.${format}`, writeFile(format, map).bytes);
    expect(read.ok ? 'read' : read.error.reason).toBe('not-this-format');
  }
});
