import {
  ASSET_BYTES,
  assetFacts,
  assetHash,
  originalBytes,
  ORIGINALS,
  PICTURE_BYTES,
  PICTURE_UPLOAD_BYTES,
} from './asset-types.ts';
import { authors } from './authors.ts';
import { changesQuery } from './changes.ts';
import { commandNote, commandNoteId, NOTES_IN_ANSWER } from './command-notes.ts';
import { route, routeTable } from '../define.ts';
import {
  answers,
  append,
  appended,
  documentFacts,
  documentQuery,
  documentState,
  documentView,
  newDocument,
  news,
  newsQuery,
  submits,
  trashedDocument,
} from './docstore-types.ts';
import { clientId, lineageId, mapId, personId, prefixName, sequence, sequenceText, shortId } from '../ids.ts';
import { integerText, list, maybe, nullable, object, optional, textOf } from '../parser.ts';
import { changesAnswer } from './parsed-changes.ts';
import { bytesAnswer, rawBody } from '../route.ts';
import { upkeepFacts } from './upkeep-types.ts';
import { namedVersion, versionId, versionList, versionName } from './version-types.ts';

const MIB = 1024 * 1024;
const DOCUMENTS_IN_PAGE = 1_000;
const TRASHED_IN_PAGE = 200;
/** Most maps of one call. */
export const MAPS_IN_CALL = 128;
/** All words of a map have fewer bytes. */
const WORDS_BYTES = 256 * MIB;

/** Longest file that is kept for the next who asks for it, in bytes. */
export const EXPORT_BYTES = 16 * MIB;
/** It is kept in pieces of so many bytes, so that whoever keeps it stands still for none of them. */
export const EXPORT_PIECE_BYTES = MIB / 4;
/** About so many threads is asked at once. */
export const THREADS_ASKED = 100;
/** Of a longer thread so many of its last comments are told. */
export const THREAD_COMMENTS = 200;
const threadComments = list(object({ id: shortId, author: personId }), THREAD_COMMENTS);
const exportPiece = integerText(0, EXPORT_BYTES / EXPORT_PIECE_BYTES - 1);
/** Names a kept file: the map's number and a hash of how it was asked for. */
const exportName = textOf(/^[0-9]{1,15}-[A-Za-z0-9_-]{22}$/, { min: 24, max: 40 });

/** Asks for a document's state, and nobody's counter. */
export const OF_NOBODY = { client: null, person: null, formerly: null } as const;

/** What docstore answers to gateway and exporter. */
export const docstoreRoutes = routeTable({
  /** Makes a document with its first change; one that exists with the same first change answers the same. */
  createDocument: route('docstore', 'service', 'POST /documents', {
    body: newDocument,
    answer: documentFacts,
    bodyLimit: 8 * MIB,
    deadlineMs: 10_000,
  }),
  /** The document's ids in order, a page at a time: `next` is what to ask `after` with, or null at the end. */
  listDocuments: route('docstore', 'service', 'GET /documents', {
    params: object({ after: maybe(mapId), limit: integerText(1, DOCUMENTS_IN_PAGE) }),
    answer: object({ maps: list(mapId, DOCUMENTS_IN_PAGE), next: nullable(mapId) }),
    deadlineMs: 30_000,
  }),
  /** The whole map as packages/map writes it, with its number and an ETag. */
  readDocument: route('docstore', 'service', 'GET /documents/:map', {
    callers: ['gateway', 'exporter'],
    params: documentQuery,
    answer: bytesAnswer,
    answerLimit: 256 * MIB,
    deadlineMs: 10_000,
  }),
  /**
   * All words of the map, for searching: a line of JSON for each text, `[item, text]`, the title first with null for the item;
   * unchanged while what the asker has (`known`) is the map still. Words of more than `most` bytes are refused (`docstore/many-words`), and not made.
   */
  readWords: route('docstore', 'service', 'GET /documents/:map/words', {
    params: object({ map: mapId, known: maybe(prefixName), most: maybe(integerText(1, WORDS_BYTES)) }),
    answer: bytesAnswer,
    answerLimit: WORDS_BYTES,
    deadlineMs: 10_000,
  }),
  documentFacts: route('docstore', 'service', 'GET /documents/:map/facts', {
    params: object({ map: mapId }),
    answer: documentFacts,
  }),
  /** Everybody who has written in the map or has a comment in it, who wrote last first. */
  readAuthors: route('docstore', 'service', 'GET /documents/:map/authors', {
    params: object({ map: mapId }),
    answer: object({ authors }),
    answerLimit: MIB,
  }),
  /** Who has said what in each of these threads, in its order; one that is not there has nothing. */
  readThreads: route('docstore', 'service', 'POST /documents/:map/threads', {
    params: object({ map: mapId }),
    body: object({ threads: list(shortId, THREADS_ASKED) }),
    answer: object({ threads: list(object({ thread: shortId, comments: threadComments }), THREADS_ASKED) }),
    answerLimit: 2 * MIB,
  }),
  /** Where the order stands, and the last counter seen from this client of this person (0: none), all at one moment; `formerly` as in `append`. */
  documentState: route('docstore', 'service', 'GET /documents/:map/state', {
    callers: ['gateway', 'exporter'],
    params: object({ map: mapId, client: maybe(clientId), person: maybe(personId), formerly: maybe(personId) }),
    answer: documentState,
  }),
  /** Orders, checks and keeps changes; answers when they are durable. */
  appendChanges: route('docstore', 'service', 'POST /documents/:map/changes', {
    params: object({ map: mapId }),
    body: append,
    answer: appended,
    bodyLimit: 8 * MIB,
    answerLimit: 16 * MIB,
    deadlineMs: 10_000,
    isFrequent: true,
  }),
  /**
   * Several times `appendChanges`, in this order, for submits of different clients; one that fails fails the call, repeating is safe.
   * Answers are brief (brief-appended.ts).
   */
  appendSubmits: route('docstore', 'service', 'POST /documents/:map/submits', {
    params: object({ map: mapId }),
    body: object({ submits }),
    answer: object({ answers }),
    bodyLimit: 40 * MIB,
    answerLimit: 80 * MIB,
    deadlineMs: 10_000,
    isFrequent: true,
  }),
  /**
   * `appendSubmits` for several maps at once. The answer comes when all of them are done; null stands for a map whose submits failed, which
   * is to be asked about alone.
   */
  appendToMaps: route('docstore', 'service', 'POST /submits', {
    body: object({ maps: list(object({ map: mapId, submits }), MAPS_IN_CALL) }),
    answer: object({ maps: list(nullable(answers), MAPS_IN_CALL) }),
    bodyLimit: 40 * MIB,
    answerLimit: 80 * MIB,
    deadlineMs: 10_000,
    isFrequent: true,
  }),
  /**
   * Those of the maps that have another last number than the asker knows, with what came in between where that is in memory and not much.
   * A map that is not there, or could not be opened, is left out. Storage is asked only for maps that are not open, or, with `mustBeFresh`,
   * where several docstores share it. Each asker says which other gateways it hears, and learns here of those that it does not hear, or that do not hear it.
   */
  readNews: route('docstore', 'service', 'POST /news', {
    body: newsQuery,
    answer: news,
    bodyLimit: MIB,
    answerLimit: 16 * MIB,
    isFrequent: true,
  }),
  /** What upkeep has done and found, as storage has it now. */
  readUpkeep: route('docstore', 'service', 'GET /upkeep', {
    answer: upkeepFacts,
  }),
  /** What operators did to documents with commands and nobody has taken over yet, oldest first. */
  readCommandNotes: route('docstore', 'service', 'GET /command-notes', {
    answer: object({ notes: list(commandNote, NOTES_IN_ANSWER) }),
    deadlineMs: 10_000,
  }),
  /** Forgets one of them: the audit log has it. Doing it again is fine. */
  removeCommandNote: route('docstore', 'service', 'DELETE /command-notes/:note', {
    params: object({ note: commandNoteId }),
    deadlineMs: 10_000,
  }),
  readChanges: route('docstore', 'service', 'GET /documents/:map/changes', {
    params: changesQuery,
    answer: changesAnswer,
    answerLimit: 64 * MIB,
    deadlineMs: 10_000,
  }),
  /** Makes the document `to` as `map` was at the number `at` (as it is, when absent); its own history begins there. */
  copyDocument: route('docstore', 'service', 'POST /documents/:map/copies', {
    params: object({ map: mapId, at: maybe(sequenceText) }),
    body: object({ to: mapId, view: optional(documentView) }),
    answer: documentFacts,
    deadlineMs: 30_000,
  }),
  /**
   * Puts a document into the trash: it can be read and copied as before, and takes no change (`docstore/in-trash`) until it is
   * restored. One that is there already stays as it was put there.
   */
  trashDocument: route('docstore', 'service', 'POST /documents/:map/trash', {
    params: object({ map: mapId }),
    body: object({ by: personId }),
    answer: documentFacts,
    deadlineMs: 10_000,
  }),
  /** Takes a document out of the trash; one that is not there stays as it is. */
  restoreDocument: route('docstore', 'service', 'DELETE /documents/:map/trash', {
    params: object({ map: mapId }),
    answer: documentFacts,
    deadlineMs: 10_000,
  }),
  /** Those of the next `limit` documents that are in the trash, from blobs alone; `next` as in `listDocuments`. */
  listTrash: route('docstore', 'service', 'GET /trash', {
    params: object({ after: maybe(mapId), limit: integerText(1, TRASHED_IN_PAGE) }),
    answer: object({ trashed: list(trashedDocument, TRASHED_IN_PAGE), next: nullable(mapId) }),
    answerLimit: 4 * MIB,
    deadlineMs: 30_000,
  }),
  /** Removes a document for ever, in both locations; doing it again is fine. */
  purgeDocument: route('docstore', 'service', 'DELETE /documents/:map', {
    params: object({ map: mapId }),
    deadlineMs: 30_000,
  }),
  /**
   * Keeps an image for a map: decoded, encoded anew, named by its hash. The same image again answers the same. `original` bytes at the
   * end of the body are what it was drawn from: they are kept as they are, for files of the map alone.
   */
  keepAsset: route('docstore', 'service', 'POST /documents/:map/assets', {
    params: object({ map: mapId, original: originalBytes }),
    body: rawBody,
    answer: assetFacts,
    bodyLimit: ASSET_BYTES,
    deadlineMs: 30_000,
  }),
  /**
   * Draws a picture of a person from an image: square, small, encoded anew. Nothing of it is kept here; the one who asks keeps it with the person.
   */
  drawPicture: route('docstore', 'service', 'POST /pictures', {
    body: rawBody,
    answer: bytesAnswer,
    bodyLimit: PICTURE_UPLOAD_BYTES,
    answerLimit: PICTURE_BYTES,
    deadlineMs: 30_000,
  }),
  readAsset: route('docstore', 'service', 'GET /documents/:map/assets/:hash', {
    callers: ['gateway', 'exporter'],
    params: object({ map: mapId, hash: assetHash }),
    answer: bytesAnswer,
    answerLimit: 2 * ASSET_BYTES,
    deadlineMs: 10_000,
    isForEver: true,
  }),
  /** The images of the map whose originals are kept. */
  listOriginals: route('docstore', 'service', 'GET /documents/:map/originals', {
    callers: ['exporter'],
    params: object({ map: mapId }),
    answer: object({ hashes: list(assetHash, ORIGINALS) }),
    answerLimit: MIB,
    deadlineMs: 10_000,
  }),
  /** What the image of that hash was drawn from. No browser ever gets it: the gateway may not read it. */
  readOriginal: route('docstore', 'service', 'GET /documents/:map/originals/:hash', {
    callers: ['exporter'],
    params: object({ map: mapId, hash: assetHash }),
    answer: bytesAnswer,
    answerLimit: ASSET_BYTES,
    deadlineMs: 10_000,
  }),
  /** A piece of a file that was made of the map, as it was kept; absent when there is none, or none any more. */
  readExport: route('docstore', 'service', 'GET /documents/:map/exports/:name/:piece', {
    callers: ['exporter'],
    params: object({ map: mapId, name: exportName, piece: exportPiece }),
    answer: bytesAnswer,
    answerLimit: 2 * EXPORT_PIECE_BYTES,
    deadlineMs: 10_000,
  }),
  /** Keeps a file that was made of the map for some days, as long as there is room for it: its last piece first, its first piece last. */
  keepExport: route('docstore', 'service', 'PUT /documents/:map/exports/:name/:piece', {
    callers: ['exporter'],
    params: object({ map: mapId, name: exportName, piece: exportPiece }),
    body: rawBody,
    bodyLimit: EXPORT_PIECE_BYTES,
    deadlineMs: 30_000,
  }),
  listVersions: route('docstore', 'service', 'GET /documents/:map/versions', {
    params: object({ map: mapId }),
    answer: versionList,
    deadlineMs: 10_000,
  }),
  /** Gives a number of the map's history a name; one that is not of the present order (`lineage`) is refused. */
  nameVersion: route('docstore', 'service', 'POST /documents/:map/versions', {
    params: object({ map: mapId }),
    body: object({ seq: sequence, lineage: optional(lineageId), name: versionName, by: personId }),
    answer: namedVersion,
    deadlineMs: 10_000,
  }),
  removeVersion: route('docstore', 'service', 'DELETE /documents/:map/versions/:version', {
    params: object({ map: mapId, version: versionId }),
  }),
});
