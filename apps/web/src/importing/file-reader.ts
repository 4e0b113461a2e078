import type { FromReader, MadeChanges, ReadFile, ToReader, Unpacked } from './messages.ts';

/** A file that takes longer than this to read was not made by a person's program. */
const MOST_MS = 60_000;

/** What a thread says of a file that it could not read in time, or that broke it. */
export class UnreadFile extends Error {
  readonly isTooLong: boolean;

  constructor(isTooLong: boolean, message: string) {
    super(message);
    this.isTooLong = isTooLong;
  }
}

/** Reads one file in a thread of its own, and makes the changes of it. Ends with `close`, whatever it is doing. */
export class FileReading {
  readonly #worker = new Worker(new URL('reader-worker.ts', import.meta.url), { type: 'module' });

  #onClose: () => void = () => undefined;

  /** What the file holds. Rejects with UnreadFile and a sentence for the person. */
  async read(file: File): Promise<ReadFile> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const answer = await this.#ask({ kind: 'read', name: file.name, bytes });
    if (answer.kind !== 'read') throw new UnreadFile(false, answer.kind === 'refused' ? answer.message : '');
    return answer;
  }

  /** The files of an archive that is only a folder of them. */
  async unpack(file: File): Promise<Unpacked> {
    const answer = await this.#ask({ kind: 'unpack', bytes: new Uint8Array(await file.arrayBuffer()) });
    if (answer.kind !== 'unpacked') throw new UnreadFile(false, '');
    return answer;
  }

  /** The changes that make the map; `sources` says where the file's images are now. */
  async make(sources: Readonly<Record<string, string>>): Promise<MadeChanges> {
    const answer = await this.#ask({ kind: 'make', sources });
    if (answer.kind !== 'made') throw new UnreadFile(false, answer.kind === 'refused' ? answer.message : '');
    return answer;
  }

  close(): void {
    this.#worker.terminate();
    this.#onClose();
  }

  async #ask(message: ToReader): Promise<FromReader> {
    const { promise, resolve, reject } = Promise.withResolvers<FromReader>();
    const timer = setTimeout(() => {
      reject(new UnreadFile(true, ''));
      this.close();
    }, MOST_MS);
    this.#onClose = () => reject(new UnreadFile(false, ''));
    const heard = new AbortController();
    const once = { signal: heard.signal };
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => resolve(data), once);
    this.#worker.addEventListener('error', () => reject(new UnreadFile(false, '')), once);
    this.#worker.postMessage(message, []);
    try {
      return await promise;
    } finally {
      heard.abort();
      clearTimeout(timer);
    }
  }
}
