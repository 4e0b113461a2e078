import { must, utf8Encode } from '@bough/base';
import { expect, test } from 'vitest';
import { writeMarkdown } from './markdown/write-markdown.ts';
import { writeMermaid } from './mermaid/write-mermaid.ts';
import { readFile } from './read-file.ts';
import type { Draft } from './shared/draft.ts';
import { plainWords } from './shared/text/plain-words.ts';
import { Reporter } from './shared/report.ts';
import { commonmarkTree } from './testing/commonmark-tree.ts';

/** A root, and the other texts below it. */
function draftOfTexts(texts: readonly string[]): Draft {
  const items = texts.map((text, i) => ({ key: `k${i}`, level: i === 0 ? 1 : 2, fields: { text } }));
  return { settings: {}, items, links: [], files: new Map() };
}

function textsIn(name: string, source: string): string[] {
  return must(readFile(name, utf8Encode(source))).draft.items.map(({ fields }) => fields.text);
}

const shown = (words: string): string => words.replaceAll(/[\s\u00a0]+/g, ' ').trim();

test('[FMT-38] what means something to other readers of Markdown alone is words for them, and as it was for Bough', () => {
  const texts = [
    'a root\nof two lines',
    '<html> and <b>',
    'AT&amp;T',
    '3*4*5',
    String.raw`a \b c\ `.trim(),
    '[x]: y',
    '  indented',
    'Google <http://example.org/_a_/>',
    '1. first',
    '- dash',
    '> quote',
    '===',
    'x^2 + y^2',
    'two\nlines\n\n---',
    '',
    'after nothing',
    '**bold** and *slanted*, `code`, [here](https://example.org/)',
  ];
  const draft = draftOfTexts(texts);
  const written = writeMarkdown(draft, new Reporter());
  expect(commonmarkTree(written).map(({ level, text }) => [level, shown(text)])).toEqual(
    draft.items.map(({ level, fields }) => [level, shown(plainWords(fields.text))]),
  );
  expect(textsIn('a.md', written)).toEqual(texts);
});

test('[FMT-38] equals signs that would mark words elsewhere stand behind backslashes, and come back as they were', () => {
  const texts = [
    'root',
    'a == b',
    'a == b == c',
    '====',
    'x ====== y',
    'a = b = c',
    'two ==\n== lines',
    String.raw`a\== b ==`,
  ];
  const written = writeMarkdown(draftOfTexts(texts), new Reporter());
  expect(written).toContain('- a = b = c\n');
  // One of two may have its partner in another line of the item.
  expect(written.replaceAll(/\\./g, '')).not.toContain('==');
  expect(commonmarkTree(written).map(({ text }) => text)).toEqual(texts.map((text) => shown(plainWords(text))));
  expect(textsIn('a.md', written).map(plainWords)).toEqual(texts.map(plainWords));
});

test('[FMT-38] styles that other readers would not see, and headings inside an item, are told', () => {
  const reporter = new Reporter();
  const written = writeMarkdown(draftOfTexts(['root', 'a**".**b', '# heading\nwords', '**whole**']), reporter);
  expect(written).toBe('# root\n\n- a".b\n- **heading**\\\n  words\n- **whole**\n');
  expect(reporter.notes()).toMatchObject([{ kind: 'approximated', count: 2 }]);
});

test('[FMT-39] Mermaid gets plain words, and an item where there are none or where they are its own name', () => {
  const texts = ['root', '', 'Mindmaps', 'mindmap', '**bold** `code`', String.raw`a \* b`];
  const written = writeMermaid(draftOfTexts(texts), new Reporter());
  expect(written.split('\n').map((line) => line.trim())).toEqual([
    'mindmap',
    'root',
    'n1["\u00a0"]',
    'n2["Mindmaps"]',
    'n3["mindmap"]',
    'bold code',
    'a * b',
    '',
  ]);
  expect(textsIn('a.mmd', written)).toEqual(['root', '', 'Mindmaps', 'mindmap', 'bold code', 'a * b']);
});

test('[FMT-39] Mermaid takes a semicolon away from what looks to it like a style: such words are written by their numbers', () => {
  const texts = ['root', 'a style of https://example.org/?a=1&b=2', 'classDef:a&b', 'style & more'];
  const written = writeMermaid(draftOfTexts(texts), new Reporter());
  expect(written).not.toMatch(/(?:style|classDef).*:\S*#.*;/);
  expect(written).toContain('style #38; more');
  expect(textsIn('a.mmd', written)).toEqual(texts);
});

test('[FMT-39] only words between backticks are Markdown in a Mermaid mindmap', () => {
  const texts = textsIn('a.mmd', 'mindmap\n  a\n    b["`**b**`"]\n    **c**\n');
  expect(texts).toEqual(['a', '**b**', String.raw`\*\*c\*\*`]);
});
