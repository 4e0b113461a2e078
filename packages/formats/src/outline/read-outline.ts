import { DraftBuilder } from '../shared/draft-builder.ts';
import type { Draft, OpenFields } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { titleOf } from '../shared/title.ts';
import { NO_WORDS } from './write-outline.ts';
import { readWorkflowyText } from './read-workflowy-text.ts';

// Indented text: one item a line, deeper by more blanks or tabs than the line above. A bullet before the words is left out.

const TAB = 4;
const BULLET = /^(?:[-*+•◦▪–]|\d{1,3}[.)])[ \t]+(?=\S)/;

/** The items of the lines. */
export function readOutline(source: string, reporter: Reporter): Draft {
  const all = source.split(/\r\n|[\n\r\u2028\u2029]/);
  const workflowy = readWorkflowyText(all);
  if (workflowy !== null) return workflowy;
  const builder = new DraftBuilder();
  /** The indents of the open levels, ascending. */
  const indents: number[] = [];
  const lines = all.filter((line) => line.trim() !== '' || line.endsWith(NO_WORDS));
  const hasBullets =
    lines.length > 1 && lines.filter((line) => BULLET.test(line.trimStart())).length * 2 >= lines.length;
  for (const line of lines) {
    const indent = indentOf(line);
    while (indents.length > 0 && indent < (indents.at(-1) ?? 0)) indents.pop();
    if (indents.length === 0 || indent > (indents.at(-1) ?? 0)) indents.push(indent);
    const words = line.trim();
    const fields: OpenFields = { text: hasBullets ? words.replace(BULLET, '') : words };
    builder.add(indents.length, undefined, fields);
  }
  const isFlat = builder.items.length > 1 && builder.items.every(({ level }) => level === 1);
  if (isFlat && !hasBullets)
    reporter.note('approximated', 'No line is indented and none has a bullet: each one became a root.', lines[0]);
  if (hasBullets) reporter.note('approximated', 'Bullets at the beginning of lines were left out.', lines[0]);
  builder.settings = { title: titleOf(builder.items) };
  return builder.draft();
}

function indentOf(line: string): number {
  let indent = 0;
  for (const unit of line) {
    if (unit === '\t') indent += TAB - (indent % TAB);
    else if (unit.trim() === '' && unit !== NO_WORDS) indent++;
    else break;
  }
  return indent;
}
