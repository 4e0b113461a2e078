import { type XmlTree, xmlOf } from '@bough/formats/testing';
import { isUtf8 } from 'node:buffer';
import { strFromU8, unzipSync } from 'fflate';
import { spaced } from './judge.ts';

// What a file says, by parsers that nobody here wrote, as a list of facts: of which item, what, and how it is. Items are known by their ids;
// those without one by their place among such below their parent.

export interface Fact {
  readonly item: string;
  readonly what: string;
  readonly value: string;
}

export type FactFormat = 'mm' | 'opml' | 'xmind';

/** Every fact that is in one list and not in the other, as often as it is there more often. */
export function goneFacts(before: readonly Fact[], after: readonly Fact[]): Fact[] {
  const left = new Map<string, number>();
  for (const fact of after) left.set(nameOf(fact), (left.get(nameOf(fact)) ?? 0) + 1);
  return before.filter((fact) => {
    const count = left.get(nameOf(fact)) ?? 0;
    left.set(nameOf(fact), count - 1);
    return count <= 0;
  });
}

function nameOf({ item, what, value }: Fact): string {
  return JSON.stringify([item, what, value]);
}

/** All facts of two files of the same map, items under the same names in both. */
export function factsOfBoth(format: FactFormat, before: Uint8Array, after: Uint8Array): [Fact[], Fact[]] {
  const [a, b] = [itemsOf(format, before), itemsOf(format, after)];
  const known = new Set(a.map(({ id }) => id).filter((id, i, all) => id !== null && all.indexOf(id) === i));
  return [factsOf(a, known), factsOf(b, known)];
}

/** An item, or the file itself, as its format has it. */
interface FileItem {
  readonly id: string | null;
  /** The place of its parent in the list; null for a root, and for the file. */
  readonly parent: number | null;
  readonly facts: readonly (readonly [what: string, value: string])[];
}

function factsOf(items: readonly FileItem[], known: ReadonlySet<string | null>): Fact[] {
  const names: string[] = [];
  const unknown = new Map<string, number>();
  return items.flatMap(({ id, parent, facts }) => {
    const above = parent === null ? '' : (names[parent] ?? '');
    const nth = (unknown.get(above) ?? 0) + 1;
    const isKnown = id !== null && known.has(id);
    if (!isKnown) unknown.set(above, nth);
    const item = isKnown ? id : `${above}/${nth}`;
    names.push(item);
    return [['below', above] as const, ...facts].map(([what, value]) => ({ item, what, value }));
  });
}

function itemsOf(format: FactFormat, bytes: Uint8Array): FileItem[] {
  if (format === 'xmind') return itemsOfXmind(unzipSync(bytes));
  const source = bytes[0] === 0x50 && bytes[1] === 0x4b ? unzipSync(bytes)[`map.${format}`] : bytes;
  const root = xmlOf(textOf(source ?? bytes));
  return format === 'mm' ? itemsOfMm(root) : itemsOfOpml(root);
}

/** A declaration may only stand first. */
function textOf(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const encoding = isWide ? 'utf-16le' : isUtf8(Buffer.from(bytes)) ? 'utf-8' : 'windows-1252';
  return new TextDecoder(encoding).decode(bytes).replace(/^\s*<\?xml[^>]*\?>\s*/, '');
}

/** Each element below `from` that is an item, in reading order. */
function* walked(from: XmlTree, isItem: (element: XmlTree) => boolean): Generator<[XmlTree, number | null]> {
  let place = 0;
  const work: [XmlTree, number | null][] = from.children
    .filter(isItem)
    .map((child): [XmlTree, null] => [child, null])
    .reverse();
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    yield next;
    const at = place++;
    work.push(
      ...next[0].children
        .filter(isItem)
        .map((child): [XmlTree, number] => [child, at])
        .reverse(),
    );
  }
}

/** An element with its attributes, what is in it, and its words; blanks aside. */
function whole({ name, attributes, children, text }: XmlTree): string {
  const said = Object.entries(attributes)
    .filter(([key]) => !key.startsWith('X_BOUGH'))
    .map(([key, value]) => `${key}=${spaced(value)}`);
  return JSON.stringify([name, said.sort(), children.map(whole), bare(text)]);
}

/** Characters that XML has no way for are left out when it is written. */
function bare(text: string): string {
  return text.replaceAll(/[\s\u00a0\p{Cc}]/gu, '');
}

function itemsOfMm(root: XmlTree): FileItem[] {
  const isItem = ({ name }: XmlTree): boolean => name === 'node' || name === 'x-coggle-rootnode';
  const file = Object.entries(root.attributes).map(([name, value]) => [`map @${name}`, value] as const);
  const more = root.children
    .filter((child) => !isItem(child))
    .map((child) => [`map <${child.name}>`, whole(child)] as const);
  const items = [...walked(root, isItem)].map(([{ attributes, children }, parent]): FileItem => {
    const rich = children.find(({ name, attributes: { TYPE } }) => name === 'richcontent' && TYPE === 'NODE');
    const words = [['words', bare(rich?.text ?? wordsOf(attributes['TEXT'] ?? ''))] as const];
    const said = Object.entries(attributes)
      .filter(([name, value]) => name !== 'TEXT' && !(name === 'FOLDED' && value === 'false'))
      .map(([name, value]) => [`@${name}`, spaced(value)] as const);
    const parts = children.filter((child) => !isItem(child)).flatMap((child) => partOfMm(child));
    return { id: attributes['ID'] ?? null, parent, facts: [...words, ...said, ...parts] };
  });
  return [...items, { id: 'the file', parent: null, facts: [...file, ...more] }];
}

/** HTML may stand in the attribute too. */
function wordsOf(text: string): string {
  if (!/^\s*<html>/i.test(text)) return text;
  const closed = text.replaceAll(/<(br|img|hr)\b([^>]*?)\/?>/gi, '<$1$2/>').replaceAll('&nbsp;', '&#160;');
  try {
    return xmlOf(closed.trim()).text;
  } catch {
    // What is not closed is no XML: its words are what stands beside the tags.
    return closed.replaceAll(/<[^>]*>/g, '');
  }
}

/** Of a font and an edge each attribute is a fact: one may be added. */
function partOfMm(part: XmlTree): (readonly [string, string])[] {
  if (part.name === 'font' || part.name === 'edge')
    return Object.entries(part.attributes).map(([name, value]) => [`<${part.name}> @${name}`, value] as const);
  if (part.name === 'arrowlink')
    return Object.entries(part.attributes).map(
      ([name, value]) =>
        [
          `<arrowlink> @${name}`,
          `${part.attributes['DESTINATION'] ?? ''}: ${name.endsWith('ARROW') ? value.toUpperCase() : spaced(value)}`,
        ] as const,
    );
  const type = part.attributes['TYPE'];
  return [[type === undefined ? `<${part.name}>` : `<${part.name}> ${type}`, whole(part)]];
}

function itemsOfOpml(root: XmlTree): FileItem[] {
  const isItem = ({ name }: XmlTree): boolean => name === 'outline';
  const head = root.children.find(({ name }) => name === 'head')?.children ?? [];
  const body = root.children.find(({ name }) => name === 'body') ?? root;
  const items = [...walked(body, isItem)].map(([{ attributes, children }, parent]): FileItem => {
    const said = Object.entries(attributes).map(([name, value]) => [`@${name}`, spaced(value)] as const);
    const parts = children.filter((child) => !isItem(child)).map((child) => [`<${child.name}>`, whole(child)] as const);
    return { id: null, parent, facts: [...said, ...parts] };
  });
  const file = head.map(({ name, text }) => [`head <${name}>`, spaced(text)] as const);
  const version = Object.entries(root.attributes).map(([name, value]) => [`opml @${name}`, value] as const);
  return [...items, { id: 'the file', parent: null, facts: [...version, ...file] }];
}

type Json = Readonly<Record<string, unknown>>;

function itemsOfXmind(parts: Readonly<Record<string, Uint8Array>>): FileItem[] {
  const files = Object.entries(parts)
    .filter(([name, bytes]) => /^(?:resources|attachments)\//.test(name) && bytes.length > 0)
    .map(
      ([, bytes]) =>
        ['file', `${bytes.length} bytes ${bytes.reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 0)}`] as const,
    );
  const json = parts['content.json'];
  const items =
    json === undefined
      ? itemsOfXml(xmlOf(textOf(parts['content.xml'] ?? new Uint8Array())))
      : itemsOfJson(JSON.parse(strFromU8(json)) as Json[]);
  return [...items, { id: 'the file', parent: null, facts: files }];
}

function itemsOfJson(sheets: readonly Json[]): FileItem[] {
  const items: FileItem[] = [];
  for (const [i, { rootTopic, ...sheet }] of sheets.entries()) {
    items.push({
      id: `sheet ${i + 1}`,
      parent: null,
      facts: Object.entries(sheet)
        .flatMap(([name, value]) => factsOfMember(name, value))
        .map(([what, value]) => [`sheet ${what}`, value] as const),
    });
    const work: [Json, number | null][] = [[rootTopic as Json, null]];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const [{ id, children, ...topic }, parent] = next;
      const at = items.length;
      items.push({
        id: String(id),
        parent,
        facts: Object.entries(topic).flatMap(([name, value]) => factsOfMember(name, value)),
      });
      const below = Object.values((children ?? {}) as Readonly<Record<string, readonly Json[]>>).flat();
      work.push(...below.map((child): [Json, number] => [child, at]).reverse());
    }
  }
  return items;
}

function factsOfMember(name: string, value: unknown): (readonly [string, string])[] {
  if (name === 'markers')
    return (value as readonly Json[]).map(({ markerId }) => ['marker', String(markerId)] as const);
  if (name === 'labels') return (value as readonly string[]).map((label) => ['label', label] as const);
  if (name === 'notes') {
    const { plain, realHTML } = value as { plain?: { content?: string }; realHTML?: { content?: string } };
    return [
      ['note', spaced(plain?.content ?? '')] as const,
      ...(realHTML === undefined ? [] : [['note as HTML', jsonOf(realHTML)] as const]),
    ];
  }
  if (name === 'image') return [['image', 'there']];
  if (name === 'relationships') return (value as readonly Json[]).flatMap(factsOfRelationship);
  return [[name, jsonOf(value)]];
}

function factsOfRelationship({ end1Id, end2Id, ...more }: Json): (readonly [string, string])[] {
  return Object.entries(more).map(
    ([name, value]) => [`relationship ${name}`, `${String(end1Id)} to ${String(end2Id)}: ${jsonOf(value)}`] as const,
  );
}

function jsonOf(value: unknown): string {
  return typeof value === 'string'
    ? spaced(value)
    : JSON.stringify(value, (_, one: unknown) =>
        typeof one === 'object' && one !== null && !Array.isArray(one)
          ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
          : one,
      );
}

/** XMind 8: what it has in words of its newer form. */
function itemsOfXml(root: XmlTree): FileItem[] {
  const items: FileItem[] = [];
  for (const [i, sheet] of root.children.filter(({ name }) => name === 'sheet').entries()) {
    const title = sheet.children.find(({ name }) => name === 'title')?.text ?? '';
    items.push({ id: `sheet ${i + 1}`, parent: null, facts: [['sheet title', spaced(title)]] });
    const first = items.length;
    const topics = walked(sheet, ({ name }) => ['topic', 'children', 'topics'].includes(name));
    const places = new Map<number, number | null>();
    let at = 0;
    for (const [element, parent] of topics) {
      const above = parent === null ? null : (places.get(parent) ?? null);
      if (element.name !== 'topic') places.set(at++, above);
      else {
        places.set(at++, items.length - first);
        items.push({
          id: element.attributes['id'] ?? null,
          parent: above === null ? null : above + first,
          facts: factsOfTopic(element),
        });
      }
    }
  }
  return items;
}

function factsOfTopic({ attributes, children }: XmlTree): (readonly [string, string])[] {
  const href = attributes['xlink:href'];
  return [
    ...(href === undefined ? [] : [['href', href] as const]),
    ...children.flatMap((part): (readonly [string, string])[] => {
      if (part.name === 'title') return [['title', spaced(part.text)]];
      if (part.name === 'notes')
        return [['note', spaced(part.children.find(({ name }) => name === 'plain')?.text ?? '')]];
      if (part.name === 'marker-refs')
        return part.children.map((marker) => ['marker', marker.attributes['marker-id'] ?? ''] as const);
      if (part.name === 'labels') return part.children.map(({ text }) => ['label', text] as const);
      if (part.name === 'xhtml:img') return [['image', 'there']];
      if (part.name === 'position') {
        const [x, y] = [Number(part.attributes['svg:x']), Number(part.attributes['svg:y'])];
        return [['position', jsonOf({ x, y })]];
      }
      if (part.name === 'children') return [];
      return [[`<${part.name}>`, whole(part)]];
    }),
  ];
}
