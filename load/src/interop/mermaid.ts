import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findServer } from '@bough/house/servers';
import { chromium } from '@playwright/test';
import { type Judge, NOTHING, type Seen, spaced, textsOf, treeOf } from './judge.ts';
import { JUDGES, npmPackage } from './programs.ts';

// Mermaid in a browser, where it is at home: it parses each diagram, and its tree is read.

interface MermaidNode {
  readonly descr: string;
  readonly children: readonly MermaidNode[];
}
declare const mermaid: {
  parse(source: string): Promise<unknown>;
  readonly mermaidAPI: {
    getDiagramFromText(source: string): Promise<{ readonly db: { getMindmap(): MermaidNode | null } }>;
  };
};

export const mermaidMindmap: Judge = {
  name: 'mermaid',
  format: 'mermaid',
  find: async () =>
    findServer('chromium').kind === 'missing' ? { missing: 'install Chromium' } : await npmPackage('mermaid', '11'),
  expect: (draft) => {
    const several = draft.items.filter(({ level }) => level === 1).length > 1;
    // It has one root, which the title stands in for.
    if (!several) return { ...NOTHING, tree: treeOf(draft), texts: textsOf(draft) };
    return {
      ...NOTHING,
      tree: [1, ...treeOf(draft).map((level) => level + 1)],
      texts: [spaced(draft.settings.title ?? ''), ...textsOf(draft)],
    };
  },
  see: async (files) => {
    const found = findServer('chromium');
    if (found.kind === 'missing') return [];
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const browser = await chromium.launch({ executablePath: found.from, args });
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ path: join(JUDGES, 'node_modules/mermaid/dist/mermaid.min.js') });
      const seen: (Seen | string)[] = [];
      for (const file of files) seen.push(await page.evaluate(seenByMermaid, readFileSync(file, 'utf8')));
      return seen.map((one) =>
        typeof one === 'string' ? one : { ...one, texts: one.texts?.map((text) => spaced(wordsOf(text))) ?? null },
      );
    } finally {
      await browser.close();
    }
  },
};

/** What it shows of a label: its own names of characters, and entities, are letters there, and `<br>` is a line break. */
function wordsOf(label: string): string {
  return label.replaceAll(/ﬂ°°(\d+)¶ß|<br\s*\/?>|&(lt|gt|quot|nbsp|amp);/g, (_, code?: string, name?: string) =>
    code === undefined ? (ENTITIES[name ?? ''] ?? ' ') : String.fromCodePoint(Number(code)),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** Runs in the page. */
async function seenByMermaid(source: string): Promise<Seen | string> {
  try {
    await mermaid.parse(source);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(source);
    const tree: number[] = [];
    const texts: string[] = [];
    const root = db.getMindmap();
    const work = root === null ? [] : [{ node: root, level: 1 }];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      tree.push(next.level);
      texts.push(next.node.descr);
      for (const node of [...next.node.children].reverse()) work.push({ node, level: next.level + 1 });
    }
    return { tree, texts, images: null, links: null };
  } catch (failure) {
    return String(failure).split('\n').slice(0, 2).join(' ');
  }
}
