import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Draft } from '@bough/formats';
import { addressOf, type Judge, linksOf, NOTHING, type Seen, spaced, textsOf, treeOf } from './judge.ts';
import { jsonLines, printed, program, pythonModule } from './programs.ts';

// Parsers of Python: its own for XML and CSV, and xmindparser.

const SCRIPT = fileURLToPath(new URL('read.py', import.meta.url));

/** What read.py says of each file. */
export async function readByPython(kind: string, files: readonly string[], python = 'python3'): Promise<unknown[]> {
  const list = join(dirname(files[0] ?? '.'), 'files.txt');
  writeFileSync(list, files.join('\n'));
  return jsonLines(await printed(python, [SCRIPT, kind, list]), 'SEEN ');
}

interface Row {
  readonly level: number;
  readonly text: string | null;
  readonly link?: string | null;
}

async function seenRows(kind: string, files: readonly string[]): Promise<readonly (Seen | string)[]> {
  return (await readByPython(kind, files)).map((said) => {
    if (typeof said === 'string') return said;
    const rows = said as readonly Row[];
    const links = rows.flatMap(({ link }, i) =>
      typeof link === 'string' && link !== '' ? [`${i} ${addressOf(link)}`] : [],
    );
    const texts = rows.map(({ text }) => spaced(text ?? ''));
    return { ...NOTHING, tree: rows.map(({ level }) => level), texts, links: links.sort() };
  });
}

/** Another item is named by the number of its row. */
function linksOfRows(draft: Draft): string[] {
  return linksOf(draft, { inWords: false, between: false })
    .map((link) => link.replace(/^(\d+ #)(\d+)$/, (_, before: string, at: string) => `${before}${Number(at) + 1}`))
    .sort();
}

export const python: Judge = {
  name: 'ElementTree',
  format: 'opml',
  find: () => program('python3', '--version', 'apt-get install python3'),
  expect: (draft) => ({ ...NOTHING, tree: treeOf(draft), texts: textsOf(draft) }),
  see: (files) => seenRows('opml', files),
};

export const csv: Judge = {
  ...python,
  name: 'Python-csv',
  format: 'csv',
  expect: (draft) => ({ ...NOTHING, tree: treeOf(draft), texts: textsOf(draft), links: linksOfRows(draft) }),
  see: (files) => seenRows('csv', files),
};

/** It knows no floating topics: the first root and what is below it. */
export const xmindparser: Judge = {
  name: 'xmindparser',
  format: 'xmind',
  find: () => pythonModule('xmindparser', 'xmindparser'),
  expect: (draft) => {
    const second = draft.items.findIndex(({ level }, i) => i > 0 && level === 1);
    const items = second < 0 ? draft.items : draft.items.slice(0, second);
    return { ...NOTHING, tree: treeOf({ ...draft, items }), texts: textsOf({ ...draft, items }) };
  },
  see: (files) => seenRows('xmind', files),
};
