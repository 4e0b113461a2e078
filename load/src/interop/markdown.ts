import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonmarkImages, commonmarkTree } from '@bough/formats/testing';
import { imagesOf, type Judge, NOTHING, type Seen, spaced, textsOf, treeOf } from './judge.ts';
import { JUDGES, npmPackage } from './programs.ts';

// Two readers of Markdown. Both take headings and list items for the tree; the first paragraph of a list item is its text.

export const commonmark: Judge = {
  name: 'commonmark',
  format: 'markdown',
  find: () => Promise.resolve({ version: '' }),
  expect: (draft) => ({
    ...NOTHING,
    tree: treeOf(draft),
    texts: textsOf(draft).map(withoutTask),
    images: imagesOf(draft),
  }),
  see: (files) => Promise.resolve(files.map(seenByCommonmark)),
};

function seenByCommonmark(file: string): Seen {
  const source = readFileSync(file, 'utf8');
  const items = commonmarkTree(source);
  return {
    ...NOTHING,
    images: commonmarkImages(source).map(({ after }) => after - 1),
    tree: items.map(({ level }) => level),
    texts: items.map(({ text }) => withoutTask(spaced(text))),
  };
}

/** Tasks and strokes are GitHub's: their signs are words. */
const withoutTask = (text: string): string => text.replace(/^\[[ x]\](?: |$)/, '').replaceAll('~~', '');

interface MarkmapNode {
  readonly content: string;
  readonly children: readonly MarkmapNode[];
}
interface MarkmapLib {
  readonly Transformer: new () => { transform(source: string): { readonly root: MarkmapNode } };
}

export const markmap: Judge = {
  name: 'markmap',
  format: 'markdown',
  find: () => npmPackage('markmap-lib', '0.18.12'),
  expect: (draft) => ({ ...NOTHING, tree: treeOf(draft), texts: textsOf(draft).map(withoutTask) }),
  see: async (files) => {
    const file = join(JUDGES, 'node_modules/markmap-lib/dist/index.no-plugins.mjs');
    const { Transformer } = (await import(file)) as MarkmapLib;
    return files.map((one) => seenByMarkmap(new Transformer().transform(readFileSync(one, 'utf8')).root));
  },
};

function seenByMarkmap(root: MarkmapNode): Seen {
  const tree: number[] = [];
  const texts: string[] = [];
  // It puts an empty root above several.
  const work =
    root.content === '' && root.children.length > 1
      ? root.children.map((node) => ({ node, level: 1 })).reverse()
      : [{ node: root, level: 1 }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { node, level } = next;
    tree.push(level);
    texts.push(withoutTask(spaced(wordsOfHtml(node.content))));
    for (const child of node.children.toReversed()) work.push({ node: child, level: level + 1 });
  }
  return { ...NOTHING, tree, texts };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The words of its first paragraph: what comes behind is the note. */
function wordsOfHtml(html: string): string {
  return html
    .trim()
    .replace(/^<p[^>]*>([^]*?)<\/p>[^]*$/, '$1')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/<br\s*\/?>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#x([0-9a-f]+)|([a-z]+));/g, (whole, hex: string | undefined, name: string | undefined) =>
      hex === undefined ? (ENTITIES[name ?? ''] ?? whole) : String.fromCodePoint(Number.parseInt(hex, 16)),
    );
}
