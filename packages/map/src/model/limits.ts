/**
 * How large anything in a map may grow, in one table. Lengths of text are UTF-16 units; a "unit" of size is defined by `size.ts`.
 * Raising one of these is safe for maps that exist; lowering one is a new format version.
 */
export const LIMITS = {
  /** Items of a map, those that were removed not counted. */
  items: 200_000,
  /** Levels of a map: a root stands on level 1. */
  depth: 1_000,
  /** An item's text. */
  text: 100_000,
  /** An item's note. */
  note: 100_000,
  /** One change: 64 for each op, and all text in it. */
  change: 262_144,
  /** Ops of one change. */
  ops: 4_096,
  /** Everything in a map together, what was removed included. */
  map: 64_000_000,
  /** What was removed is kept until newer removals outgrow this; the newest one is always kept. */
  removed: 2_000_000,
  /** An order key. */
  order: 1_000,
  /** Links of a map, those at removed items included. */
  links: 20_000,
  /** A link's label. */
  label: 1_000,
  /** Control points of a link or of a branch line. */
  points: 8,
  /** Threads of comments of a map, those at removed items included. */
  threads: 20_000,
  /** Comments of one thread. */
  comments: 1_000,
  /** Messages in the chat of a map. */
  chat: 100_000,
  /** Signs of people on one comment, all kinds together. */
  reactions: 1_000,
  /** One comment, or one message of the chat. */
  comment: 10_000,
  /** A map's title. */
  title: 1_000,
  /** A web address or the source of an image. */
  href: 4_000,
  /** The name of an icon, or an emoji. */
  icon: 64,
  /** What is kept of another program's file: with an item, and with the map as a whole. */
  foreign: 50_000,
  /** Any coordinate, either side of zero; widths and heights of images and items too. */
  coordinate: 10_000_000,
} as const;
