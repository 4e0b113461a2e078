import { isRecord } from '@bough/base';
import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, type DraftItem, type OpenFields, packForeign } from '../shared/draft.ts';
import { ownOver, parsePacked } from '../shared/packed-members.ts';
import { markdownOf } from '../shared/text/html-to-markdown.ts';
import { markdownOfWords } from '../shared/text/inline-markdown.ts';
import { plainWords } from '../shared/text/plain-words.ts';
import { isWebAddress } from '../shared/text/web-address.ts';
import type { Reporter } from '../shared/report.ts';
import { tryHtml } from '../shared/xml/try-xml.ts';
import { need } from '../shared/unreadable.ts';
import { elementText } from '../shared/xml/write-xml.ts';
import { elementsIn, readXml, wordsIn, type XmlElement } from '../shared/xml/xml.ts';
import { boxOfDynalist, isBoxOfDynalist } from './dynalist.ts';
import { titleOf } from '../shared/title.ts';
import { pushAll } from '../shared/push-all.ts';

// OPML 1.0 to 2.0: an outline of any attributes. Notes are `_note`, as outliners have them; a done box is `_status="checked"`;
// an address is `url`, `htmlUrl` or `xmlUrl`. Dynalist has boxes and folds by other names (`dynalist.ts`). All other attributes stay with the item.

/** The items and everything else of the file. */
export function readOpml(source: string, reporter: Reporter): Draft {
  const opml = readXml(source, reporter).find((element) => element.name.toLowerCase() === 'opml');
  need(opml !== undefined, 'not-this-format', 'It has no <opml>.');
  const builder = new DraftBuilder();
  const saysOfItself = parsePacked(opml.attributes.get(OWN)) as Record<string, unknown>;
  // Older files of Bough have Markdown in their texts; newer ones say that they have words.
  const isMarkdown = opml.attributes.has(OWN) && saysOfItself['words'] !== 'plain';
  const kind = isOfWorkflowy(opml) ? 'html' : 'words';
  const body = child(opml, 'body');
  if (body === undefined) reporter.note('repaired', 'The body was missing; what stood outside of it was read.');
  const work = outlines(body ?? opml, 1).reverse();
  const links: { readonly from: string; readonly packed: readonly unknown[] }[] = [];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { fields, own } = fieldsOf(next.element, isMarkdown ? 'markdown' : kind, reporter);
    const key = builder.add(next.level, own.key, fields);
    if (Array.isArray(own.links)) links.push({ from: key, packed: own.links });
    pushAll(work, outlines(next.element, next.level + 1).reverse());
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
  return elementsIn(parent)
    .filter(({ name }) => name.toLowerCase() === 'outline')
    .map((element) => ({ element, level }));
}

function child(parent: XmlElement, name: string): XmlElement | undefined {
  return elementsIn(parent).find((element) => element.name.toLowerCase() === name);
}

function settingsOf(opml: XmlElement, items: readonly DraftItem[], reporter: Reporter): Draft['settings'] {
  const head = child(opml, 'head');
  const elements: string[] = [];
  let title = titleOf(items);
  for (const element of elementsIn(head)) {
    const words = wordsIn(element).trim();
    if (element.name === 'title' && words !== '') title = words;
    else if (element.name !== 'title') elements.push(elementText(element));
  }
  if (elements.length > 0) reporter.note('kept', 'The head of the file.', elements[0]);
  const attributes = Object.fromEntries([...opml.attributes].filter(([name]) => name !== 'version' && name !== OWN));
  const foreign = packForeign({ format: 'opml', attributes, elements });
  const { words: _, ...settings } = parsePacked(opml.attributes.get(OWN)) as Record<string, unknown>;
  return { title, ...(foreign === null ? {} : { foreign }), ...settings };
}

/** Bough's own attribute. */
export const OWN = '_bough';

function fieldsOf(
  element: XmlElement,
  kind: TextKind,
  reporter: Reporter,
): { fields: DraftItem['fields']; own: { readonly key?: string; readonly links: unknown } } {
  const all = element.attributes;
  const words = all.get('text') ?? all.get('title') ?? '';
  const note = all.get('_note');
  const fields: OpenFields = { text: kind === 'html' ? wordsOfHtml(words) : textOfOutline(words, kind === 'markdown') };
  const href = ADDRESSES.find((name) => isWebAddress(all.get(name) ?? ''));
  const attributes: Record<string, string> = {};
  for (const [name, value] of all) {
    if (name === 'text' || name === OWN || name === href) continue;
    if (name === '_note') fields.note = noteOf(value, kind);
    else if (name === '_complete' && value === 'true') fields.checkbox = 'done';
    else if (name === '_status' && value === 'checked') fields.checkbox = 'done';
    else if (name === '_status' && value === 'unchecked') fields.checkbox = 'open';
    else if (name === 'collapsed' && value === 'true') fields.isFolded = true;
    else {
      attributes[name] = value;
      if (isBoxOfDynalist(name, value)) continue;
      if (name !== 'title' || all.has('text')) reporter.note('kept', `What only OPML knows: ${name}.`, value);
    }
  }
  const box = boxOfDynalist(attributes);
  if (box !== null) fields.checkbox ??= box;
  if (hasHtml(words) || (kind === 'html' && words.includes('&'))) attributes[HTML] = words;
  if (href !== undefined) {
    fields.href = all.get(href) ?? '';
    // Which of the three names it stood under is kept, so that it goes back there.
    if (href !== 'url') attributes[`@${href}`] = '';
  }
  const { key, links, words: _, ...packed } = parsePacked(all.get(OWN)) as Record<string, unknown>;
  const shows = { text: words, note: note ?? '' };
  const html = hasHtml(shows.note) ? noteOfHtml(shows.note) : null;
  if (html !== null && (kind === 'html' || packed['note'] === html)) {
    attributes[HTML_NOTE] = shows.note;
    shows.note = plainWords(html);
  }
  const said = ownOver(fields, packed, shows);
  // Words that are Bough's own were no HTML, whatever they look like.
  if (packed['text'] !== undefined && said.text === packed['text']) delete attributes[HTML];
  if (UNSHOWN_TAG.test(attributes[HTML] ?? '')) reporter.note('kept', 'Tags of HTML in words are not shown.', words);
  const foreign = packForeign({ format: 'opml', attributes });
  return {
    fields: foreign === null || said.foreign !== undefined ? said : { ...said, foreign },
    own: { ...(typeof key === 'string' ? { key } : {}), links },
  };
}

/** What texts and notes are written in. */
type TextKind = 'markdown' | 'html' | 'words';

/** Workflowy says whose outline it is, and nothing else; its texts are HTML, also where no tag stands in them. */
function isOfWorkflowy(opml: XmlElement): boolean {
  const head = elementsIn(child(opml, 'head'));
  return head.length === 1 && head[0]?.name === 'ownerEmail';
}

function noteOf(value: string, kind: TextKind): string {
  if (kind === 'markdown') return value;
  return kind === 'html' ? noteOfHtml(value) : markdownOfWords(value);
}

/** A note as Workflowy writes it. */
export function noteOfHtml(value: string): string {
  return value.split('\n').map(wordsOfHtml).join('\n');
}

function wordsOfHtml(words: string): string {
  const root = /[<&]/.test(words) ? tryHtml(`<p>${words}</p>`) : undefined;
  return root === undefined ? markdownOfWords(words) : markdownOf(root);
}

const ADDRESSES = ['url', 'htmlUrl', 'xmlUrl'] as const;

/** What a text, and a note, was that had tags in it: kept with the item, under a name that no attribute has. */
export const HTML = '@text';
export const HTML_NOTE = '@note';

/** Outliners put tags of HTML into texts; all else in them is plain words. */
export function textOfOutline(words: string, isMarkdown = false): string {
  if (isMarkdown && !hasHtml(words)) return words;
  const root = hasHtml(words) ? tryHtml(`<p>${words}</p>`) : undefined;
  return root === undefined ? markdownOfWords(words) : markdownOf(root);
}

function hasHtml(words: string): boolean {
  return /<\/?(?:b|i|u|a|em|strong|font|span|br)\b[^<>]*>|<(?:mention|time)\s[^<>]*>/i.test(words);
}

/** Whose dress, or what it stands for, no map shows. */
const UNSHOWN_TAG = /<(?:u|font|span|mention|time)\b[^<>]*>/i;

function addLink(builder: DraftBuilder, from: string, link: unknown): void {
  if (!Array.isArray(link) || typeof link[0] !== 'string' || !builder.has(link[0])) return;
  const [to, more] = link as readonly unknown[];
  builder.link(from, String(to), isRecord(more) ? more : {});
}
