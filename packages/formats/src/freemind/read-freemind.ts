import { isRecord } from '@bough/base';
import { isOwnImage } from '../shared/bundle.ts';
import { hexColourOf, isHexColour } from '../shared/branch-colours.ts';
import { takeImage, withoutImage } from './coggle-images.ts';
import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, type DraftItem, type OpenFields, packForeign } from '../shared/draft.ts';
import { ownOver, parsePacked } from '../shared/packed-members.ts';
import { readSign, saysField } from '../shared/field-places.ts';
import type { Reporter } from '../shared/report.ts';
import { titleOf } from '../shared/title.ts';
import { need } from '../shared/unreadable.ts';
import { elementText } from '../shared/xml/write-xml.ts';
import { elementsIn, readXml, type XmlElement } from '../shared/xml/xml.ts';
import { keptArrows, linkOfArrow } from './arrows.ts';
import { EXTERNAL } from './dialects.ts';
import { fillClones } from './clones.ts';
import { isDrift } from './edge-colours.ts';
import { emojiOf } from './icons.ts';
import { EDGE, fieldsOfAttributes, NATIVE_ATTRIBUTES, OWN_ID, placeOfFreeNode } from './native-attributes.ts';
import { withoutFreePlace } from './free-nodes.ts';
import { noteOf, saysNote, writtenNote } from './node-note.ts';
import { fontWith, type NodeParts, richOfText, saysWords, shownOf, textOfNode, writtenWords } from './node-words.ts';
import { type FilesBeside, NOTHING_BESIDE } from '../shared/files-beside.ts';
import { outsideImages } from './outside-images.ts';
import { pushAll } from '../shared/push-all.ts';

// FreeMind's and Freeplane's .mm, and Coggle's dialect of it. What maps to what: docs/formats.md. What has no word in Bough stays
// with its item as it was, elements as XML, and goes back into the next .mm that is written.
//
// Coggle: further roots are `x-coggle-rootnode` elements beside the first `node`; a joined branch is an empty node with
// X_COGGLE_JOINEDTO, in older files the subtree again under the same ID; texts are Markdown. Freeplane: further roots are free
// nodes of the first one.

/** The items, links and everything else of the file. */
export function readFreemind(source: string, reporter: Reporter, beside = NOTHING_BESIDE): Draft {
  const isCoggle = /X_COGGLE_|<x-coggle-/.test(source);
  const map = readXml(source, reporter, isCoggle).find((element) => element.name === 'map');
  need(map !== undefined, 'not-this-format', 'It has no <map>.');
  const reader = new FreemindReader(reporter, beside);
  reader.read(map);
  return reader.builder.draft();
}

interface Place {
  readonly element: XmlElement;
  readonly level: number;
  /** The key of the item above; '' above a root. */
  readonly parent: string;
  readonly edge: string | null;
  /** A root of its own, though it stands inside the first one. */
  readonly isFree?: boolean;
}

class FreemindReader {
  readonly builder = new DraftBuilder();
  readonly #reporter: Reporter;
  readonly #beside: FilesBeside;
  readonly #arrows: { readonly from: string; readonly arrow: XmlElement }[] = [];
  /** Every ID in the file, so that an arrow is known to lead somewhere before its target is read. */
  readonly #ids = new Set<string>();
  readonly #joins: { readonly from: string; readonly to: string }[] = [];
  /** Free nodes of the first root: they are roots, and come behind it. */
  readonly #free: Place[] = [];
  #isCoggle = false;
  #isFreeplane = false;
  /** Written by a Bough that wrote plain words and fonts. */
  #isOwnPlain = false;

  constructor(reporter: Reporter, beside: FilesBeside) {
    this.#reporter = reporter;
    this.#beside = beside;
  }

  read(map: XmlElement): void {
    this.#isFreeplane = map.attributes.get('version')?.startsWith('freeplane') === true;
    const elements: string[] = [];
    const work: Place[] = [];
    for (const child of elementsIn(map)) {
      if (isNode(child)) work.push({ element: child, level: 1, parent: '', edge: null });
      else elements.push(elementText(child));
    }
    for (const { element } of work) collectIds(element, this.#ids);
    fillClones(
      work.map(({ element }) => element),
      this.#reporter,
    );
    this.#isCoggle = work.some(({ element }) => isOfCoggle(element));
    const { words, ...settings } = parsePacked(map.attributes.get('X_BOUGH')) as Record<string, unknown>;
    this.#isOwnPlain = words === 'plain';
    work.reverse();
    for (let place = work.pop() ?? this.#free.shift(); place !== undefined; place = work.pop() ?? this.#free.shift()) {
      pushAll(work, this.#node(place).toReversed());
    }
    const attributes = Object.fromEntries(
      [...map.attributes].filter(([name]) => name !== 'version' && name !== 'X_BOUGH'),
    );
    const first = titleOf(this.builder.items);
    const foreign = packForeign({ format: 'mm', attributes, elements });
    this.builder.settings = { title: first, ...(foreign === null ? {} : { foreign }), ...settings };
    this.#link();
  }

  /** Takes one node in and answers the places below it. */
  #node(place: Place): Place[] {
    const { element, level, parent, edge } = place;
    if (level === 2 && place.isFree !== true && isFreeNode(element)) {
      this.#free.push({ element, level: 1, parent: '', edge: null, isFree: true });
      return [];
    }
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
    const parts = this.#parts(place, edge);
    const key = this.builder.add(level, id, parts.fields);
    for (const arrow of parts.arrows) this.#arrows.push({ from: key, arrow });
    for (const source of parts.missing) this.builder.missing.push({ source, of: parts.fields.text });
    return parts.below.map((child) => ({ element: child, level: level + 1, parent: key, edge: parts.edge }));
  }

  #parts({ element, level, isFree = false }: Place, edgeAbove: string | null): Parts {
    const native = fieldsOfAttributes(element.attributes, level, this.#reporter);
    const parts: Parts = { fields: native.fields, below: [], arrows: [], missing: [], edge: edgeAbove };
    const kept = new Kept();
    const attributes: Record<string, string> = {};
    const fields: OpenFields = { ...native.fields };
    const notes: XmlElement[] = [];
    let rich: XmlElement | undefined;
    let font: XmlElement | undefined;
    let edgeColour: string | undefined;
    const isMarkdown = this.#isCoggle || (!this.#isOwnPlain && isOwn(element));
    for (const child of [...elementsIn(element), ...richOfText(element, isMarkdown, this.#reporter)]) {
      if (isNode(child)) parts.below.push(child);
      else if (child.name === 'arrowlink') parts.arrows.push(child);
      else if ((isFree && isFreeMark(child)) || isOwnImageHook(child)) continue;
      else if (child.name === 'hook' && this.#takesImage(child, fields, parts.missing)) continue;
      else if (child.name === 'icon' && this.#icon(child, fields)) continue;
      else if (child.name === 'edge') {
        parts.edge = this.#edge(child, edgeAbove, fields, attributes);
        edgeColour = child.attributes.get('COLOR')?.toLowerCase();
      } else if (isRich(child, 'NODE')) {
        this.#takesImage(child, fields, parts.missing);
        rich = kept.rich(child);
      } else if (isRich(child, 'NOTE') || isRich(child, 'DETAILS')) notes.push(kept.rich(child));
      else kept.add(this.#other(child));
      if (child.name === 'font') font = child;
    }
    const { text } = fields;
    const plain = this.#isFreeplane && rich === undefined && text !== undefined ? shownOf(text) : text;
    if (this.#isFreeplane && rich === undefined && text !== undefined && /^=./s.test(text)) {
      attributes['TEXT'] = text;
      this.#reporter.note('kept', 'A formula of Freeplane.', text);
    }
    fields.text = textOfNode({ text: plain, rich, font }, isMarkdown, this.#reporter);
    if (this.#isFreeplane && rich !== undefined) fields.text = shownOf(fields.text);
    // What Bough wrote says its image beside the words.
    if (isOwn(element)) fields.text = withoutImage(fields.text, parsePacked(element.attributes.get('X_BOUGH')).image);
    else if (this.#isCoggle) takeImage(fields, this.builder.files, this.#reporter);
    const note = noteOf(notes, this.#reporter);
    if (note !== '') fields.note = note;
    const place = isFree ? placeOfFreeNode(element.attributes) : null;
    if (place !== null) fields.offset = place;
    pushAll(kept.elements, keptArrows(element.attributes.get('ID') ?? '', parts.arrows, this.#ids));
    for (const [name, value] of native.others) {
      if (name === 'ID' && value.startsWith(OWN_ID)) continue;
      attributes[name] = value;
      if (!NATIVE_ATTRIBUTES.has(name)) this.#reporter.note('kept', `What only .mm knows: ${name}.`, value);
    }
    const packed = parsePacked(element.attributes.get('X_BOUGH')) as Record<string, unknown>;
    const { root: _, colour, ...own } = packed;
    // A hue's number counts while the edge has its colour.
    const isColoured = typeof colour === 'string' && hexColourOf(colour) === edgeColour;
    if (isColoured) delete attributes[`${EDGE}COLOR`];
    const said = ownOver(fields, isColoured ? { colour, ...own } : own);
    const elements = kept.worth(said, { text: element.attributes.get('TEXT'), rich, font });
    const places = isFree ? withoutFreePlace(attributes) : attributes;
    const foreign = packForeign({ format: 'mm', attributes: places, elements });
    parts.fields = foreign === null || said.foreign !== undefined ? said : { ...said, foreign };
    return parts;
  }

  /** Whether the icon is shown: the first one that has an emoji is, and the first one of each field. */
  #icon(icon: XmlElement, fields: OpenFields): boolean {
    const name = icon.attributes.get('BUILTIN') ?? '';
    if (readSign('mm', name, fields)) return true;
    const emoji = emojiOf(name);
    if (emoji !== undefined && fields.icon === undefined) {
      fields.icon = emoji;
      return true;
    }
    const isSecond = emoji !== undefined || saysField('mm', name);
    this.#reporter.note('kept', isSecond ? 'A second icon.' : 'An icon without an emoji.', name);
    return false;
  }

  /** Whether a picture that lies beside the file is the item's from now on. One that does not lie there stays as it was, and is told by its name. */
  #takesImage(element: XmlElement, fields: OpenFields, missing: string[]): boolean {
    let isTaken = false;
    for (const { image, isThere, takeOut } of outsideImages(element, this.#beside, this.builder.files)) {
      const before = fields.image?.source;
      const isFree = before === undefined || !this.builder.files.has(before.slice('file:'.length));
      if (before !== undefined) this.#reporter.note('kept', 'A further picture of an item.', image.source.slice(5));
      if (before === undefined || (isThere && isFree)) {
        if (before !== undefined) missing.push(before);
        fields.image = image;
        isTaken ||= isThere;
        if (isThere) takeOut();
      } else if (!isThere) missing.push(image.source);
    }
    return isTaken;
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
      attributes[`${EDGE}COLOR`] = colour;
      return above;
    }
    fields.colour = colour;
    return colour;
  }

  /** What only .mm knows stays as it was. */
  #other(child: XmlElement): string {
    if (child.name !== 'font' && child.name !== 'icon') {
      this.#reporter.note('kept', `What only .mm knows: <${child.name}>.`, child.attributes.get('NAME'));
    }
    return elementText(child);
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
  /** Pictures that it names beside its image, and that are not there. */
  readonly missing: string[];
  edge: string | null;
}

/** What is kept of a node as it stood, as long as an item has room for it. */
class Kept {
  readonly elements: string[] = [];
  #room = 40_000;

  add(element: string): void {
    this.elements.push(element);
    this.#room -= element.length;
  }

  /** What is worth keeping, words and notes first: what is written as it came anyway is not. */
  worth(fields: DraftItem['fields'], { text, rich, font }: NodeParts): string[] {
    const native = (font === undefined ? '' : elementText(font)) + (rich === undefined ? '' : elementText(rich));
    const bare = fontWith(font, false, false);
    const slim = rich === undefined && bare !== undefined ? [elementText(bare)] : [];
    const written = writtenWords(fields.text, slim, { canLink: true, isFreeplane: false });
    const isWritten = asRead(written.elements) === native && written.text === (rich === undefined ? text : undefined);
    const isFont = (element: string): boolean => element.startsWith('<font');
    const words = this.elements.filter(saysWords);
    const notes = this.elements.filter(saysNote);
    const isNoteWritten = asRead(writtenNote(fields.note ?? '', []).text) === notes.join('');
    return [
      ...(isWritten ? slim : words.filter(isFont)),
      ...(isWritten ? [] : words.filter((element) => !isFont(element))),
      ...(isNoteWritten ? [] : notes),
      ...this.elements.filter((element) => !saysWords(element) && !saysNote(element)),
    ];
  }

  /** A rich text goes back as it was while its words are the same; one that is too long is written anew. */
  rich(content: XmlElement): XmlElement {
    const text = elementText(content);
    if (content.attributes.get('X_BOUGH') !== 'lines' && text.length <= this.#room) this.add(text);
    return content;
  }
}

/** What is written, as it is kept once it was read: an empty element is one tag. */
function asRead(written: string): string {
  return written.replaceAll(/<(\w+)><\/\1>/g, '<$1/>');
}

function collectIds(root: XmlElement, ids: Set<string>): void {
  const work = [root];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const id = next.attributes.get('ID');
    if (id !== undefined) ids.add(id);
    for (const child of elementsIn(next)) if (isNode(child)) work.push(child);
  }
}

function isNode(element: XmlElement): boolean {
  return element.name === 'node' || element.name === 'x-coggle-rootnode';
}

function isRich(element: XmlElement, type: string): boolean {
  return element.name === 'richcontent' && element.attributes.get('TYPE') === type;
}

function isOfCoggle(root: XmlElement): boolean {
  return root.name === 'x-coggle-rootnode' || root.attributes.has('X_COGGLE_POSX');
}

function isOwn(element: XmlElement): boolean {
  return element.attributes.get('ID')?.startsWith(OWN_ID) === true;
}

function isFreeMark(element: XmlElement): boolean {
  return element.name === 'hook' && element.attributes.get('NAME') === 'FreeNode';
}

/** An image that Bough put beside the file: the item says which one it is. */
function isOwnImageHook(element: XmlElement): boolean {
  return element.attributes.get('NAME') === EXTERNAL && isOwnImage(element.attributes.get('URI') ?? '');
}

/** A node below the first root that is a root itself: a free one of Freeplane's, or one that Bough wrote so for FreeMind. */
function isFreeNode(element: XmlElement): boolean {
  if (elementsIn(element).some(isFreeMark)) return true;
  const packed: unknown = parsePacked(element.attributes.get('X_BOUGH'));
  return isRecord(packed) && packed['root'] === true;
}
