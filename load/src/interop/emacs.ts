import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Judge, NOTHING, type Seen, spaced, textsOf, treeOf } from './judge.ts';
import { jsonLines, printed, program } from './programs.ts';

// Emacs, where Org is at home, parses each outline without its window: the level and the words of each headline.

const SCRIPT = fileURLToPath(new URL('emacs.el', import.meta.url));

export const emacs: Judge = {
  name: 'Emacs',
  format: 'org',
  find: () => program('emacs', '--version', 'apt-get install emacs-nox'),
  expect: (draft) => ({ ...NOTHING, tree: treeOf(draft), texts: textsOf(draft).map(visible) }),
  see: async (files) => {
    const list = join(dirname(files[0] ?? '.'), 'files.txt');
    writeFileSync(list, files.join('\n'));
    const output = await printed('emacs', ['--batch', '-Q', '-l', SCRIPT, list]);
    return jsonLines(output, 'SEEN ').map((said): Seen => {
      const rows = said as readonly { readonly level: number; readonly text: string }[];
      return { ...NOTHING, tree: rows.map(({ level }) => level), texts: rows.map(({ text }) => visible(text)) };
    });
  },
};

/** A blank of no width stands behind signs that are no marks. */
function visible(words: string): string {
  return spaced(words.replaceAll('\u200b', ''));
}
