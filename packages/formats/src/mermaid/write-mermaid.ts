import { type Draft, type DraftItem, unpackForeign } from '../shared/draft.ts';
import { plainWords } from '../shared/text/plain-words.ts';
import type { Reporter } from '../shared/report.ts';
import { wholeStyle } from '../shared/text/inline-markdown.ts';
import { ROOTS } from './read-mermaid.ts';

const BRACKETS: Readonly<Record<string, readonly [string, string]>> = {
  ellipse: ['((', '))'],
  diamond: ['{{', '}}'],
  pill: ['(', ')'],
  box: ['[', ']'],
};

/** Words that mean nothing but themselves. */
const PLAIN = /^[^\s()[\]{}"`#&%:;|<>](?:[^()[\]{}"`#&%:;|<>\r\u2028\u2029]*[^\s()[\]{}"`#&%:;|<>])?$/;

/** The draft as a Mermaid mindmap: words, tree and shapes. It has one root, so several stand below the map's title. */
export function writeMermaid(draft: Draft, reporter: Reporter): string {
  const roots = draft.items.filter(({ level }) => level === 1).length;
  const lines = ['mindmap'];
  const extra = roots > 1 ? 1 : 0;
  if (extra > 0) {
    reporter.note('approximated', 'A Mermaid mindmap has one root: all roots stand below the title.');
    lines.push(`  ${ROOTS}[${quoted(draft.settings.title ?? '')}]`);
  }
  draft.items.forEach((item, i) => {
    const indent = '  '.repeat(item.level + extra);
    const kept = unpackForeign(item.fields.foreign ?? null, 'mermaid');
    lines.push(indent + node(item, i, kept.attributes['form']), ...kept.elements.map((element) => indent + element));
    const style = wholeStyle(item.fields.text);
    if (style === null || style.bold || style.italic || style.href !== null)
      reporter.note('lost', 'Mermaid has no place for: styles and links of words.', item.fields.text);
    for (const name of Object.keys(item.fields)) {
      if (!['text', 'foreign', 'shape'].includes(name))
        reporter.note('lost', `Mermaid has no place for: ${name}.`, item.fields.text);
    }
  });
  for (const { label } of draft.links) reporter.note('lost', 'Mermaid has no place for: links.', label);
  return `${lines.join('\n')}\n`;
}

function node(item: DraftItem, i: number, form: string | undefined): string {
  const { shape = null } = item.fields;
  const text = plainWords(item.fields.text);
  if (form === '))') return `n${i}))${quoted(text)}((`;
  if (form === ')') return `n${i})${quoted(text)}(`;
  const brackets = shape === null ? undefined : BRACKETS[shape];
  if (brackets === undefined && PLAIN.test(text) && !/^mindmap/i.test(text)) return text.replaceAll('\n', '<br/>');
  // Only words in a bracket may be quoted: a box is nearest to words without a shape.
  const [open, close] = brackets ?? ['[', ']'];
  return `n${i}${open}${quoted(text)}${close}`;
}

function quoted(text: string): string {
  // Between quotes there must be something.
  if (text.trim() === '') return '"\u00a0"';
  const words = text
    .replaceAll(/[#&"<]|`(?=$)|^`|%(?=%)/g, (unit) => `#${unit.charCodeAt(0)};`)
    .replaceAll(/\r\n|[\n\r\u2028\u2029]/g, '<br/>');
  // Of what looks to it like a style with a colour Mermaid takes the last semicolon away, and with it a character.
  const isLikeStyle = /(?:style|classDef).*:\S*#.*;/.test(words);
  const safe = isLikeStyle ? words.replaceAll(/s(?=tyle)|c(?=lassDef)/g, (c) => `#${c.charCodeAt(0)};`) : words;
  return `"${safe}"`;
}
