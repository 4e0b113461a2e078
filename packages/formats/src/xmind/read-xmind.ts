import { isRecord } from '@bough/base';
import type { ItemFields } from '@bough/map';
import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, type DraftItem, packForeign } from '../shared/draft.ts';
import { markdownOf } from '../shared/text/html-to-markdown.ts';
import { dressed, markdownOfWords } from '../shared/text/inline-markdown.ts';
import { jsonOf } from '../shared/json.ts';
import { textOf } from '../shared/text/bytes-to-text.ts';
import { isWebAddress } from '../shared/text/web-address.ts';
import { shownSize } from '../shared/files-beside.ts';
import { readSign, saysField } from '../shared/field-places.ts';
import { ownOver } from '../shared/packed-members.ts';
import type { Reporter } from '../shared/report.ts';
import { need } from '../shared/unreadable.ts';
import { readXml, type XmlElement } from '../shared/xml/xml.ts';
import type { ZipReader } from '../shared/zip.ts';
import { emojiOfMarker } from './markers.ts';
import { sheetsOfJson, topicOfJson } from './read-topics-json.ts';
import { sheetsOfXml, topicOfXml } from './read-topics-xml.ts';
import { fontOf, withFont } from './topic-font.ts';
import type { Sheet, Topic } from './topic.ts';

// XMind: an archive. Newer ones have content.json, and beside it a content.xml that only says that a newer XMind is needed;
// older ones have content.xml alone.

/** The items, links and images of the archive. */
export function readXmind(zip: ZipReader, reporter: Reporter): Draft {
  return draftOfContent(contentOf(zip, reporter), (name) => zip.read(name), reporter);
}

/** The items and links of a content.xml that is not in its archive: its images are not there. */
export function readXmindXml(source: string, reporter: Reporter): Draft {
  return draftOfContent(contentOfXml(source, reporter), () => null, reporter);
}

function draftOfContent(
  { sheets, topicOf }: Content,
  partOf: (name: string) => Uint8Array | null,
  reporter: Reporter,
): Draft {
  const reader = new XmindReader(reporter, topicOf, partOf);
  for (const [i, sheet] of sheets.entries()) reader.sheet(sheet, i);
  const builder = reader.builder;
  for (const [name, file] of reader.files) builder.files.set(name, file);
  if (sheets.length > 1)
    reporter.note('approximated', 'Several sheets became several roots of one map.', sheets[1]?.title);
  const first = sheets[0];
  const { id, ...others } = first?.others ?? {};
  const members = typeof id === 'string' && !isOwnId(id) ? { id, ...others } : others;
  const foreign = packForeign({ format: 'xmind', members });
  const title = first?.title ?? '';
  const { words: _, ...own } = first?.own ?? {};
  builder.settings = { title, ...own, ...(foreign === null ? {} : { foreign }) };
  return builder.draft();
}

type TopicOf = (raw: unknown) => Topic;

interface Content {
  readonly sheets: readonly Sheet[];
  readonly topicOf: TopicOf;
}

function contentOf(zip: ZipReader, reporter: Reporter): Content {
  const json = zip.read('content.json');
  if (json !== null) {
    const sheets = sheetsOfJson(parseJson(textOf(json, reporter)), reporter);
    if (sheets !== null) return { sheets, topicOf: (raw) => topicOfJson(raw, reporter) };
  }
  const xml = zip.read('content.xml');
  need(xml !== null, 'not-this-format', 'It is an archive, but not of XMind.');
  return contentOfXml(textOf(xml, reporter), reporter);
}

function contentOfXml(source: string, reporter: Reporter): Content {
  const sheets = sheetsOfXml(readXml(source, reporter));
  need(sheets !== null, 'not-this-format', 'Its content.xml is not of XMind.');
  return { sheets, topicOf: (raw) => topicOfXml(raw as XmlElement) };
}

function parseJson(text: string): unknown {
  const value = jsonOf(text);
  need(value !== undefined, 'not-this-format', 'Its content.json is no JSON.');
  return value;
}

class XmindReader {
  readonly builder = new DraftBuilder();
  readonly files = new Map<string, Uint8Array>();
  readonly #reporter: Reporter;
  readonly #topicOf: TopicOf;
  readonly #partOf: (name: string) => Uint8Array | null;
  /** Written by a Bough that wrote plain words. */
  #isOwnPlain = false;

  constructor(reporter: Reporter, topicOf: TopicOf, partOf: (name: string) => Uint8Array | null) {
    this.#reporter = reporter;
    this.#topicOf = topicOf;
    // Each is unpacked once, and counted once.
    this.#partOf = (name) => {
      const part = this.files.get(name) ?? partOf(name);
      if (part !== null) this.files.set(name, part);
      return part;
    };
  }

  sheet(sheet: Sheet, number: number): void {
    if (sheet.root === undefined || sheet.root === null) return;
    this.#isOwnPlain = sheet.own['words'] === 'plain';
    const work: { raw: unknown; level: number }[] = [{ raw: sheet.root, level: 1 }];
    const floating: { raw: unknown; level: number }[] = [];
    for (let next = work.pop() ?? floating.shift(); next !== undefined; next = work.pop() ?? floating.shift()) {
      const topic = this.#topicOf(next.raw);
      this.builder.add(next.level, topic.id, this.#fields(topic, next.level, number));
      for (const { kind, raw } of topic.children.toReversed()) {
        if (kind === 'detached') floating.unshift({ raw, level: 1 });
        else work.push({ raw, level: next.level + 1 });
        if (kind === 'other') this.#reporter.note('approximated', 'Summaries and callouts became items.', topic.title);
      }
    }
    for (const { from, to, title, own } of sheet.relationships) {
      if (this.builder.has(from) && this.builder.has(to))
        this.builder.link(from, to, { label: title, arrow: 'end', ...own });
      else this.#reporter.note('lost', 'A relationship whose end is no topic.', title);
    }
  }

  #fields(topic: Topic, level: number, sheet: number): DraftItem['fields'] {
    // Older files of Bough have Markdown in their titles.
    const wordsOf = !this.#isOwnPlain && isOwnId(topic.id ?? '') ? (words: string): string => words : markdownOfWords;
    const { bold, italic } = fontOf(topic.others);
    const fields: Record<string, unknown> = { text: dressed(wordsOf(topic.title), bold, italic) };
    const bare = withFont(topic.others, false, false);
    // A style that is written for the words anyway is not worth keeping.
    const isWritten = JSON.stringify(withFont(bare, bold, italic)) === JSON.stringify(topic.others);
    const others: Record<string, unknown> = { ...(isWritten ? bare : topic.others) };
    const note = topic.richNote === null ? wordsOf(topic.note) : markdownOf(topic.richNote);
    if (note !== '') fields['note'] = note;
    if (topic.isFolded) fields['isFolded'] = true;
    if (level === 1 && topic.position !== null) {
      fields['offset'] = { x: topic.position.x || 0, y: (topic.position.y || 0) + sheet * SHEET_APART };
    }
    const markers = topic.markers.filter((name) => !this.#marker(name, fields));
    if (markers.length > 0) others['markers'] = markers.map((markerId) => ({ markerId }));
    if (topic.href.startsWith('xmind:#')) fields['href'] = `item:${topic.href.slice(7)}`;
    else if (isWebAddress(topic.href)) fields['href'] = topic.href;
    else if (topic.href !== '') {
      others['href'] = topic.href;
      this.#reporter.note('kept', 'An address outside of the web.', topic.href);
    }
    if (topic.image !== null) this.#image(topic.image, fields);
    for (const name of Object.keys(others)) {
      if (name !== 'href' && name !== 'markers')
        this.#reporter.note('kept', `What only XMind knows: ${name}.`, topic.title);
    }
    const own = isRecord(topic.own) ? topic.own : {};
    // What Bough wrote of its own says it already.
    if (topic.keptNotes !== null && own['note'] === undefined) others['notes'] = topic.keptNotes;
    const foreign = packForeign({
      format: 'xmind',
      members: { ...(topic.id === undefined || isOwnId(topic.id) ? {} : { id: topic.id }), ...others },
    });
    const all = { ...fields, ...(foreign === null ? {} : { foreign }) } as Partial<ItemFields> & { text: string };
    return ownOver(all, own, { text: topic.title, note: topic.note });
  }

  /** Whether a field says it. */
  #marker(name: string, fields: Record<string, unknown>): boolean {
    if (readSign('xmind', name, fields)) return true;
    const emoji = emojiOfMarker(name);
    if (emoji !== undefined && fields['icon'] === undefined) {
      fields['icon'] = emoji;
      return true;
    }
    this.#reporter.note(
      'kept',
      emoji === undefined && !saysField('xmind', name) ? 'A marker without an emoji.' : 'A second marker.',
      name,
    );
    return false;
  }

  #image({ name, width, height }: NonNullable<Topic['image']>, fields: Record<string, unknown>): void {
    const isOfWeb = name.startsWith('https://');
    const part = isOfWeb ? null : this.#partOf(name);
    const isSaid = width !== undefined && height !== undefined;
    const size = isSaid ? { width, height } : shownSize(part, { width, height });
    fields['image'] = { source: isOfWeb ? name : `file:${name}`, ...size };
  }
}

/** Sheets stand below each other. */
const SHEET_APART = 1000;

/** What the ids begin with that Bough gives to topics. */
export const OWN_TOPIC = 'bough-';

function isOwnId(id: string): boolean {
  return id.startsWith(OWN_TOPIC);
}
