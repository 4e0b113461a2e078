import { must, tryUtf8Decode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { check, type MindMap } from '@bough/map';
import { Dice, randomMap } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import type { TwoWayFormat } from './formats.ts';
import { readFile } from './read-file.ts';
import { draftOf } from './shared/draft-of-map.ts';
import { plainWords } from './shared/text/plain-words.ts';
import { commonmarkTree } from './testing/commonmark-tree.ts';
import type { Draft } from './shared/draft.ts';
import { canonical } from './testing/canonical.ts';
import { writeFile } from './write-file.ts';

const making = { ids: { short: idsOf(7) }, random: seededRandom(7) };

function idsOf(seed: number): () => string {
  const dice = new Dice(seed);
  return () => dice.ids.short();
}

/** What a format without places for more keeps of a draft. */
function onlyWords(draft: Draft, fields: readonly string[], wordsOf: (text: string) => string): unknown {
  return draft.items.map(({ level, fields: all }) => {
    const kept = Object.entries(all)
      .filter(([name, value]) => fields.includes(name) && value !== null)
      .map(([name, value]) => [name, typeof value === 'string' ? wordsOf(value) : value])
      .filter(([, value]) => value !== '');
    return { level, ...Object.fromEntries(kept), text: wordsOf(all.text) };
  });
}

function maps(): MindMap[] {
  return Array.from({ length: 60 }, (_, seed) => randomMap(new Dice(seed + 1), 60)).filter((map) => map.items.size > 0);
}

function readBack(format: TwoWayFormat, map: MindMap): Draft {
  const written = writeFile(format, map);
  const read = must(readFile(`map.${written.extension}`, written.bytes));
  expect(read.format).toBe(format);
  return read.draft;
}

test.for(['bough', 'mm', 'opml', 'xmind', 'canvas', 'kityminder'] as const)(
  '[FMT-1] what is written as %s is read back whole, for arbitrary maps',
  (format) => {
    for (const map of maps()) expect(canonical(readBack(format, map))).toEqual(canonical(draftOf(map)));
  },
);

test.for([
  ...(['bough', 'mm', 'opml', 'xmind', 'canvas', 'kityminder', 'markdown', 'mermaid', 'outline'] as const),
  ...(['org', 'plantuml', 'csv', 'html'] as const),
])('[FMT-2] a map made of a %s file is sound, and is written and read again as it is', (format) => {
  for (const map of maps().slice(0, 20)) {
    const first = must(mapOf(readBack(format, map), making));
    expect(check(first)).toEqual([]);
    const second = must(mapOf(readBack(format, first), making));
    expect(canonical(draftOf(second))).toEqual(canonical(draftOf(first)));
  }
});

/** Runs of blanks are one. */
function shown(words: string): string {
  return words.replaceAll(/[\s\u00a0]+/g, ' ').trim();
}

/** Lines without the blanks around them, which no lightweight format keeps. */
function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

test('[FMT-3] Markdown keeps words, tree, notes and boxes', () => {
  // Marks may be written otherwise, or left out, for the sake of other readers.
  const words = (text: string): string => plainWords(tidy(text));
  const kept = (draft: Draft): unknown => onlyWords(draft, ['checkbox', 'note'], words);
  for (const map of maps()) expect(kept(readBack('markdown', map))).toEqual(kept(draftOf(map)));
});

test('[FMT-38] CommonMark takes the Markdown that is written for the same tree and words', () => {
  for (const map of maps()) {
    const { items } = draftOf(map);
    const wanted = items.map(({ level, fields }) => ({ level, text: shown(plainWords(fields.text)) }));
    const found = commonmarkTree(tryUtf8Decode(writeFile('markdown', map).bytes) ?? '');
    expect(found.map(({ level, text }) => ({ level, text: shown(text.replace(/^\[[ x]\] /, '')) }))).toEqual(wanted);
  }
});

test('[FMT-3] a Mermaid mindmap keeps words and tree, of several roots too', () => {
  for (const map of maps()) {
    const words = (text: string): string => tidy(plainWords(text));
    expect(onlyWords(readBack('mermaid', map), [], words)).toEqual(onlyWords(draftOf(map), [], words));
  }
});

test('[FMT-44] PlantUML keeps words, tree, sides, and items without a box, of several roots too', () => {
  const words = (text: string): string => tidy(plainWords(text));
  const kept = (draft: Draft): unknown => {
    const items = draft.items.map((item) => ({ ...item, fields: sided(item) }));
    return onlyWords({ ...draft, items }, ['side'], words);
  };
  for (const map of maps()) expect(kept(readBack('plantuml', map))).toEqual(kept(draftOf(map)));
});

/** Only items of the second level have sides; where one has, the others stand on the right. */
function sided({ level, fields: { side, ...fields } }: Draft['items'][number]): Draft['items'][number]['fields'] {
  return level === 2 && side === 'left' ? { ...fields, side } : fields;
}

test('[FMT-45] Org keeps words, tree, notes, boxes and folds', () => {
  const one = (text: string): string => plainWords(text).replaceAll(/\s+/g, ' ').trim();
  const kept = (draft: Draft): unknown => onlyWords(draft, ['note', 'checkbox', 'isFolded'], one);
  for (const map of maps()) expect(kept(readBack('org', map))).toEqual(kept(draftOf(map)));
});

test('[FMT-48] a web page keeps words, tree, notes, boxes, colours, folds and links', () => {
  const one = (text: string): string => plainWords(text).replaceAll(/\s+/g, ' ').trim();
  const kept = (draft: Draft): unknown => [
    onlyWords(draft, ['note', 'checkbox', 'colour'], one),
    draft.links.map(({ label }) => label).sort(),
    draft.items.map(
      ({ fields }, i) => fields.isFolded === true && (draft.items[i + 1]?.level ?? 0) > (draft.items[i]?.level ?? 0),
    ),
  ];
  for (const map of maps()) expect(kept(readBack('html', map))).toEqual(kept(draftOf(map)));
});

test('[FMT-46] a table keeps words, tree, notes, boxes, colours, icons and ways to items', () => {
  const one = (text: string): string => plainWords(tidy(text));
  const kept = (draft: Draft): unknown => onlyWords(draft, ['note', 'checkbox', 'colour', 'icon'], one);
  for (const map of maps()) expect(kept(readBack('csv', map))).toEqual(kept(draftOf(map)));
});

test('[FMT-3] indented text keeps the words of each item that has any, and the tree of a map whose items all have', () => {
  for (const map of maps()) {
    const draft = draftOf(map);
    const items = draft.items.map((item, i) => ({ ...item, fields: { text: `${i} ${item.fields.text}` } }));
    const numbered = must(mapOf({ ...draft, items, links: [] }, making));
    const one = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
    expect(onlyWords(readBack('outline', numbered), [], one)).toEqual(onlyWords(draftOf(numbered), [], one));
  }
});
