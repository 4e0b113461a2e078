import { CHANGES_IN_BATCH } from './changes.ts';
import { instant, lineageId, lineageList, mapId, personId, prefixName, sequence, sequenceText } from '../ids.ts';
import { change, numberedChange, ops } from './parsed-changes.ts';
import {
  flag,
  list,
  maybe,
  nullable,
  object,
  oneOf,
  optional,
  type ParsedBy,
  text,
  textOf,
  variants,
} from '../parser.ts';

// What gateway and exporter ask of docstore. Changes are read in full by the route's parser, on both sides; whole documents cross as
// bytes that packages/map reads.

/** A document to be made. */
export const newDocument = object({
  map: mapId,
  by: personId,
  /** Ops of the first change (the title, the root). */
  ops,
});
export type NewDocument = ParsedBy<typeof newDocument>;

/** Changes of one client, to be ordered. */
export const append = object({
  /** The last number that the submitting client had when it made these. */
  base: sequence,
  /**
   * The lineage in which `base` is a number. Where the order does not begin with that prefix any more, it is refused with
   * `docstore/other-lineage`. Absent: `base` is a number of the present order.
   */
  lineage: optional(lineageId),
  /**
   * The guest who has become their author since their client began, as the gateway knows: counters that either has used are used for both.
   */
  formerly: optional(personId),
  /** Counted by their author and client: the same client id of somebody else has counters of its own. */
  changes: list(change, CHANGES_IN_BATCH),
  /** true: their author may only comment, and brings back nothing that was removed. */
  isCommenter: optional(flag),
  /** true: only if `base` is the last number still when they are ordered, else `docstore/moved` and nothing is kept. */
  isLast: optional(flag),
});
export type Append = ParsedBy<typeof append>;

/**
 * `kept` also answers a change that was sent before: it has the number it got then. `seen` answers one that was sent so long ago that nobody
 * looks: it stands at or below the answer's `seq`, or was refused.
 */
const appendOutcome = variants('kind', {
  kept: object({
    counter: sequence,
    kind: oneOf('kept'),
    seq: sequence,
    /** In a brief answer alone: kept now, and as it was submitted (see brief-appended.ts). */
    isAsGiven: optional(flag),
  }),
  refused: object({ counter: sequence, kind: oneOf('refused'), reason: text({ max: 40 }), detail: text({ max: 500 }) }),
  seen: object({ counter: sequence, kind: oneOf('seen') }),
});
export type AppendOutcome = ParsedBy<typeof appendOutcome>;

/** What became of an append. */
export const appended = object({
  /** The last number, durable. */
  seq: sequence,
  /** The lineage in which all numbers of the answer were given. */
  lineage: lineageId,
  /** The last number that the second location is known to have; absent: there is no second location. */
  mirrored: optional(sequence),
  /** One for each change of the request, in order. */
  outcomes: list(appendOutcome, CHANGES_IN_BATCH),
  /** The newly kept changes as they stand in the log (texts transformed). */
  changes: list(numberedChange, CHANGES_IN_BATCH),
});
export type Appended = ParsedBy<typeof appended>;

/** Most submits of one map in one call: each may be as large as a socket's largest frame. */
const SUBMITS_IN_CALL = 32;
/** The submits of one map in one call. */
export const submits = list(append, SUBMITS_IN_CALL);
/** What became of them. */
export const answers = list(appended, SUBMITS_IN_CALL);

/** Most maps of one question for news. */
export const NEWS_MAPS = 4_096;
/** The last number of a map that somebody knows; without a lineage, one of the present order. */
const knownNumber = object({
  map: mapId,
  seq: sequence,
  lineage: optional(lineageId),
  /** Up to where the asker knows the second location to have it; null: there is none. */
  mirrored: nullable(sequence),
});
export type KnownNumber = ParsedBy<typeof knownNumber>;
/** Names a gateway among all. */
const gatewayName = textOf(/^[A-Za-z0-9_-]+$/, { min: 8, max: 40 });
/** What a gateway asks about all its rooms at once. */
export const newsQuery = object({
  asker: gatewayName,
  /** Whether it relies on nothing that the others say. */
  isDeaf: flag,
  /** The others that it hears now; absent: a gateway from before, which does not say. */
  heard: optional(list(gatewayName, 1_000)),
  /** Whether what is open is to be compared with storage, which other docstores may have written to. */
  mustBeFresh: flag,
  /** The maps that it has rooms of, each with the last number that it knows. */
  known: list(knownNumber, NEWS_MAPS),
});
export type NewsQuery = ParsedBy<typeof newsQuery>;

/** How far a map is, with some of what leads there. */
const mapNews = object({
  map: mapId,
  seq: sequence,
  lineage: lineageId,
  /** null: there is no second location. */
  mirrored: nullable(sequence),
  /** Following each other, or none. */
  changes: list(numberedChange, CHANGES_IN_BATCH),
});
export type MapNews = ParsedBy<typeof mapNews>;
/** What is new in those maps. */
export const news = object({
  /** Whether another gateway asked here within the last seconds that does not hear the asker, or is not heard by it. */
  othersAreDeaf: flag,
  /** Those that are not as the asker knows them. */
  maps: list(mapNews, NEWS_MAPS),
});
export type News = ParsedBy<typeof news>;

/** Who put a document into the trash, and when. */
const trashing = object({ at: instant, by: personId });
export type Trashing = ParsedBy<typeof trashing>;

const title = text({ max: 10_000 });
/** What is said of a document without showing it. */
export const documentFacts = object({
  map: mapId,
  seq: sequence,
  lineage: lineageId,
  title,
  items: sequence,
  createdAt: instant,
  changedAt: instant,
  /** null: it is not in the trash. */
  trash: nullable(trashing),
});
export type DocumentFacts = ParsedBy<typeof documentFacts>;

/** A document that is in the trash, as a listing shows it. */
export const trashedDocument = object({ map: mapId, title, trash: trashing });
export type TrashedDocument = ParsedBy<typeof trashedDocument>;

/** Where a document's order stands, at one moment. */
export const documentState = object({
  /** The last durable number. */
  seq: sequence,
  /** The last counter seen from the person's client that was asked about; 0: none. */
  counter: sequence,
  /** Oldest first; the last one is that of `seq`. */
  lineages: lineageList,
  /** As in an append's answer. */
  mirrored: optional(sequence),
});
export type DocumentState = ParsedBy<typeof documentState>;

/** What of a document is shown: packages/base, lineage.ts. */
export const documentView = oneOf('whole', 'commented', 'plain');
/** What a document may be asked for with. */
export const documentQuery = object({
  map: mapId,
  /** The name of what the asker has (base's `prefixText`): where that is the document still, it is answered as unchanged. */
  known: maybe(prefixName),
  /** The map as it was at this number; null: as it is. */
  at: maybe(sequenceText),
  /** What the asker can read; docstore may answer plain bytes all the same. */
  encoding: maybe(oneOf('gzip', 'br', 'zstd')),
  /** What of it is shown; absent: the whole. Its name is the document's own in every view. */
  view: optional(documentView),
});
