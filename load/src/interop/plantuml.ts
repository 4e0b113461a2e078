import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Draft } from '@bough/formats';
import { FREEPLANE_CLASSES } from '@bough/house/servers';
import { type Judge, lettersOf, NOTHING, type Seen, textsOf, treeOf } from './judge.ts';
import { JUDGES, jsonLines, printed } from './programs.ts';

// PlantUML reads each map and draws it: the tree is that of its own items, the words are those of its drawing. Groovy, which runs it, comes with
// Freeplane.

const JAR = join(JUDGES, 'plantuml.jar');
const ARTIFACT = 'net.sourceforge.plantuml:plantuml:1.2025.4';
const SCRIPT = fileURLToPath(new URL('plantuml.groovy', import.meta.url));
const [GROOVY = ''] = FREEPLANE_CLASSES;

export const plantuml: Judge = {
  name: 'PlantUML',
  format: 'plantuml',
  find: () => {
    const howTo = `apt-get install freeplane; mvn dependency:copy -Dartifact=${ARTIFACT}, its jar as ${JAR}`;
    return Promise.resolve(
      existsSync(GROOVY) && existsSync(JAR) ? { version: ARTIFACT.split(':').at(-1) ?? '' } : { missing: howTo },
    );
  },
  expect: (draft) => {
    const sided = { ...draft, items: rightFirst(draft) };
    return { ...NOTHING, tree: treeOf(sided), texts: lettersOf(textsOf(draft).join('')) };
  },
  see: async (files) => {
    const list = join(dirname(files[0] ?? '.'), 'files.txt');
    writeFileSync(list, files.join('\n'));
    const java = ['-Djava.awt.headless=true', '-cp', `${GROOVY}:${JAR}`, 'groovy.ui.GroovyMain', SCRIPT, list];
    return jsonLines(await printed('java', java), 'SEEN ').map((said): Seen | string => {
      if (typeof said === 'string') return said;
      const { levels, svg } = said as { readonly levels: readonly number[]; readonly svg: string };
      return { ...NOTHING, tree: levels, texts: lettersOf(wordsOfDrawing(svg)) };
    });
  },
};

/** It has the branches on the right of each root before those on the left. */
function rightFirst({ items }: Draft): Draft['items'] {
  const roots: { right: Draft['items'][number][]; left: Draft['items'][number][] }[] = [];
  let side: 'right' | 'left' = 'right';
  for (const item of items) {
    if (item.level === 1) roots.push({ right: [], left: [] });
    if (item.level <= 2) side = item.level === 2 && item.fields.side === 'left' ? 'left' : 'right';
    roots.at(-1)?.[side].push(item);
  }
  return roots.flatMap(({ right, left }) => [...right, ...left]);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The words between the tags of all texts. */
function wordsOfDrawing(svg: string): string {
  const texts = [...svg.matchAll(/<text\b[^>]*>([^<]*)<\/text>/g)].map(([, words = '']) => words);
  return texts
    .join('')
    .replaceAll(/&(?:#(\d+)|([a-z]+));/g, (whole, code: string | undefined, name: string | undefined) =>
      code === undefined ? (ENTITIES[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
    );
}
