import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { S3Settings } from '../s3/s3-store.ts';

const BUCKET = 'bucket';
/** `bytes=FROM-TO`, where TO is still meant. */
const RANGE = /^bytes=(\d+)-(\d+)$/;

/** How a service refuses: the status, and the code and the words of its XML. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly words?: string;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** An S3 service in memory, with one bucket and conditional writes. It asks nobody who they are, and refuses what it is told to. */
export class FakeS3 {
  readonly #server: Server;
  readonly #objects = new Map<string, Uint8Array>();
  /** How writes are refused; null: they are not. */
  refusesWrites: Refusal | null = null;
  /** How removals are refused; null: they are not. */
  refusesRemovals: Refusal | null = null;
  /** How everything else is refused; null: it is not. */
  refusesReads: Refusal | null = null;
  /** What it was asked for, as `PUT key`. */
  readonly asked: string[] = [];
  /** How many bytes the largest write had. */
  largest = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** One that listens on a loopback port. */
  static async start(): Promise<FakeS3> {
    const server = createServer();
    const fake = new FakeS3(server);
    server.on('request', (request, response) => void fake.#serve(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  /** How it is reached. */
  get settings(): S3Settings & { readonly endpoint: string } {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('it listens on a port');
    const endpoint = `http://127.0.0.1:${address.port}`;
    return { endpoint, region: 'us-east-1', bucket: BUCKET, accessKey: 'anybody', secretKey: 'anything' };
  }

  /** The keys of its objects. */
  get keys(): readonly string[] {
    return [...this.#objects.keys()].toSorted();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const { status, headers, body } = this.#answer(request, Buffer.concat(parts));
    response.writeHead(status, headers).end(body);
  }

  #answer({ method, headers, url }: IncomingMessage, bytes: Buffer): Answer {
    const { pathname, searchParams } = new URL(url ?? '', 'http://fake');
    const key = decodeURIComponent(pathname).slice(`/${BUCKET}/`.length);
    this.asked.push(`${method} ${key}`);
    const refusal = this.#refusalOf(method);
    if (refusal !== null) return refused(refusal);
    const there = this.#objects.get(key);
    if (method === 'PUT') {
      this.largest = Math.max(this.largest, bytes.length);
      const [match, noneMatch] = [headers['if-match'], headers['if-none-match']];
      if (match !== undefined && there === undefined) return refused({ status: 404, code: 'NoSuchKey' });
      const isOther = match !== undefined && there !== undefined && etagOf(there) !== match;
      if (isOther || (noneMatch === '*' && there !== undefined))
        return refused({ status: 412, code: 'PreconditionFailed' });
      this.#objects.set(key, bytes);
      return { status: 200, headers: { ETag: etagOf(bytes) } };
    }
    if (method === 'DELETE') {
      this.#objects.delete(key);
      return { status: 204 };
    }
    if (searchParams.has('list-type')) return { status: 200, body: this.#listing(searchParams) };
    if (there === undefined) return refused({ status: 404, code: 'NoSuchKey' });
    const etag = etagOf(there);
    if (headers['if-none-match'] === etag) return { status: 304, headers: { ETag: etag } };
    const range = RANGE.exec(headers.range ?? '');
    if (range === null) return { status: 200, headers: { ETag: etag }, body: there };
    return { status: 206, headers: { ETag: etag }, body: there.subarray(Number(range[1]), Number(range[2]) + 1) };
  }

  #refusalOf(method: string | undefined): Refusal | null {
    if (method === 'PUT') return this.refusesWrites;
    return method === 'DELETE' ? this.refusesRemovals : this.refusesReads;
  }

  #listing(asked: URLSearchParams): string {
    const [prefix, after] = [asked.get('prefix') ?? '', asked.get('start-after') ?? ''];
    const limit = Number(asked.get('max-keys') ?? 1_000);
    const found = this.keys.filter((key) => key.startsWith(prefix) && key > after);
    const entries = found.slice(0, limit).map((key) => {
      const size = this.#objects.get(key)?.length ?? 0;
      return `<Contents><Key>${key}</Key><Size>${size}</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`;
    });
    const isCut = `<IsTruncated>${found.length > limit}</IsTruncated>`;
    return `<ListBucketResult>${isCut}${entries.join('')}</ListBucketResult>`;
  }
}

function refused({ status, code, words = 'Refused.' }: Refusal): Answer {
  return { status, body: `<Error><Code>${code}</Code><Message>${words}</Message></Error>` };
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('hex')}"`;
}
