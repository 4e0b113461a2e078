import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, type OpenFields, packForeign } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { titleOf } from '../shared/title.ts';
import { need } from '../shared/unreadable.ts';
import { namedColour } from './colours.ts';
import { markdownOfCreole } from './creole.ts';
import { pushAll } from '../shared/push-all.ts';

// PlantUML's mind maps (@startmindmap) and work breakdowns (@startwbs): an item a line, its level by how many signs it begins with (`*`,
// `#`; `+` and `-` say the side too), or by its indent where it begins with one. `[#colour]` and `_` (no box) come before the words;
// `:` begins words of several lines, which end with `;`.

const START = /^[ \t]*@start(?:mindmap|wbs)\b.*$/m;
const ITEM = /^([ \t]*)([*#]+|\++|-+)[ \t]*(?:\[(#[^\]\s]{1,40})\])?(_|[<>](?=[ \t]))?([ \t:].*|)$/;
const END = /;[ \t]*(<<.{1,100}>>)?[ \t]*$/;

/** The items of the first mind map in the text. */
export function readPlantuml(source: string, reporter: Reporter): Draft {
  const text = source.replaceAll(/\r\n?/g, '\n');
  const start = START.exec(text);
  need(start !== null, 'not-this-format', 'There is no mindmap of PlantUML in it.');
  const rest = text.slice(start.index + start[0].length + 1);
  const end = /^[ \t]*@end/m.exec(rest);
  const reader = new PlantumlReader(reporter);
  reader.read(withoutComments(end === null ? rest : rest.slice(0, end.index)).split('\n'));
  if (end !== null && START.test(rest.slice(end.index)))
    reporter.note('lost', 'Further mindmaps in the same file.', rest.slice(end.index).replace(/^.*\n/, ''));
  const { builder } = reader;
  const foreign = packForeign({ format: 'plantuml', elements: reader.kept });
  builder.settings = { title: reader.title ?? titleOf(builder.items), ...(foreign === null ? {} : { foreign }) };
  return builder.draft();
}

function withoutComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf("/'"); at >= 0; at = text.indexOf("/'", from)) {
    const end = text.indexOf("'/", at + 2);
    parts.push(text.slice(from, at));
    from = end < 0 ? text.length : end + 2;
  }
  return parts.join('') + text.slice(from);
}

class PlantumlReader {
  readonly builder = new DraftBuilder();
  /** Lines that say how the diagram looks. */
  readonly kept: string[] = [];
  title: string | null = null;
  readonly #reporter: Reporter;
  readonly #indents: number[] = [];
  #side: 'left' | 'right' | null = null;

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  read(lines: readonly string[]): void {
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? '';
      if (line.trim() === '' || line.trimStart().startsWith("'")) continue;
      const found = ITEM.exec(line);
      if (found === null) {
        at = this.#directive(lines, at);
        continue;
      }
      const words = [found[5] ?? ''];
      let stereotype: string | undefined;
      if (words[0]?.startsWith(':') === true) {
        words[0] = words[0].slice(1);
        while (!END.test(words.at(-1) ?? '') && at + 1 < lines.length) words.push(lines[++at] ?? '');
        const last = words.pop() ?? '';
        stereotype = END.exec(last)?.[1];
        words.push(last.replace(END, ''));
      } else {
        const [whole = ''] = words;
        stereotype = /[ \t](<<.{1,100}>>)[ \t]*$/.exec(whole)?.[1];
        // Where the words are one line, a break in them is written so.
        const said = stereotype === undefined ? whole : whole.slice(0, whole.lastIndexOf('<<'));
        words.length = 0;
        pushAll(words, said.split('\\n'));
      }
      this.#item(found, words.join('\n').trim(), stereotype);
    }
  }

  #item(
    [, indent = '', signs = '', colour, mark]: RegExpExecArray,
    words: string,
    stereotype: string | undefined,
  ): void {
    const level = this.#levelOf(indent, signs);
    const said = markdownOfCreole(words);
    const text = said.trim() === '' ? '' : said;
    const fields: OpenFields = { text };
    const attributes: Record<string, string> = {};
    const hex = colour === undefined ? null : namedColour(colour);
    if (hex !== null) fields.colour = hex;
    else if (colour !== undefined) attributes['colour'] = colour;
    if (mark === '_') fields.shape = 'none';
    const side = signs.startsWith('+') ? 'right' : signs.startsWith('-') ? 'left' : this.#side;
    if (level === 2 && side !== null) fields.side = side;
    if (stereotype !== undefined) attributes['style'] = stereotype;
    for (const name of Object.keys(attributes)) this.#reporter.note('kept', `What only PlantUML knows: ${name}.`, text);
    const foreign = packForeign({ format: 'plantuml', attributes });
    this.builder.add(level, undefined, { ...fields, ...(foreign === null ? {} : { foreign }) });
  }

  #levelOf(indent: string, signs: string): number {
    const depth = indent.replaceAll('\t', '    ').length;
    if (signs.length > 1 || (depth === 0 && this.#indents.length === 0)) {
      this.#indents.splice(0, this.#indents.length, ...(signs.length === 1 ? [0] : []));
      return signs.length;
    }
    while (this.#indents.length > 0 && depth <= (this.#indents.at(-1) ?? 0)) this.#indents.pop();
    this.#indents.push(depth);
    return this.#indents.length;
  }

  /** A line that is no item, and those that belong to it; answers where it ends. */
  #directive(lines: readonly string[], at: number): number {
    const line = (lines[at] ?? '').trim();
    const side = /^(left|right) side$/i.exec(line)?.[1]?.toLowerCase();
    if (side !== undefined) this.#side = side === 'left' ? 'left' : 'right';
    const title = /^title[ \t]+(.+)$/i.exec(line)?.[1];
    if (title !== undefined) this.title = title;
    if (side !== undefined || title !== undefined) return at;
    const closing = BLOCKS.find(([open]) => open.test(line))?.[1];
    let end = at;
    if (closing !== undefined) while (end + 1 < lines.length && !closing.test(lines[end] ?? '')) end++;
    pushAll(this.kept, lines.slice(at, end + 1).slice(0, MOST_KEPT));
    this.#reporter.note('kept', 'How the diagram looks, and what stands around it.', line);
    return end;
  }
}

const MOST_KEPT = 200;

/** Directives of several lines, and how each ends. */
const BLOCKS: readonly (readonly [RegExp, RegExp])[] = [
  [/^<style>/i, /<\/style>/i],
  [/^legend\b/i, /^\s*end ?legend/i],
  [/^(?:header|footer|title|caption)$/i, /^\s*end ?(?:header|footer|title|caption)/i],
];
