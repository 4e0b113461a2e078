import { elementsIn, wordsIn, type XmlElement } from '../shared/xml/xml.ts';
import { elementText } from '../shared/xml/write-xml.ts';
import type { Relationship, Sheet, Topic, TopicPlace } from './topic.ts';

// content.xml of XMind up to 8: <xmap-content><sheet><topic>.

/** The sheets of content.xml; null when it is something else. */
export function sheetsOfXml(roots: readonly XmlElement[]): Sheet[] | null {
  const content = roots.find((element) => element.name === 'xmap-content');
  if (content === undefined) return null;
  return all(content, 'sheet').map((sheet) => ({
    title: words(one(sheet, 'title')),
    root: one(sheet, 'topic'),
    relationships: all(one(sheet, 'relationships'), 'relationship').map(relationshipOf),
    others: {},
    own: {},
  }));
}

/** One topic of content.xml. */
export function topicOfXml(topic: XmlElement): Topic {
  const notes = one(topic, 'notes');
  const html = one(notes, 'html');
  const position = one(topic, 'position')?.attributes;
  const image = elementsIn(topic).find(({ name }) => /^(?:xhtml:)?img$/.test(name));
  return {
    id: topic.attributes.get('id'),
    title: words(one(topic, 'title')),
    note: words(one(notes, 'plain')),
    richNote: one(notes, 'plain') === undefined && html !== undefined ? html : null,
    keptNotes: null,
    href: topic.attributes.get('xlink:href') ?? '',
    markers: all(one(topic, 'marker-refs'), 'marker-ref').map((marker) => marker.attributes.get('marker-id') ?? ''),
    image: image === undefined ? null : imageOf(image),
    isFolded: topic.attributes.get('branch') === 'folded',
    position:
      position === undefined ? null : { x: Number(position.get('svg:x')) || 0, y: Number(position.get('svg:y')) || 0 },
    others: othersOf(topic),
    own: {},
    children: all(one(topic, 'children'), 'topics').flatMap((topics) => {
      const type = topics.attributes.get('type');
      const kind = type === 'attached' || type === 'detached' ? type : 'other';
      return all(topics, 'topic').map((raw): TopicPlace => ({ kind, raw }));
    }),
  };
}

const KNOWN = new Set(['title', 'notes', 'marker-refs', 'children', 'position', 'img', 'xhtml:img']);

/** Labels have a word in content.json too; the rest is kept as XML. */
function othersOf(topic: XmlElement): Record<string, unknown> {
  const others: Record<string, unknown> = {};
  const labels = all(one(topic, 'labels'), 'label').map(words);
  if (labels.length > 0) others['labels'] = labels;
  const style = topic.attributes.get('style-id');
  if (style !== undefined) others['styleId'] = style;
  const unknown = elementsIn(topic).filter(({ name }) => !KNOWN.has(name) && name !== 'labels');
  if (unknown.length > 0) others['xml'] = unknown.map(elementText);
  return others;
}

function imageOf(image: XmlElement): Topic['image'] {
  const lengthOf = (name: string): number | undefined =>
    Number.parseFloat(image.attributes.get(name) ?? '') || undefined;
  const name = (image.attributes.get('xhtml:src') ?? image.attributes.get('src') ?? '').replace(/^xap:\/?/, '');
  return { name, width: lengthOf('svg:width'), height: lengthOf('svg:height') };
}

function relationshipOf(element: XmlElement): Relationship {
  const { attributes } = element;
  return {
    from: attributes.get('end1') ?? '',
    to: attributes.get('end2') ?? '',
    title: words(one(element, 'title')),
    own: {},
  };
}

function one(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return all(parent, name)[0];
}

function all(parent: XmlElement | undefined, name: string): XmlElement[] {
  return elementsIn(parent).filter((child) => child.name === name);
}

function words(element: XmlElement | undefined): string {
  return wordsIn(element).replaceAll('\r\n', '\n').trim();
}
