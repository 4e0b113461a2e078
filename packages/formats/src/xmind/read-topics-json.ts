import { isRecord } from '@bough/base';
import { listOf, membersOf, textOf, wordsIn } from '../shared/json.ts';
import type { Reporter } from '../shared/report.ts';
import { keptNotes, richNoteOf } from './topic-note.ts';
import type { Relationship, Sheet, Topic, TopicPlace } from './topic.ts';

// content.json: a list of sheets, each with a tree of topics.

const KNOWN = new Set(['id', 'title', 'notes', 'href', 'markers', 'image', 'branch', 'position', 'children', 'bough']);

/** The sheets of content.json; null when it is something else. */
export function sheetsOfJson(value: unknown, reporter: Reporter): Sheet[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter(isRecord).map((sheet) => {
    const { title, rootTopic, relationships, bough, class: _, ...others } = sheet;
    return {
      title: wordsIn(title, reporter),
      root: rootTopic,
      relationships: relationshipsOf(relationships, reporter),
      others,
      own: membersOf(bough),
    };
  });
}

/** One topic of content.json. */
export function topicOfJson(raw: unknown, reporter: Reporter): Topic {
  const topic = membersOf(raw);
  const notes = membersOf(topic['notes']);
  const plain = membersOf(notes['plain']);
  const markers = listOf(topic['markers']).map((marker) => textOf(membersOf(marker)['markerId']));
  return {
    id: typeof topic['id'] === 'string' ? topic['id'] : undefined,
    title: wordsIn(topic['title'], reporter),
    note: wordsIn(plain['content'], reporter),
    richNote: richNoteOf(notes),
    keptNotes: keptNotes(notes),
    href: textOf(topic['href']),
    markers: markers.filter((name) => name !== ''),
    image: imageOf(topic['image']),
    isFolded: topic['branch'] === 'folded',
    position: positionOf(topic['position']),
    others: Object.fromEntries(Object.entries(topic).filter(([name]) => !KNOWN.has(name))),
    own: membersOf(topic['bough']),
    children: placesOf(topic['children']),
  };
}

function placesOf(children: unknown): TopicPlace[] {
  return Object.entries(membersOf(children)).flatMap(([kind, topics]) =>
    listOf(topics).map((raw): TopicPlace => ({
      kind: kind === 'attached' || kind === 'detached' ? kind : 'other',
      raw,
    })),
  );
}

function relationshipsOf(value: unknown, reporter: Reporter): Relationship[] {
  return listOf(value).map((raw) => {
    const { end1Id, end2Id, title, bough } = membersOf(raw);
    return { from: textOf(end1Id), to: textOf(end2Id), title: wordsIn(title, reporter), own: membersOf(bough) };
  });
}

function imageOf(value: unknown): Topic['image'] {
  const { src, width, height } = membersOf(value);
  if (typeof src !== 'string') return null;
  return { name: src.replace(/^xap:\/?/, ''), width: lengthOf(width), height: lengthOf(height) };
}

function positionOf(value: unknown): Topic['position'] {
  const { x, y } = membersOf(value);
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}

function lengthOf(value: unknown): number | undefined {
  const length = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof length === 'number' && length > 0 ? length : undefined;
}
