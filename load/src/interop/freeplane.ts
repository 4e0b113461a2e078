import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Draft, plainWords } from '@bough/formats';
import { findServer, FREEPLANE_CLASSES, FREEPLANE_HOME } from '@bough/house/servers';
import { addressOf, imagesOf, type Judge, linksOf, type Seen, spaced, treeOf } from './judge.ts';
import { jsonLines, printed } from './programs.ts';

// Freeplane itself, without its window: it loads each file and tells its nodes through its own interface for scripts.

const SCRIPT = fileURLToPath(new URL('freeplane.groovy', import.meta.url));

interface FreeplaneNode {
  readonly id: string;
  readonly level: number;
  readonly isFree: boolean;
  readonly words: string;
  /** With its number, and with what came of it where it is a formula; HTML where it is rich. */
  readonly shown: string;
  readonly text: string;
  readonly link: string | null;
  readonly image: string | null;
  readonly to: readonly (string | null)[];
}

export const freeplane: Judge = {
  name: 'Freeplane',
  format: 'mm',
  find: async () => {
    const found = findServer('freeplane');
    if (found.kind === 'missing') return { missing: found.howTo };
    const about = await printed('dpkg-query', ['-W', '-f=${Version}', 'freeplane']).catch(() => '');
    return { version: about.replace(/-.*/, '') };
  },
  expect: (draft) => ({
    tree: treeOf(draft),
    texts: draft.items.map(({ fields }) => (isFormula(fields) ? WORKED_OUT : asItTells(plainWords(fields.text)))),
    images: imagesOf(draft),
    links: linksOf(draft, { inWords: true, between: true }).map(asPair),
  }),
  see: async (files) => {
    const folder = dirname(files[0] ?? '.');
    const list = join(folder, 'files.txt');
    writeFileSync(list, files.join('\n'));
    const java = ['-Djava.awt.headless=true', '-cp', FREEPLANE_CLASSES.join(':'), 'groovy.ui.GroovyMain', SCRIPT];
    // Java reads and prints in the encoding of its surroundings, which a bare machine has not said.
    const output = await printed('env', [
      'LC_ALL=C.UTF-8',
      'java',
      ...java,
      FREEPLANE_HOME,
      join(folder, 'freeplane-settings'),
      list,
    ]);
    const seen = jsonLines(output, 'SEEN ').map((nodes) => seenOf(nodes as FreeplaneNode[]));
    return files.map((_, i) => seen[i] ?? 'Freeplane ended before it.');
  },
};

/**
 * Of rich text it tells the words without the blanks between lines, and lists in signs of its own: bullets, and numbers that some of
 * several lines have and others have not.
 */
function asItTells(words: string): string {
  const unnumbered = words.includes('\n') ? words.replaceAll(/^[ \t]*\d+\.(?=[ \t])/gm, '') : words;
  return spaced(unnumbered).replaceAll(/[-* ]/g, '');
}

/** Free nodes of the root are roots of the map. */
function seenOf(nodes: readonly FreeplaneNode[]): Seen {
  const position = new Map(nodes.map(({ id }, i) => [id, i]));
  let isBelowFree = false;
  const tree = nodes.map(({ level, isFree }) => {
    if (level === 2) isBelowFree = isFree;
    return level - (isBelowFree && level > 1 ? 1 : 0);
  });
  const links = nodes.flatMap(({ link, text, to }, i) => [
    ...(link === null
      ? []
      : [`${i} ${link.startsWith('#') ? `#${position.get(link.slice(1)) ?? ''}` : addressOf(link)}`]),
    ...addressesIn(text).map((address) => `${i} ${addressOf(address)}`),
    ...to.map((id) => asPair(`${i} > ${position.get(id ?? '') ?? ''}`)),
  ]);
  return {
    tree,
    texts: nodes.map((node) => asItTells(wordsShown(node))),
    images: nodes.flatMap(({ image, text }, i) => (image !== null || /<img\s/i.test(text) ? [i] : [])),
    links: [...new Set(links)].sort(),
  };
}

/** Behind an apostrophe it shows words as they stand; its scripts are told the apostrophe too, and a formula as it is written. */
function wordsShown({ words, shown, text }: FreeplaneNode): string {
  const plain = words.replace(/^'/, '');
  if (/^\s*<html/i.test(text) || shown.endsWith(plain)) return plain;
  return words.startsWith('=') ? WORKED_OUT : shown;
}

const WORKED_OUT = 'formula';

/** It came from Freeplane as one, and goes back as one. */
function isFormula({ text, foreign }: Draft['items'][number]['fields']): boolean {
  return text.startsWith('=') && JSON.stringify(foreign ?? null).includes('TEXT');
}

/** An arrow at the beginning alone is one the other way round. */
function asPair(link: string): string {
  const [, from = '', to = ''] = /^(\d+) > (\d+)$/.exec(link) ?? [];
  return from !== '' && Number(from) > Number(to) ? `${to} > ${from}` : link;
}

function addressesIn(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*href="([^"]*)"[^>]*>([^]*?)<\/a>/gi)]
    .filter(([, address, words]) => address !== words)
    .map(([, address = '']) => address.replaceAll('&amp;', '&'));
}
