import { DraftBuilder } from '../shared/draft-builder.ts';
import type { Draft, OpenFields } from '../shared/draft.ts';
import { titleOf } from '../shared/title.ts';

// Workflowy's plain text: a title and an empty line, or neither; then a dash for each item, two blanks deeper for each level, `[COMPLETE]` before
// what is done, and below an item its note in quotes, which may have several lines. Only what has one of these signs is taken for it.

const ITEM = /^((?: {2})*)-(?: (.*))?$/;
const DONE = /^\[COMPLETE\] ?/;

interface Open {
  readonly level: number;
  readonly fields: OpenFields;
}

/** The items; null for a text that is not Workflowy's. */
export function readWorkflowyText(lines: readonly string[]): Draft | null {
  const first = lines.findIndex((line) => ITEM.test(line));
  if (first < 0) return null;
  const head = headOf(lines.slice(0, first));
  if (head === null) return null;
  const items: Open[] = head.title === '' ? [] : [{ level: 1, fields: fieldsOf(head.title, head.note) }];
  const below = items.length;
  let isSigned = below > 0;
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const [whole, indent = '', words = ''] = ITEM.exec(line) ?? [];
    if (whole !== undefined) {
      const isDone = DONE.test(words);
      isSigned ||= isDone;
      const fields = fieldsOf(words.replace(DONE, ''), '');
      items.push({ level: below + 1 + indent.length / 2, fields: isDone ? { ...fields, checkbox: 'done' } : fields });
      continue;
    }
    const item = items.at(-1);
    const column = 2 * ((item?.level ?? 0) - below);
    if (item === undefined || line.slice(0, column).trim() !== '') return null;
    const quoted = quotedFrom(lines, at, column);
    if (quoted !== null) {
      isSigned = true;
      item.fields.note = quoted.words;
      at = quoted.last;
    } else if (/^\s/.test(line.slice(column))) return null;
    else item.fields.text += `\n${line.slice(column).trimEnd()}`;
  }
  return isSigned ? draftOf(items) : null;
}

/** What stands before the items: a title and its note, with an empty line behind them; null for anything else. */
function headOf(lines: readonly string[]): { readonly title: string; readonly note: string } | null {
  const [title = '', ...more] = lines;
  if (title.trim() === '') return more.some((line) => line.trim() !== '') ? null : { title: '', note: '' };
  if (lines.at(-1)?.trim() !== '') return null;
  const rest = more.findLastIndex((line) => line.trim() !== '');
  if (rest < 0) return { title: title.trim(), note: '' };
  const quoted = quotedFrom(more, 0, 0);
  return quoted !== null && quoted.last === rest ? { title: title.trim(), note: quoted.words } : null;
}

/** Words in quotes that begin in that line; null where none do. */
function quotedFrom(
  lines: readonly string[],
  from: number,
  column: number,
): { readonly words: string; readonly last: number } | null {
  if (lines[from]?.[column] !== '"') return null;
  for (let last = from; last < lines.length; last++) {
    const line = lines[last] ?? '';
    if (line.slice(0, column).trim() !== '' || ITEM.test(line)) return null;
    if (!line.trimEnd().endsWith('"') || (last === from && line.trimEnd().length === column + 1)) continue;
    const words = lines.slice(from, last + 1).map((each) => each.slice(column).trimEnd());
    return { words: words.join('\n').slice(1, -1), last };
  }
  return null;
}

function fieldsOf(text: string, note: string): OpenFields {
  return { text: text.trim(), ...(note === '' ? {} : { note }) };
}

function draftOf(items: readonly Open[]): Draft {
  const builder = new DraftBuilder();
  for (const { level, fields } of items) builder.add(level, undefined, fields);
  builder.settings = { title: titleOf(builder.items) };
  return builder.draft();
}
