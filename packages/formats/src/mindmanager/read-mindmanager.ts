import type { Shape } from '@bough/map';
import { DraftBuilder } from '../shared/draft-builder.ts';
import type { Draft, OpenFields } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { markdownOf } from '../shared/text/html-to-markdown.ts';
import { bytesOfBase64 } from '../shared/text/base64.ts';
import { markdownOfWords } from '../shared/text/inline-markdown.ts';
import { isWebAddress } from '../shared/text/web-address.ts';
import { titleOf } from '../shared/title.ts';
import { need } from '../shared/unreadable.ts';
import { childAt, childrenNamed, localName } from '../shared/xml/by-local-name.ts';
import { elementsIn, readXml, wordsIn, type XmlElement } from '../shared/xml/xml.ts';
import { emojiOfStockIcon } from './icons.ts';
import { textOfTopic } from './topic-words.ts';
import { pushAll } from '../shared/push-all.ts';

// MindManager: Document.xml, in an archive (.mmap) with its images or alone. One central topic; what floats around it are roots, what floats
// around other topics (callouts) stands below them. MindManager's files are read and not written, so what has no place here is told as lost.

/** Bytes of a part of the archive, or null. */
export type PartOf = (name: string) => Uint8Array | null;

/** The items, links and images of the document. */
export function readMindmanager(source: string, reporter: Reporter, partOf: PartOf = () => null): Draft {
  const map = readXml(source, reporter).find((element) => localName(element.name) === 'Map');
  need(map !== undefined, 'not-this-format', 'It has no map of MindManager.');
  const reader = new MindmanagerReader(reporter, partOf);
  reader.read(map);
  return reader.builder.draft();
}

interface Place {
  readonly topic: XmlElement;
  readonly level: number;
  readonly isFloating: boolean;
}

class MindmanagerReader {
  readonly builder = new DraftBuilder();
  readonly #reporter: Reporter;
  readonly #partOf: PartOf;

  constructor(reporter: Reporter, partOf: PartOf) {
    this.#reporter = reporter;
    this.#partOf = partOf;
  }

  read(map: XmlElement): void {
    const centre = childrenNamed(childAt(map, 'OneTopic'), 'Topic');
    const roots = [...centre, ...childrenNamed(childAt(map, 'FloatingTopics'), 'Topic')];
    const floating: Place[] = [];
    const work = roots.map((topic, i): Place => ({ topic, level: 1, isFloating: i >= centre.length })).reverse();
    for (let next = work.pop() ?? floating.shift(); next !== undefined; next = work.pop() ?? floating.shift()) {
      this.#topic(next);
      const { topic, level } = next;
      const around = childrenNamed(childAt(topic, 'FloatingTopics'), 'Topic');
      const isCentre = level === 1 && !next.isFloating;
      if (isCentre)
        pushAll(
          floating,
          around.map((one): Place => ({ topic: one, level: 1, isFloating: true })),
        );
      else if (around.length > 0) this.#note('approximated', 'Callouts became items.', textOfTopic(topic));
      const below = [...childrenNamed(childAt(topic, 'SubTopics'), 'Topic'), ...(isCentre ? [] : around)];
      pushAll(work, below.map((one): Place => ({ topic: one, level: level + 1, isFloating: false })).reverse());
    }
    for (const relationship of childrenNamed(childAt(map, 'Relationships'), 'Relationship')) this.#link(relationship);
    this.builder.settings = { title: titleOf(this.builder.items) };
  }

  #topic({ topic, level, isFloating }: Place): void {
    const fields: OpenFields = { text: textOfTopic(topic) };
    const html = childAt(topic, 'NotesGroup', 'NotesXhtmlData', 'html');
    const preview = childAt(topic, 'NotesGroup', 'NotesXhtmlData')?.attributes.get('PreviewPlainText') ?? '';
    const note = html === undefined ? markdownOfWords(preview) : markdownOf(html);
    if (note !== '') fields.note = note;
    if (childAt(topic, 'TopicViewGroup', 'Collapsed')?.attributes.get('Collapsed') === 'true') fields.isFolded = true;
    const place = this.#offset(topic);
    if (isFloating && place !== null) fields.offset = place;
    if (level === 2 && place !== null && place.x !== 0) fields.side = place.x < 0 ? 'left' : 'right';
    const line = /^[0-9a-f]{2}([0-9a-f]{6})$/i.exec(childAt(topic, 'Color')?.attributes.get('LineColor') ?? '')?.[1];
    if (line !== undefined && level > 1) fields.colour = `#${line.toLowerCase()}`;
    const shape = SHAPES[stockName(childAt(topic, 'SubTopicShape')?.attributes.get('SubTopicShape'))];
    if (shape !== undefined) fields.shape = shape;
    this.#task(topic, fields);
    this.#icons(topic, fields);
    this.#address(topic, fields);
    this.#image(topic, fields);
    this.#sayLost(topic, fields.text);
    this.builder.add(level, topic.attributes.get('OId'), fields);
  }

  #offset(topic: XmlElement): { readonly x: number; readonly y: number } | null {
    const offset = childAt(topic, 'Offset')?.attributes;
    if (offset === undefined) return null;
    const [x, y] = ['CX', 'CY'].map((name) => Math.round((Number(offset.get(name)) || 0) * PIXELS));
    return { x: x ?? 0, y: y ?? 0 };
  }

  #task(topic: XmlElement, fields: OpenFields): void {
    const task = childAt(topic, 'Task')?.attributes;
    const done = task?.get('TaskPercentage');
    if (done !== undefined && /\d/.test(done)) {
      const percent = Number(done.replaceAll(/\D/g, ''));
      fields.checkbox = percent >= 100 ? 'done' : 'open';
      if (percent > 0 && percent < 100)
        this.#note('approximated', 'A task that is done in part has an open box.', fields.text);
    }
    const priority = emojiOfStockIcon(stockName(task?.get('TaskPriority')));
    if (priority !== undefined) fields.icon = priority;
    if ([...(task?.keys() ?? [])].some((name) => OF_PLANS.test(name)))
      this.#lost('dates and people of tasks', fields.text);
  }

  #icons(topic: XmlElement, fields: OpenFields): void {
    for (const icon of childrenNamed(childAt(topic, 'IconsGroup', 'Icons'), 'Icon')) {
      const name = stockName(icon.attributes.get('IconType'));
      const emoji = emojiOfStockIcon(name);
      if (emoji !== undefined && (fields.icon ?? null) === null) fields.icon = emoji;
      else this.#lost(emoji === undefined ? 'icons without an emoji' : 'a second icon', name || fields.text);
    }
  }

  #address(topic: XmlElement, fields: OpenFields): void {
    const all = [childAt(topic, 'HyperlinkGroup') ?? topic, topic].flatMap((at) => [
      ...childrenNamed(at, 'Hyperlink'),
      ...childrenNamed(at, 'IndexedHyperlink'),
    ]);
    for (const { attributes } of new Set(all)) {
      const url = (attributes.get('Url') ?? attributes.get('Uri') ?? '').trim();
      const inside = /@OId='([^']{1,100})'/.exec(url)?.[1] ?? attributes.get('TopicBookmarkGuid');
      const href = isWebAddress(url) ? url : inside === undefined ? null : `item:${inside}`;
      if (href !== null && fields.href === undefined) fields.href = href;
      else if (url !== '') this.#lost(href === null ? 'files that it points to' : 'a second address', url);
    }
  }

  #image(topic: XmlElement, fields: OpenFields): void {
    const image = childAt(topic, 'OneImage', 'Image');
    const data = childAt(image, 'ImageData');
    if (data === undefined) return;
    const name = wordsIn(childAt(data, 'Uri'))
      .trim()
      .replace(/^mmarch:\/\//, '');
    const bytes = name === '' ? bytesOfBase64(wordsIn(childAt(data, 'Base64'))) : this.#partOf(name);
    if (bytes === null || bytes.length === 0) {
      this.#note('lost', 'An image that is not in the file.', fields.text);
      return;
    }
    const key = name === '' ? `image ${this.builder.files.size}` : name;
    this.builder.files.set(key, bytes);
    const size = childAt(image, 'ImageSize')?.attributes;
    const lengthOf = (of: string): number => Math.round((Number(size?.get(of)) || 60) * PIXELS);
    fields.image = { source: `file:${key}`, width: lengthOf('Width'), height: lengthOf('Height') };
  }

  #sayLost(topic: XmlElement, text: string): void {
    for (const { name } of elementsIn(topic)) {
      const lost = LOST[localName(name)];
      if (lost !== undefined) this.#lost(lost, text);
    }
    const fill = childAt(topic, 'Color')?.attributes.get('FillColor') ?? '';
    if (/^(?!00)[0-9a-f]{8}$/i.test(fill)) this.#lost('fill colours', text);
  }

  #link(relationship: XmlElement): void {
    const ends = childrenNamed(relationship, 'ConnectionGroup')
      .map((group) => ({ index: Number(group.attributes.get('Index')) || 0, group }))
      .sort((a, b) => a.index - b.index)
      .map(({ group }) => childAt(group, 'Connection', 'ObjectReference')?.attributes.get('OIdRef') ?? '');
    const [from = '', to = ''] = ends;
    const said = childAt(relationship, 'FloatingTopics', 'Topic');
    const label = (said === undefined ? '' : textOfTopic(said)) || textOfTopic(relationship);
    if (this.builder.has(from) && this.builder.has(to)) this.builder.link(from, to, { label, arrow: 'end' });
    else this.#note('lost', 'A relationship whose end is no topic.', label);
  }

  #lost(thing: string, example: string): void {
    this.#note('lost', `Bough has no place for: ${thing}.`, example);
  }

  #note(kind: 'lost' | 'approximated', what: string, example: string): void {
    this.#reporter.note(kind, what, example);
  }
}

/** What else a task says: when, who, how long, at what cost. */
const OF_PLANS = /Date|Resource|Duration|Effort|Cost|Milestone/;

/** Lengths are millimetres. */
const PIXELS = 96 / 25.4;

const SHAPES: Readonly<Record<string, Shape>> = {
  Rectangle: 'box',
  RoundedRectangle: 'pill',
  Capsule: 'pill',
  Oval: 'ellipse',
  Circle: 'ellipse',
  Diamond: 'diamond',
  Data: 'parallelogram',
};

/** Elements of a topic that nothing here stands for. */
const LOST: Readonly<Record<string, string>> = {
  OneBoundary: 'boundaries',
  AttachmentGroup: 'attachments',
  TextLabels: 'labels',
  CustomProperties: 'properties',
  Spreadsheet: 'tables',
};

/** `urn:mindjet:Oval` is an Oval. */
function stockName(name: string | undefined): string {
  return (name ?? '').replace(/^urn:mindjet:/, '');
}
