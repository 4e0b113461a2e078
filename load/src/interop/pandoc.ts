import type { Draft } from '@bough/formats';
import { type Judge, NOTHING, type Seen, spaced, textsOf, treeOf } from './judge.ts';
import { printed, program } from './programs.ts';

// Pandoc reads the Word outline: each heading with its level and words. Items below the ninth level are no headings.

const DEEPEST = 9;

export const pandoc: Judge = {
  name: 'pandoc',
  format: 'docx',
  find: () => program('pandoc', '--version', 'apt-get install pandoc'),
  expect: (draft) => {
    const headings: Draft = { ...draft, items: draft.items.filter(({ level }) => level <= DEEPEST) };
    return { ...NOTHING, tree: treeOf(headings), texts: textsOf(headings).map(withoutSigns) };
  },
  see: async (files) => {
    const seen: Seen[] = [];
    for (const file of files) {
      const { blocks } = JSON.parse(await printed('pandoc', ['-f', 'docx', '-t', 'json', file])) as {
        readonly blocks: readonly Block[];
      };
      const headings = blocks.flatMap((block) => (block.t === 'Header' ? [block.c] : []));
      const texts = headings.map(([, , inlines]) => withoutSigns(spaced(wordsOf(inlines))));
      seen.push({ ...NOTHING, tree: headings.map(([level]) => level), texts });
    }
    return seen;
  },
};

type Block =
  | { readonly t: 'Header'; readonly c: readonly [level: number, attributes: unknown, words: unknown] }
  | { readonly t: 'Para' };

/** Icons and boxes stand before the words, an arrow behind them where the item leads somewhere. */
function withoutSigns(words: string): string {
  return words.replace(/^(?:[\p{Extended_Pictographic}\p{Emoji_Component}☐☑☒]+(?: |$))+/u, '').replace(/ ?↗$/, '');
}

/** The words of Pandoc's own tree: strings are words, all other things have theirs in what they contain. */
function wordsOf(inline: unknown): string {
  if (Array.isArray(inline)) return inline.map(wordsOf).join('');
  if (typeof inline !== 'object' || inline === null || !('t' in inline)) return '';
  const content = 'c' in inline ? inline.c : undefined;
  if (inline.t === 'Str') return String(content);
  if (inline.t === 'Code' && Array.isArray(content)) return String(content[1]);
  if (inline.t === 'Quoted' && Array.isArray(content)) return quoted(wordsOf(content[1]), content[0]);
  return inline.t === 'Space' || inline.t === 'SoftBreak' || inline.t === 'LineBreak' ? ' ' : wordsOf(content);
}

function quoted(words: string, kind: unknown): string {
  const isSingle = typeof kind === 'object' && kind !== null && 't' in kind && kind.t === 'SingleQuote';
  return isSingle ? `‘${words}’` : `“${words}”`;
}
