import { Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Blob, BlobStore, CallOptions, ETag, ListPage, PutOutcome } from '@bough/bloblog';
import { BlobFailure } from '../failure.ts';
import { checkKey } from '../object-key.ts';
import { s3Failure, s3WriteFailure, statusOf } from './s3-failure.ts';

// Timeouts follow AWS's advice for small objects ("Timeouts and retries for latency-sensitive applications"): give up early
// and try again on another connection. The SDK never retries (maxAttempts 1): a conditional write that it repeats by itself
// would meet its own result and be told that it lost. Whoever uses this store retries, and knows what it may repeat.

const CONNECT_MS = 1_000;
const REQUEST_MS = 4_000;
const MS_PER_MEBIBYTE = 1_000;
const MEBIBYTE = 1024 * 1024;

/** Where the bucket is and who may use it. */
export interface S3Settings {
  /** null: Amazon's own, by region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Connections at once; more requests wait for one. */
  readonly connections?: number;
}

/** A bucket as a blob store, with its end. */
export interface S3Store extends BlobStore {
  /** Closes its connections. */
  close(): void;
}

const CONNECTIONS = 128;

/** The bucket; nothing is sent before the first call. */
export function s3Store(settings: S3Settings): S3Store {
  const agent = { keepAlive: true, maxSockets: settings.connections ?? CONNECTIONS, scheduling: 'lifo' } as const;
  const client = new S3Client({
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new NodeHttpHandler({
      httpAgent: new PlainAgent(agent),
      httpsAgent: new TlsAgent(agent),
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
    }),
  });
  return makeStore(client, settings.bucket);
}

function makeStore(client: S3Client, Bucket: string): S3Store {
  async function read(
    key: string,
    extra: { Range?: string; IfNoneMatch?: ETag },
    options?: CallOptions,
  ): Promise<Blob> {
    checkKey(key);
    const answer = await client.send(new GetObjectCommand({ Bucket, Key: key, ...extra }), sending(0, options));
    return blobOf(key, answer);
  }

  async function write(
    key: string,
    bytes: Uint8Array,
    condition: { IfMatch?: ETag; IfNoneMatch?: string },
    options?: CallOptions,
  ): Promise<ETag> {
    checkKey(key);
    const put = new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentLength: bytes.length, ...condition });
    const { ETag } = await client.send(put, sending(bytes.length, options));
    return mustEtag(key, ETag);
  }

  async function tryWrite(...call: Parameters<typeof write>): Promise<PutOutcome> {
    try {
      return { kind: 'written', etag: await write(...call) };
    } catch (error) {
      return conditionOutcome(call[0], error);
    }
  }

  return {
    async get(key, options) {
      const range = options?.range;
      const asked = range === undefined ? {} : { Range: `bytes=${range.from}-${range.to - 1}` };
      return orThrow(key, () => read(key, asked, options), { 404: null });
    },
    getIfChanged: (key, etag, options) =>
      orThrow(key, () => read(key, { IfNoneMatch: etag }, options), { 404: 'absent', 304: 'unchanged' } as const),
    createIfAbsent: (key, bytes, options) => tryWrite(key, bytes, { IfNoneMatch: '*' }, options),
    replaceIf: (key, etag, bytes, options) => tryWrite(key, bytes, { IfMatch: etag }, options),
    async put(key, bytes, options) {
      await orThrow(key, () => write(key, bytes, {}, options), {}, s3WriteFailure);
    },
    list: (prefix, options) => orThrow(prefix, () => list(client, Bucket, prefix, options), {}),
    async remove(key, options) {
      checkKey(key);
      const remove = new DeleteObjectCommand({ Bucket, Key: key });
      await orThrow(key, () => client.send(remove, sending(0, options)), { 404: null }, s3WriteFailure);
    },
    close: () => client.destroy(),
  };
}

async function list(
  client: S3Client,
  Bucket: string,
  Prefix: string,
  options: Parameters<BlobStore['list']>[1],
): Promise<ListPage> {
  const after = options?.after ?? null;
  const asked = { Bucket, Prefix, MaxKeys: options?.limit ?? 1_000, ...(after === null ? {} : { StartAfter: after }) };
  const page = await client.send(new ListObjectsV2Command(asked), sending(0, options));
  const entries = (page.Contents ?? []).map((each) => ({
    key: each.Key ?? '',
    size: each.Size ?? 0,
    modifiedAt: each.LastModified?.getTime() ?? 0,
  }));
  return { entries, next: page.IsTruncated === true ? (entries.at(-1)?.key ?? null) : null };
}

/** Runs the call; the statuses in `plain` are answers, everything else is a BlobFailure. */
async function orThrow<T, A>(
  key: string,
  call: () => Promise<T>,
  plain: Readonly<Record<number, A>>,
  failureOf = s3Failure,
): Promise<T | A> {
  try {
    return await call();
  } catch (error) {
    const answer = isNoBucket(error) ? undefined : plain[statusOf(error) ?? 0];
    if (answer !== undefined) return answer;
    throw failureOf(key, error);
  }
}

/** 412 and a missing object say no; a full store throws; what may or may not have happened is unsure, S3's own 409 included. */
function conditionOutcome(key: string, error: unknown): PutOutcome {
  const status = statusOf(error);
  if (status === 412 || (status === 404 && !isNoBucket(error))) return { kind: 'refused' };
  const failure = s3WriteFailure(key, error);
  if (failure.code === 'blobs/full') throw failure;
  if (failure.kind === 'unavailable' || failure.kind === 'cancelled') return { kind: 'unsure', cause: failure };
  throw failure;
}

function isNoBucket(error: unknown): boolean {
  return error instanceof Error && error.name === 'NoSuchBucket';
}

async function blobOf(key: string, answer: GetObjectCommandOutput): Promise<Blob> {
  const bytes = (await answer.Body?.transformToByteArray()) ?? new Uint8Array();
  return { bytes, etag: mustEtag(key, answer.ETag) };
}

function mustEtag(key: string, etag: string | undefined): ETag {
  if (etag !== undefined) return etag;
  throw new BlobFailure(`the store answered without an ETag: ${key}`, {
    kind: 'invalid',
    code: 'blobs/no-conditions',
    hint: 'Bough needs a store with ETags and conditional writes: Amazon S3, MinIO, versitygw, Ceph.',
  });
}

function sending(
  bytes: number,
  options: CallOptions | undefined,
): { abortSignal?: AbortSignal; requestTimeout: number } {
  const requestTimeout = REQUEST_MS + Math.ceil(bytes / MEBIBYTE) * MS_PER_MEBIBYTE;
  const signal = options?.signal;
  if (signal === undefined) return { requestTimeout };
  const abort = new AbortController();
  if (signal.aborted) abort.abort();
  else signal.addEventListener('abort', () => abort.abort(), { once: true });
  return { requestTimeout, abortSignal: abort.signal };
}
