import { type MapId, parseMapId } from '@bough/base';
import type { BlobStore, LogPorts } from '@bough/bloblog';
import type { Component, Log } from '@bough/service';
import type { DocumentsParts } from '../documents/documents.ts';
import { moveDocument } from './move-document.ts';
import type { OldPlace } from './old-place.ts';
import { openOldPlace } from './open-old-place.ts';

interface FirstOpenParts {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  /** null: there is one location. */
  readonly second: BlobStore | null;
  readonly log: Log;
}
type BeforeHead = DocumentsParts['beforeHead'];

/**
 * Serves documents from the old place until they have moved: one that has not is moved when it is first opened, by whichever docstore, before anybody reads
 * it. While the old place does not answer, what it may have is unavailable, never absent; so it is while the second location does not: that may have what the first has
 * lost, and old rows must not take its place.
 */
export class FirstOpen implements Component {
  readonly name = 'old rows';
  readonly #open: () => Promise<OldPlace>;
  readonly #parts: FirstOpenParts;
  #place: Promise<OldPlace> | null = null;

  constructor(parts: FirstOpenParts & { readonly open: () => Promise<OldPlace> }) {
    this.#parts = parts;
    this.#open = parts.open;
  }

  /** null: there is no old place. */
  static of(url: string | null, parts: FirstOpenParts): FirstOpen | null {
    return url === null ? null : new FirstOpen({ ...parts, open: () => openOldPlace(url) });
  }

  /** What is asked when a document is opened: first what was asked there before. */
  before(also: BeforeHead): { readonly beforeHead: NonNullable<BeforeHead> } {
    return {
      beforeHead: async (map, head) => {
        if ((await also?.(map, head)) === true) return true;
        const id = head === null ? parseMapId(map) : null;
        return id !== null && (await this.#bring(id));
      },
    };
  }

  async stop(): Promise<void> {
    const place = await this.#place?.catch(() => null);
    await place?.close();
  }

  async #bring(map: MapId): Promise<boolean> {
    const { ports, first, second, log } = this.#parts;
    const place = await this.#reach();
    const document = await place.document(map);
    if (document === null) return false;
    const moved = await moveDocument({ ports, place, first, second, pace: async () => undefined }, document);
    if (moved.kind === 'moved') log.info('a document moved here, as it was opened', { map, changes: moved.changes });
    return moved.kind !== 'purged';
  }

  /** It is reached when it is first needed, and again after it could not be. */
  #reach(): Promise<OldPlace> {
    const reaching = (this.#place ??= this.#open());
    reaching.catch(() => {
      if (this.#place === reaching) this.#place = null;
    });
    return reaching;
  }
}
