import type { MadeFile } from './kept-file.ts';

/** The last files that were made, within so many bytes: whoever waited for one fetches it at once, whatever its size. */
export class RecentFiles {
  readonly #mostBytes: number;
  readonly #files = new Map<string, MadeFile>();
  #bytes = 0;

  constructor(settings: { readonly mostBytes: number }) {
    this.#mostBytes = settings.mostBytes;
  }

  get(key: string): MadeFile | null {
    const file = this.#files.get(key) ?? null;
    if (file !== null) {
      this.#files.delete(key);
      this.#files.set(key, file);
    }
    return file;
  }

  /** The longest unused go where there is no room; a file larger than all the room is not taken. */
  put(key: string, file: MadeFile): void {
    this.#forget(key);
    if (file.bytes.length > this.#mostBytes) return;
    this.#files.set(key, file);
    this.#bytes += file.bytes.length;
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#files.get(key)?.bytes.length ?? 0;
    this.#files.delete(key);
  }
}
