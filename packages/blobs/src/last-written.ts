import type { Blob } from '@bough/bloblog';

/** The objects that were written last, by key, up to so many bytes together; the one that was written longest ago goes first. */
export class LastWritten {
  readonly #most: number;
  readonly #blobs = new Map<string, Blob>();
  #bytes = 0;

  constructor(settings: { readonly bytes: number }) {
    this.#most = settings.bytes;
  }

  /** null: it is not remembered. */
  get(key: string): Blob | null {
    return this.#blobs.get(key) ?? null;
  }

  /** Its bytes are not to be changed any more. */
  add(key: string, blob: Blob): void {
    this.#drop(key);
    this.#blobs.set(key, blob);
    this.#bytes += blob.bytes.length;
    for (const oldest of this.#blobs.keys()) {
      if (this.#bytes <= this.#most) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#blobs.get(key)?.bytes.length ?? 0;
    this.#blobs.delete(key);
  }
}
