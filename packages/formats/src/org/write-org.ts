import { type Draft, type DraftItem, unpackForeign } from '../shared/draft.ts';
import { tellNoPlace } from '../shared/no-place.ts';
import type { Reporter } from '../shared/report.ts';
import { ESCAPE, HAS_SIGNS, orgOf, PLAIN_SIGNS } from './org-words.ts';
import { meansSomething } from './read-org.ts';

/** The draft as headlines of Org: words with their marks, the tree, notes, tasks, folds, and what came with it from Org. */
export function writeOrg(draft: Draft, reporter: Reporter): string {
  const kept = unpackForeign(draft.settings.foreign ?? null, 'org').elements;
  const title = (draft.settings.title ?? '').replaceAll(/\s+/g, ' ').trim();
  const hasSigns = draft.items.some(({ fields }) => HAS_SIGNS.test(`${fields.text}\n${fields.note ?? ''}`));
  // What came with it from Org stands behind, and counts.
  const signs = hasSigns || HAS_SIGNS.test(title) ? [PLAIN_SIGNS] : [];
  const lines = [...(title === '' ? [] : [`#+TITLE: ${title}`]), ...signs, ...kept.map(inOneLine)];
  if (lines.length > 0) lines.push('');
  for (const item of draft.items) {
    const words = orgOf(item.fields.text);
    if (words.length > 1) reporter.note('approximated', 'Line breaks inside an item became blanks.', item.fields.text);
    lines.push(
      ...linesOf(
        item,
        words
          .map((line) => line.trim())
          .filter((line) => line !== '')
          .join(' '),
      ),
    );
  }
  tellNoPlace('Org', draft, HAS, reporter);
  return `${lines.join('\n')}\n`;
}

const HAS = new Set(['text', 'note', 'checkbox', 'isFolded', 'href']);

function linesOf({ level, fields }: DraftItem, text: string): string[] {
  const { attributes, elements } = unpackForeign(fields.foreign ?? null, 'org');
  const isDone = fields.checkbox === 'done';
  const named = /^[A-Z][A-Z-]{2,20}$/.test(attributes['keyword'] ?? '') ? attributes['keyword'] : undefined;
  const keyword = (fields.checkbox ?? null) === null ? '' : (named ?? (isDone ? 'DONE' : 'TODO'));
  const priority = /^[A-Z0-9]$/.test(attributes['priority'] ?? '') ? `[#${attributes['priority'] ?? ''}]` : '';
  const tags = /^:(?:[\p{L}\p{N}_@#%]+:)+$/u.test(attributes['tags'] ?? '') ? (attributes['tags'] ?? '') : '';
  const isLink = (fields.href ?? '').startsWith('http') || (fields.href ?? '').startsWith('mailto:');
  const safe = isAmbiguous(text, keyword + priority) ? `${ESCAPE}${text}` : text;
  const address = isLink ? `[[${fields.href ?? ''}]]` : '';
  const head = ['*'.repeat(level), keyword, priority, isTagged(safe) ? `${safe}${ESCAPE}` : safe, tags];
  const drawer = elements.findIndex((line) => /^:PROPERTIES:$/i.test(line));
  const folded = fields.isFolded === true ? [':VISIBILITY: folded'] : [];
  const own = drawer < 0 && folded.length > 0 ? [':PROPERTIES:', ...folded, ':END:'] : [];
  const planned = elements.filter((line) => /^(?:DEADLINE|SCHEDULED|CLOSED):/.test(line));
  const others = elements.filter((line) => !planned.includes(line)).map(inOneLine);
  if (drawer >= 0) others.splice(others.findIndex((line) => /^:PROPERTIES:$/i.test(line)) + 1, 0, ...folded);
  const note = (fields.note ?? '') === '' ? [] : orgOf(fields.note ?? '').map(noteLine);
  return [
    head.filter((part) => part !== '').join(' '),
    ...planned.map(inOneLine),
    ...own,
    ...others,
    ...(address === '' ? [] : [address]),
    ...note,
  ];
}

/** Words that would be read as a keyword, a priority or a box. */
function isAmbiguous(text: string, before: string): boolean {
  return (before === '' && /^[A-Z][A-Z-]{2,20}(?:\s|$)/.test(text)) || text.startsWith('[#') || text === '';
}

function isTagged(text: string): boolean {
  return /(?:^|\s):(?:[\p{L}\p{N}_@#%]+:)+$/u.test(text);
}

function noteLine(line: string): string {
  return meansSomething(line) || /^\s/.test(line) ? `${ESCAPE}${line}` : line;
}

function inOneLine(line: string): string {
  return line.replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, ' ');
}
