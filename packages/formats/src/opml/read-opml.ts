import { isRecord } from '@bough/base';
import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, type DraftItem, type OpenFields, packForeign } from '../shared/draft.ts';
import { parsePacked } from '../shared/packed-members.ts';
import { markdownOf } from '../shared/html-to-markdown.ts';
import { Reporter } from '../shared/report.ts';
import { need } from '../shared/unreadable.ts';
import { elementText } from '../shared/write-xml.ts';
import { readXml, type XmlElement } from '../shared/xml.ts';
import { titleOf } from '../shared/title.ts';

// OPML 1.0 to 2.0: an outline of any attributes. Notes are `_note`, as outliners have them; a done box is `_status="checked"`;
// an address is `url`, `htmlUrl` or `xmlUrl`. All other attributes stay with the item.

/** The items and everything else of the file. */
export function readOpml(source: string, reporter: Reporter): Draft {
  const opml = readXml(source, reporter).find((element) => element.name.toLowerCase() === 'opml');
  need(opml !== undefined, 'not-this-format', 'It has no <opml>.');
  const builder = new DraftBuilder();
  const body = child(opml, 'body');
  if (body === undefined) reporter.note('repaired', 'The body was missing; what stood outside of it was read.');
  const work = outlines(body ?? opml, 1).reverse();
  const links: { readonly from: string; readonly packed: readonly unknown[] }[] = [];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { fields, own } = fieldsOf(next.element, reporter);
    const key = builder.add(next.level, own.key, fields);
    if (Array.isArray(own.links)) links.push({ from: key, packed: own.links });
    work.push(...outlines(next.element, next.level + 1).reverse());
  }
  for (const { from, packed } of links) for (const link of packed) addLink(builder, from, link);
  builder.settings = settingsOf(opml, builder.items, reporter);
  return builder.draft();
}

interface Outline {
  readonly element: XmlElement;
  readonly level: number;
}

function outlines(parent: XmlElement, level: number): Outline[] {
  const found: Outline[] = [];
  for (const element of parent.children) {
    if (typeof element !== 'string' && element.name.toLowerCase() === 'outline') found.push({ element, level });
  }
  return found;
}

function child(parent: XmlElement, name: string): XmlElement | undefined {
  return parent.children.find(
    (node): node is XmlElement => typeof node !== 'string' && node.name.toLowerCase() === name,
  );
}

function settingsOf(opml: XmlElement, items: readonly DraftItem[], reporter: Reporter): Draft['settings'] {
  const head = child(opml, 'head');
  const elements: string[] = [];
  let title = titleOf(items);
  for (const element of head?.children ?? []) {
    if (typeof element === 'string') continue;
    const words = element.children
      .filter((node) => typeof node === 'string')
      .join('')
      .trim();
    if (element.name === 'title' && words !== '') title = words;
    else if (element.name !== 'title') elements.push(elementText(element));
  }
  if (elements.length > 0) reporter.note('kept', 'The head of the file.', elements[0]);
  const attributes = Object.fromEntries([...opml.attributes].filter(([name]) => name !== 'version' && name !== OWN));
  const foreign = packForeign({ format: 'opml', attributes, elements });
  return { title, ...(foreign === null ? {} : { foreign }), ...parsePacked(opml.attributes.get(OWN)) };
}

/** Bough's own attribute. */
export const OWN = '_bough';

function fieldsOf(
  element: XmlElement,
  reporter: Reporter,
): { fields: DraftItem['fields']; own: { readonly key?: string; readonly links: unknown } } {
  const all = element.attributes;
  const fields: OpenFields = { text: clean(all.get('text') ?? all.get('title') ?? '') };
  const href = ADDRESSES.find((name) => /^(?:https?:\/\/|mailto:)\S+$/i.test(all.get(name) ?? ''));
  const attributes: Record<string, string> = {};
  for (const [name, value] of all) {
    if (name === 'text' || name === OWN || name === href) continue;
    if (name === '_note') fields.note = value;
    else if (name === '_status' && value === 'checked') fields.checkbox = 'done';
    else if (name === '_status' && value === 'unchecked') fields.checkbox = 'open';
    else {
      attributes[name] = value;
      if (name !== 'title' || all.has('text')) reporter.note('kept', `What only OPML knows: ${name}.`, value);
    }
  }
  if (href !== undefined) {
    fields.href = all.get(href) ?? '';
    // Which of the three names it stood under is kept, so that it goes back there.
    if (href !== 'url') attributes[`@${href}`] = '';
  }
  const { key, links, ...packed } = parsePacked(all.get(OWN)) as Record<string, unknown>;
  const foreign = packForeign({ format: 'opml', attributes });
  return {
    fields: { ...fields, ...(foreign === null ? {} : { foreign }), ...packed },
    own: { ...(typeof key === 'string' ? { key } : {}), links },
  };
}

const ADDRESSES = ['url', 'htmlUrl', 'xmlUrl'] as const;

/** Outliners put tags of HTML into texts. */
function clean(text: string): string {
  if (!/<\/?(?:b|i|u|a|em|strong|font|span|br)\b[^<>]*>/i.test(text)) return text;
  const [root] = readXml(`<p>${text}</p>`, new Reporter());
  return root === undefined ? text : markdownOf(root);
}

function addLink(builder: DraftBuilder, from: string, link: unknown): void {
  if (!Array.isArray(link) || typeof link[0] !== 'string' || !builder.has(link[0])) return;
  const [to, more] = link as readonly unknown[];
  builder.link(from, String(to), isRecord(more) ? more : {});
}
