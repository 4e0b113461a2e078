import type { Op } from '../changes/change.ts';
import { LIMITS } from '../model/limits.ts';
import type { ItemFields, Link, Settings } from '../model/model.ts';
import { SIGNS } from '../model/reactions.ts';
import { CHOICES } from '../model/values.ts';
import { KINDS, OP_SCHEMAS } from '../ops/table.ts';
import { FORMAT } from '../stored/encode.ts';
import { FORMAT_VERSION } from '../stored/upgrade.ts';
import {
  choice,
  colour,
  coordinate,
  count,
  exactly,
  flag,
  foreign,
  anId,
  instant,
  length,
  listOf,
  order,
  orNull,
  ref,
  someOf,
  textUpTo,
  type Keys,
  type MapSchema,
} from './parts.ts';

// Ops and stored maps as JSON Schema 2020-12, for the API's document. The tables have the keys of the types: the compiler asks for each kind
// of op, each of its keys, and each field. No page loads them. What no schema can say (a well-formed text, an order key between two
// others) is said in words, and the parser is the judge of it.

const FIELDS: Keys<ItemFields> = {
  text: textUpTo(LIMITS.text, 'The words, as inline Markdown.'),
  note: textUpTo(LIMITS.note, 'As Markdown.'),
  side: orNull(choice(CHOICES.side), 'Of a child of a root; null: where there is room.'),
  offset: orNull(ref('Point'), 'How far it was dragged from its place; of a root: where it stands.'),
  colour: orNull(colour, 'A branch hue by number, or a colour; null: that of its branch.'),
  size: orNull({ type: 'number', minimum: 0.5, maximum: 4 }, 'Of the words; 1 is normal.'),
  shape: orNull(choice(CHOICES.shape), 'null: that of the map.'),
  width: orNull(length, 'Where lines break, in map units.'),
  align: orNull(choice(CHOICES.align), 'Of the lines of its words.'),
  icon: orNull({ type: 'string', minLength: 1, maxLength: LIMITS.icon }, 'The name of an icon, or an emoji.'),
  image: orNull(ref('Image'), 'Shown above the words.'),
  href: orNull(
    { type: 'string', maxLength: LIMITS.href, pattern: '^(https?://\\S+|mailto:\\S+|item:[A-Za-z0-9_-]{12})$' },
    'Where it leads: to the web, by mail, or to another item as `item:` and its id.',
  ),
  checkbox: orNull(choice(CHOICES.checkbox), 'null: it has none.'),
  isFolded: flag,
  linePoints: orNull(ref('Points'), 'Bends of the line from its parent.'),
  lineStyle: orNull(choice(CHOICES.lineStyle), 'null: that of the map.'),
  foreign,
};

const SETTINGS: Keys<Settings> = {
  title: textUpTo(LIMITS.title),
  defaultShape: orNull(choice(CHOICES.shape), 'Of items that have none of their own.'),
  lineStyle: orNull(choice(CHOICES.lineStyle), 'Of lines that have none of their own.'),
  foreign,
};

const LINK: Keys<Link> = {
  id: anId,
  from: anId,
  to: anId,
  label: textUpTo(LIMITS.label),
  colour: orNull(colour, 'null: quiet.'),
  arrow: { type: 'string', enum: ['none', 'end', 'both'] },
  points: ref('Points'),
};

const COMMENT = {
  id: anId,
  author: { type: 'string', description: "A person's id." },
  at: instant,
  text: textUpTo(LIMITS.comment),
  reactions: {
    ...listOf(exactly({ sign: choice(new Set(SIGNS)), people: listOf({ type: 'string' }) }), SIGNS.length),
    description: 'Signs on it, each with the ids of the people who put it there; absent: none.',
  },
};
/** A comment in a thread, or a message of the chat. */
const SAID = exactly(COMMENT, ['reactions']);
const REMOVER = { type: 'string', description: 'The id of the person who removed it; absent: its author.' };

/** One entry for each item of the column `ids`, in the same order. */
const ITEMS = {
  ids: { ...listOf(anId), description: 'Each item before its children, siblings in order.' },
  orders: listOf(order),
  texts: listOf(textUpTo(LIMITS.text)),
  levels: {
    ...listOf({ type: 'integer', minimum: 1, maximum: LIMITS.depth }),
    description: 'Roots are on 1. An item is a child of the last item before it that is one level higher.',
  },
  rest: {
    ...listOf({
      type: 'array',
      prefixItems: [count, ref('ItemFields')],
      items: false,
      minItems: 2,
    }),
    description:
      'Pairs of an index into the columns and the other fields of that item, where they differ from an empty one.',
  },
};

/** The schema of one kind of op. */
function opSchema(kind: Op['kind']): MapSchema {
  const { does, keys } = OP_SCHEMAS[kind]();
  const { optional } = KINDS[kind];
  const all = { kind: { type: 'string', const: kind }, ...keys };
  return { description: does, ...exactly(all, optional === undefined ? [] : [optional]) };
}

/** The name of the kind's schema: `edit-comment` is `OpEditComment`. */
function nameOf(kind: string): string {
  return `Op${kind.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
}

/** Every schema by its name, as `components.schemas` of an OpenAPI document has them. */
export function mapSchemas(): Readonly<Record<string, MapSchema>> {
  const kinds = Object.keys(KINDS) as readonly Op['kind'][];
  const ofKinds = kinds.map((kind): [string, MapSchema] => [nameOf(kind), opSchema(kind)]);
  const mapping = Object.fromEntries(kinds.map((kind) => [kind, `#/components/schemas/${nameOf(kind)}`]));
  return {
    Id: { type: 'string', pattern: '^[A-Za-z0-9_-]{12}$', description: 'Twelve characters that you make at random.' },
    OrderKey: {
      type: 'string',
      pattern: '^[A-Za-z][0-9A-Za-z]+$',
      maxLength: LIMITS.order,
      description:
        'Siblings stand by it, as text. A fractional index (npm `fractional-indexing`, base 62): `a0` is the first; a key between two others is made of both.',
    },
    Point: exactly({ x: coordinate, y: coordinate }),
    Points: listOf(ref('Point'), LIMITS.points),
    Image: exactly({
      source: {
        type: 'string',
        maxLength: LIMITS.href,
        pattern: '^(asset:[0-9a-f]{64}|https://\\S+)$',
        description: '`asset:` and the hash of an image that was uploaded to this map, or an address.',
      },
      width: length,
      height: length,
    }),
    ItemFields: someOf(FIELDS),
    MapSettings: someOf(SETTINGS),
    Link: exactly(LINK),
    ...Object.fromEntries(ofKinds),
    Operation: {
      oneOf: ofKinds.map(([name]) => ref(name)),
      discriminator: { propertyName: 'kind', mapping },
    },
    Thread: exactly({ id: anId, item: anId, isResolved: flag, comments: listOf(SAID, LIMITS.comments) }),
    ItemColumns: exactly(ITEMS),
    Map: mapSchema(),
  };
}

function mapSchema(): MapSchema {
  return {
    description: 'A map as it is stored: items in columns, in reading order.',
    ...exactly({
      format: { type: 'string', const: FORMAT },
      version: { type: 'integer', minimum: 1, maximum: FORMAT_VERSION },
      settings: ref('MapSettings'),
      items: ref('ItemColumns'),
      links: listOf(ref('Link'), LIMITS.links),
      threads: listOf(ref('Thread'), LIMITS.threads),
      chat: { ...listOf(SAID, LIMITS.chat), description: 'Messages, oldest first.' },
      removed: exactly({
        items: ref('ItemColumns'),
        log: {
          ...listOf({
            anyOf: [
              { type: 'integer', const: 0 },
              exactly({ thread: anId, item: anId, isResolved: flag, comment: SAID, by: REMOVER }, ['by']),
              exactly({ comment: SAID, by: REMOVER }, ['by']),
            ],
          }),
          description:
            'What was removed, oldest first: 0 for the next branch of `items`, else a comment, or a message of the chat where it names no thread.',
        },
      }),
    }),
  };
}
