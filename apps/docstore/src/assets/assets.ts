import { backoffMs, type Clock, type MapId, type Random } from '@bough/base';
import { type BlobStore, DEFAULT_BACKOFF, type Digest, entriesBelow, logPrefix } from '@bough/bloblog';
import { type AssetFacts, type AssetType, ORIGINALS } from '@bough/contracts';
import { DocstoreFailure } from '../failure.ts';
import type { SecondCopies } from '../second/second-copies.ts';
import { drawSquare, encodeAnew, noOriginal, type Picture, typeOfKept } from './encode-anew.ts';
import { isOriginal } from './sniff.ts';
import { Turns } from './turns.ts';

export interface AssetsParts {
  readonly ports: { readonly clock: Clock; readonly random: Random; readonly digest: Digest };
  readonly first: BlobStore;
  readonly copies: SecondCopies;
  /** Rejects when there is no such document, or when it takes no change. */
  readonly mustTake: (map: MapId) => Promise<unknown>;
}

const MOST_WAITING = 16;

/**
 * The images of maps: kept once per map under the hash of their bytes, never changed, removed with the map. Beside one that was drawn from
 * something else lies that, under the same hash: it goes out in files of the map, and is shown to nobody.
 */
export class Assets {
  readonly #parts: AssetsParts;
  readonly #turns = new Turns({ mostWaiting: MOST_WAITING });

  constructor(parts: AssetsParts) {
    this.#parts = parts;
  }

  /** Keeps the picture in these bytes, and the last `originalBytes` of them as what it was drawn from; resolves when both are durable. */
  async keep(map: MapId, upload: Uint8Array, originalBytes = 0): Promise<AssetFacts> {
    await this.#parts.mustTake(map);
    const end = Math.max(0, upload.length - originalBytes);
    const original = upload.subarray(end);
    if (original.length > 0 && !isOriginal(original)) throw noOriginal();
    const picture = await this.#turns.take(() => encodeAnew(upload.subarray(0, end)));
    const hash = Buffer.from(this.#parts.ports.digest.sha256(picture.bytes)).toString('hex');
    await this.#put(map, keyOf(map, hash), picture.bytes);
    if (original.length > 0) await this.#put(map, keyOf(map, hash) + ORIGINAL, original);
    return { hash, type: picture.type, width: picture.width, height: picture.height, bytes: picture.bytes.length };
  }

  /** Draws a picture of a person from the upload, in its turn, and keeps nothing. */
  async drawPicture(upload: Uint8Array): Promise<Picture> {
    return await this.#turns.take(() => drawSquare(upload));
  }

  /** The picture of that hash; throws an absent DocstoreFailure when the map has none. */
  async read(map: MapId, hash: string): Promise<{ readonly bytes: Uint8Array; readonly type: AssetType }> {
    const blob = await this.#parts.first.get(keyOf(map, hash));
    const type = blob === null ? null : typeOfKept(blob.bytes);
    if (blob !== null && type !== null) return { bytes: blob.bytes, type };
    throw new DocstoreFailure(`The map ${map} has no image ${hash}.`, { kind: 'absent', code: 'docstore/no-asset' });
  }

  /** What that picture was drawn from; throws an absent DocstoreFailure when nothing is kept. */
  async readOriginal(map: MapId, hash: string): Promise<Uint8Array> {
    const blob = await this.#parts.first.get(keyOf(map, hash) + ORIGINAL);
    if (blob !== null) return blob.bytes;
    throw new DocstoreFailure(`The map ${map} has no original of ${hash}.`, {
      kind: 'absent',
      code: 'docstore/no-asset',
    });
  }

  /** The hashes of the map's pictures of which that is kept, the first ones where there are very many. */
  async originals(map: MapId): Promise<string[]> {
    const hashes: string[] = [];
    const prefix = assetPrefix(map);
    for await (const { key } of entriesBelow(this.#parts.first, prefix)) {
      if (key.endsWith(ORIGINAL)) hashes.push(key.slice(prefix.length, -ORIGINAL.length));
      if (hashes.length === ORIGINALS) break;
    }
    return hashes;
  }

  /** Gives the map `to` all images of the map `from`. */
  async copyAll(from: MapId, to: MapId): Promise<void> {
    const prefix = assetPrefix(from);
    for await (const { key } of entriesBelow(this.#parts.first, prefix)) {
      const blob = await this.#parts.first.get(key);
      if (blob !== null) await this.#put(to, assetPrefix(to) + key.slice(prefix.length), blob.bytes);
    }
  }

  async #put(map: MapId, key: string, bytes: Uint8Array): Promise<void> {
    await this.#create(this.#parts.first, key, bytes);
    await this.#parts.copies.bring(map, 'add', (second) => this.#create(second, key, bytes));
  }

  /** Whether this write made it or another one: what is there under a hash is the same. */
  async #create(store: BlobStore, key: string, bytes: Uint8Array): Promise<void> {
    const { clock, random } = this.#parts.ports;
    const startedMs = clock.monotonic();
    for (let attempt = 0; ; attempt++) {
      const outcome = await store.createIfAbsent(key, bytes);
      if (outcome.kind !== 'unsure') return;
      if (clock.monotonic() - startedMs > DEFAULT_BACKOFF.giveUpMs) {
        throw new DocstoreFailure('The image could not be saved.', {
          kind: 'unavailable',
          code: 'docstore/not-kept',
          cause: outcome.cause,
        });
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      clock.after(backoffMs(DEFAULT_BACKOFF, attempt, random), resolve);
      await promise;
    }
  }
}

/** Behind the key of a picture. */
const ORIGINAL = '.original';

function assetPrefix(map: MapId): string {
  return `${logPrefix(map)}assets/`;
}

function keyOf(map: MapId, hash: string): string {
  return assetPrefix(map) + hash;
}
