import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, type DraftItem, type OpenFields, packForeign } from '../shared/draft.ts';
import { markdownOf } from '../shared/html-to-markdown.ts';
import type { Reporter } from '../shared/report.ts';
import { need } from '../shared/unreadable.ts';
import { elementText } from '../shared/write-xml.ts';
import { readXml, type XmlElement } from '../shared/xml.ts';
import { parsePacked } from '../shared/packed-members.ts';
import { keptArrows, linkOfArrow } from './arrows.ts';
import { isHexColour } from '../shared/branch-colours.ts';
import { isDrift } from './edge-colours.ts';
import { emojiOf } from './icons.ts';
import { EDGE, fieldsOfAttributes, NATIVE_ATTRIBUTES, OWN_ID } from './native-attributes.ts';
import { plainOrMarkdown } from './rich-content.ts';
import { titleOf } from '../shared/title.ts';

// FreeMind's and Freeplane's .mm, and Coggle's dialect of it. What maps to what: docs/formats.md. What has no word in Bough stays
// with its item as it was, elements as XML, and goes back into the next .mm that is written.
//
// Coggle: further roots are `x-coggle-rootnode` elements beside the first `node`; a joined branch is an empty node with
// X_COGGLE_JOINEDTO, in older files the subtree again under the same ID.

/** The items, links and everything else of the file. */
export function readFreemind(source: string, reporter: Reporter): Draft {
  const map = readXml(source, reporter).find((element) => element.name === 'map');
  need(map !== undefined, 'not-this-format', 'It has no <map>.');
  const reader = new FreemindReader(reporter);
  reader.read(map);
  return reader.builder.draft();
}

interface Place {
  readonly element: XmlElement;
  readonly level: number;
  /** The key of the item above; '' above a root. */
  readonly parent: string;
  readonly edge: string | null;
}

class FreemindReader {
  readonly builder = new DraftBuilder();
  readonly #reporter: Reporter;
  readonly #arrows: { readonly from: string; readonly arrow: XmlElement }[] = [];
  /** Every ID in the file, so that an arrow is known to lead somewhere before its target is read. */
  readonly #ids = new Set<string>();
  readonly #joins: { readonly from: string; readonly to: string }[] = [];

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  read(map: XmlElement): void {
    const elements: string[] = [];
    const work: Place[] = [];
    for (const child of map.children) {
      if (typeof child === 'string') continue;
      if (isNode(child)) work.push({ element: child, level: 1, parent: '', edge: null });
      else elements.push(elementText(child));
    }
    for (const { element } of work) collectIds(element, this.#ids);
    work.reverse();
    for (let place = work.pop(); place !== undefined; place = work.pop()) work.push(...this.#node(place).toReversed());
    const attributes = Object.fromEntries(
      [...map.attributes].filter(([name]) => name !== 'version' && name !== 'X_BOUGH'),
    );
    const settings = parsePacked(map.attributes.get('X_BOUGH'));
    const first = titleOf(this.builder.items);
    const foreign = packForeign({ format: 'mm', attributes, elements });
    this.builder.settings = { title: first, ...(foreign === null ? {} : { foreign }), ...settings };
    this.#link();
  }

  /** Takes one node in and answers the places below it. */
  #node({ element, level, parent, edge }: Place): Place[] {
    const id = element.attributes.get('ID');
    const joined = element.attributes.get('X_COGGLE_JOINEDTO');
    const isRepeated = id !== undefined && this.builder.has(id) && element.attributes.has('X_COGGLE_POSX');
    const target = joined ?? (isRepeated ? id : undefined);
    if (target !== undefined && parent !== '') {
      this.#joins.push({ from: parent, to: target });
      this.#reporter.note('approximated', 'A joined branch became a link.', element.attributes.get('TEXT'));
      return [];
    }
    const isTaken = id !== undefined && this.builder.has(id);
    if (isTaken) {
      this.#reporter.note('repaired', 'An ID that was there twice got a new name.', id);
      element.attributes.delete('ID');
    }
    const parts = this.#parts(element, level, edge);
    const key = this.builder.add(level, id, parts.fields);
    for (const arrow of parts.arrows) this.#arrows.push({ from: key, arrow });
    return parts.below.map((child) => ({ element: child, level: level + 1, parent: key, edge: parts.edge }));
  }

  #parts(element: XmlElement, level: number, edgeAbove: string | null): Parts {
    const native = fieldsOfAttributes(element.attributes, level, this.#reporter);
    const parts: Parts = { fields: native.fields, below: [], arrows: [], edge: edgeAbove };
    const elements: string[] = [];
    const attributes: Record<string, string> = {};
    const fields: OpenFields = { ...native.fields };
    const notes: string[] = [];
    if (/^\s*<html/i.test(fields.text)) fields.text = this.#html(fields.text);
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (isNode(child)) parts.below.push(child);
      else if (child.name === 'arrowlink') parts.arrows.push(child);
      else if (child.name === 'richcontent' && isShown(child)) this.#richContent(child, fields, notes);
      else if (child.name === 'icon' && !this.#icon(child, fields)) elements.push(elementText(child));
      else if (child.name === 'edge') parts.edge = this.#edge(child, edgeAbove, fields, attributes);
      else if (child.name !== 'icon') elements.push(this.#other(child));
    }
    if (notes.length > 0) fields.note = notes.join('\n\n');
    for (const child of element.children) if (typeof child !== 'string' && child.name === 'font') dress(child, fields);
    // What Bough itself wrote is the truth about what .mm has no place for.
    const packed = parsePacked(element.attributes.get('X_BOUGH'));
    elements.push(...keptArrows(element.attributes.get('ID') ?? '', parts.arrows, this.#ids));
    for (const [name, value] of native.others) {
      if (name === 'ID' && value.startsWith(OWN_ID)) continue;
      attributes[name] = value;
      if (!NATIVE_ATTRIBUTES.has(name)) this.#reporter.note('kept', `What only .mm knows: ${name}.`, value);
    }
    const foreign = packForeign({ format: 'mm', attributes, elements });
    parts.fields = { ...fields, ...(foreign === null ? {} : { foreign }), ...packed };
    return parts;
  }

  #richContent(content: XmlElement, fields: { text: string }, notes: string[]): void {
    const words = plainOrMarkdown(content, this.#reporter);
    switch (content.attributes.get('TYPE')) {
      case 'NODE':
        fields.text = words;
        return;
      case 'DETAILS':
        if (words !== '') this.#reporter.note('approximated', 'Details became the beginning of the note.', words);
        if (words !== '') notes.unshift(words);
        return;
      default:
        if (words !== '') notes.push(words);
    }
  }

  /** Whether the icon is shown: the first one that has an emoji is. */
  #icon(icon: XmlElement, fields: OpenFields): boolean {
    const name = icon.attributes.get('BUILTIN') ?? '';
    const emoji = emojiOf(name);
    if (emoji !== undefined && fields.icon === undefined) {
      fields.icon = emoji;
      return true;
    }
    this.#reporter.note('kept', emoji === undefined ? 'An icon without an emoji.' : 'A second icon.', name);
    return false;
  }

  /** A colour that is not the branch's own already is the item's. Answers the colour that holds below. */
  #edge(edge: XmlElement, above: string | null, fields: OpenFields, attributes: Record<string, string>): string | null {
    const colour = edge.attributes.get('COLOR')?.toLowerCase() ?? '';
    for (const [name, value] of edge.attributes) {
      if (name !== 'COLOR' || !isHexColour(colour)) attributes[EDGE + name] = value;
    }
    if (!isHexColour(colour)) return above;
    if (above !== null && isDrift(above, colour)) {
      if (above !== colour) this.#reporter.note('approximated', 'A drifted colour follows its branch.', colour);
      return above;
    }
    fields.colour = colour;
    return colour;
  }

  /** What only .mm knows stays as it was. */
  #other(child: XmlElement): string {
    if (child.name !== 'font') {
      this.#reporter.note('kept', `What only .mm knows: <${child.name}>.`, child.attributes.get('NAME'));
    }
    return elementText(child);
  }

  /** Old files write rich texts as a text that begins with <html>. */
  #html(text: string): string {
    const [root] = readXml(text, this.#reporter);
    return root === undefined ? text : markdownOf(root);
  }

  #link(): void {
    for (const { from, to } of this.#joins) this.builder.link(from, to);
    for (const { from, arrow } of this.#arrows) {
      const link = linkOfArrow(from, arrow);
      if (link.from === link.to) this.#reporter.note('kept', 'An arrow from a node to itself.', link.label);
      else if (this.builder.has(link.from) && this.builder.has(link.to)) this.builder.links.push(link);
      else
        this.#reporter.note('kept', 'An arrow to a node that is not in the file.', arrow.attributes.get('DESTINATION'));
    }
  }
}

interface Parts {
  fields: DraftItem['fields'];
  readonly below: XmlElement[];
  readonly arrows: XmlElement[];
  edge: string | null;
}

/** Bold and italic of the whole node become Markdown, unless there is some already. */
function dress(font: XmlElement, fields: { text: string }): void {
  const { text } = fields;
  const words = text.trim();
  if (words === '' || /[*\n]/.test(text)) return;
  const isBold = font.attributes.get('BOLD') === 'true';
  const isItalic = font.attributes.get('ITALIC') === 'true';
  // Three stars in a row are neither.
  if (isBold) fields.text = isItalic && !words.includes('_') ? `**_${words}_**` : `**${words}**`;
  else if (isItalic) fields.text = `*${words}*`;
}

function collectIds(root: XmlElement, ids: Set<string>): void {
  const work = [root];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const id = next.attributes.get('ID');
    if (id !== undefined) ids.add(id);
    for (const child of next.children) if (typeof child !== 'string' && isNode(child)) work.push(child);
  }
}

function isNode(element: XmlElement): boolean {
  return element.name === 'node' || element.name === 'x-coggle-rootnode';
}

function isShown(content: XmlElement): boolean {
  const type = content.attributes.get('TYPE');
  return type === 'NODE' || type === 'NOTE' || type === 'DETAILS';
}
