import { type MapId, must, parseClientId, parseMapId, parsePersonId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { type Change, parseOps } from '@bough/map';
import { platformClock, platformIds } from '@bough/service';
import { DocstoreCaller } from '../../bough/docstore-caller.ts';
import { mustBe } from '../../bough/must-be.ts';

/** Pages whose only change is handed over to a docstore again and again, as by a gateway that lost the answer. */
export class HandOver {
  readonly #docstore: DocstoreCaller;
  readonly #map: MapId;
  readonly #base: number;
  readonly #changes = { one: firstChange('One'), other: firstChange('Other') };

  /** `tokenKeys` is the setting of that name; `base` is a number that the map has. */
  constructor(
    docstore: { readonly url: string; readonly tokenKeys: string },
    map: { readonly id: string; readonly base: number },
  ) {
    this.#docstore = new DocstoreCaller(docstore.url, keyOf(docstore.tokenKeys));
    this.#map = mustBe(parseMapId(map.id));
    this.#base = map.base;
  }

  /** Answers up to which number everything is acknowledged. */
  async append(page: 'one' | 'other'): Promise<number> {
    const params = { map: this.#map };
    const body = { base: this.#base, changes: [this.#changes[page]] };
    return (await this.#docstore.call(docstoreRoutes.appendChanges, { params, body })).seq;
  }

  async stop(): Promise<void> {
    await this.#docstore.stop();
  }
}

/** Of a page of somebody. */
function firstChange(title: string): Change {
  // It could be done twice: an item could not be added again.
  const op = { kind: 'settings', fields: { title } };
  return {
    client: mustBe(parseClientId(platformIds.short())),
    counter: 1,
    author: mustBe(parsePersonId(platformIds.long())),
    at: platformClock.now(),
    ops: must(parseOps([op])),
  };
}

/** The key with which a gateway signs what it asks of docstore. */
function keyOf(tokenKeys: string): { readonly kid: string; readonly key: Uint8Array } {
  const [, kid, key] = /(?:^|,)docstore:gateway:([^:,]+):([^:,]+)/.exec(tokenKeys) ?? [];
  if (kid === undefined || key === undefined) throw new Error('a gateway has a key for docstore');
  return { kid, key: Buffer.from(key, 'base64url') };
}
