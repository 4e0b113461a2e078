import { type ClientId, type MapId, must, parseClientId, parseMapId, parsePersonId, type PersonId } from '@bough/base';
import { type AppendOutcome, docstoreRoutes } from '@bough/contracts';
import { type Change, type ItemId, newItemId, type Op, parseOps } from '@bough/map';
import { platformIds } from '@bough/service';
import type { Docstore } from './running.ts';
import { nextWord } from './words.ts';

/** A fresh map id. */
export function newMap(): MapId {
  const id = parseMapId(platformIds.long());
  if (id === null) throw new Error('a long id is a map id');
  return id;
}

/** Somebody. */
export const AUTHOR: PersonId = author();

function author(): PersonId {
  const id = parsePersonId(platformIds.long());
  if (id === null) throw new Error('a long id is a person id');
  return id;
}

/** A fresh client id. */
export function newClient(): ClientId {
  const id = parseClientId(platformIds.short());
  if (id === null) throw new Error('a short id is a client id');
  return id;
}

/** The op that adds an item. */
export function addItem(id: ItemId, parent: ItemId | null, text: string): Op {
  return { kind: 'add', id, parent, order: 'a0', fields: { text } };
}

/** One person at one keyboard: every change is one character, now and then a new item. */
export class Typist {
  readonly #docstore: Docstore;
  readonly #map: MapId;
  readonly #root: ItemId;
  readonly #client: ClientId;
  #item: ItemId;
  #counter = 0;
  #typed = 0;
  #left = '';
  #base = 1;

  constructor(docstore: Docstore, map: MapId, root: ItemId) {
    this.#docstore = docstore;
    this.#map = map;
    this.#root = root;
    this.#client = newClient();
    this.#item = newItemId(platformIds);
  }

  /** The next change, not sent yet. */
  next(): Change {
    const counter = ++this.#counter;
    const at = Date.now();
    if (counter % 25 === 1) {
      this.#item = newItemId(platformIds);
      this.#typed = 0;
      return {
        client: this.#client,
        counter,
        author: AUTHOR,
        at,
        ops: must(parseOps([addItem(this.#item, this.#root, '')])),
      };
    }
    if (this.#left === '') this.#left = nextWord();
    const insert = this.#left.slice(0, 1);
    this.#left = this.#left.slice(1);
    const splice: Op = { kind: 'splice', id: this.#item, field: 'text', at: this.#typed++, remove: 0, insert };
    return { client: this.#client, counter, author: AUTHOR, at, ops: must(parseOps([splice])) };
  }

  /** Sends changes and waits until they are durable; answers how long that took. */
  async send(changes: readonly Change[]): Promise<number> {
    const startedMs = performance.now();
    const request = { params: { map: this.#map }, body: { base: this.#base, changes } };
    const { seq, outcomes } = await this.#docstore.call(docstoreRoutes.appendChanges, request);
    const bad = outcomes.find((outcome: AppendOutcome) => outcome.kind !== 'kept');
    if (bad !== undefined) throw new Error(`a change was refused: ${JSON.stringify(bad)}`);
    this.#base = seq;
    return performance.now() - startedMs;
  }
}

/** Makes a document with a root; answers both. */
export async function newDocument(docstore: Docstore): Promise<{ readonly map: MapId; readonly root: ItemId }> {
  const map = newMap();
  const root = newItemId(platformIds);
  const body = { map, by: AUTHOR, ops: must(parseOps([addItem(root, null, 'Root')])) };
  await docstore.call(docstoreRoutes.createDocument, { params: {}, body });
  return { map, root };
}
