import { must, parseClientId, parseMapId, parsePersonId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { parseOps } from '@bough/map';
import { platformIds } from '@bough/service';
import { DocstoreCaller } from '../../bough/docstore-caller.ts';

type Parsed<T> = (text: string) => T | null;

/** Pages whose only change is handed over to a docstore again and again, as by a gateway that lost the answer. */
export class HandOver {
  readonly #docstore: DocstoreCaller;
  readonly #map: string;
  readonly #base: number;
  readonly #author = mustBe(parsePersonId, platformIds.long());
  readonly #pages = { one: pageOf('One'), other: pageOf('Other') };

  /** `tokenKeys` is the setting of that name; `base` is a number that the map has. */
  constructor(
    docstore: { readonly url: string; readonly tokenKeys: string },
    map: { readonly id: string; readonly base: number },
  ) {
    this.#docstore = new DocstoreCaller(docstore.url, keyOf(docstore.tokenKeys));
    this.#map = map.id;
    this.#base = map.base;
  }

  /** Answers up to which number everything is acknowledged. */
  async append(page: 'one' | 'other'): Promise<number> {
    const change = { ...this.#pages[page], counter: 1, author: this.#author, at: Date.now() };
    const params = { map: mustBe(parseMapId, this.#map) };
    const body = { base: this.#base, changes: [change] };
    return (await this.#docstore.call(docstoreRoutes.appendChanges, { params, body })).seq;
  }

  async stop(): Promise<void> {
    await this.#docstore.stop();
  }
}

function pageOf(text: string) {
  const op = { kind: 'add', id: platformIds.short(), parent: null, order: 'a0', fields: { text } };
  return { client: mustBe(parseClientId, platformIds.short()), ops: must(parseOps([op])) };
}

/** The key with which a gateway signs what it asks of docstore. */
function keyOf(tokenKeys: string): { readonly kid: string; readonly key: Uint8Array } {
  const [, kid, key] = /(?:^|,)docstore:gateway:([^:,]+):([^:,]+)/.exec(tokenKeys) ?? [];
  if (kid === undefined || key === undefined) throw new Error('a gateway has a key for docstore');
  return { kid, key: Buffer.from(key, 'base64url') };
}

function mustBe<T>(parse: Parsed<T>, text: string): T {
  const id = parse(text);
  if (id === null) throw new Error(`${text} is no id`);
  return id;
}
