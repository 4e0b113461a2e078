import { err, ok } from '@bough/base';
import { type Parser, parser } from './parser.ts';

// One route of one service, as data: the server mounts it, the client calls it, the role matrix and the schema hash are made
// from it.

export type ServiceName = 'gateway' | 'docstore' | 'mailer' | 'exporter';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: a service with a token for this one; anybody; anybody with a session; a person with at least this role on the
 * map that the parameter `map` names. `read` is `view`, and anybody at all where the map is public; `copy` is `read` where taking
 * the map away is allowed; `past` is `read` where reading what is not there any more is allowed, and so is, on any route, the parameter
 * `at`, a number of the map's history; `trashed` is `own` of a map that is in the trash, where nothing else is allowed but
 * `seen`, which is `read`, or `own` in the trash. `folder ...` is at least this role in the folder that the parameter `folder` names.
 */
export type Access =
  | 'service'
  | 'anybody'
  | 'person'
  | 'read'
  | 'copy'
  | 'past'
  | 'view'
  | 'comment'
  | 'edit'
  | 'own'
  | 'trashed'
  | 'seen'
  | 'folder view'
  | 'folder edit'
  | 'folder own';

/**
 * `params` are the `:names` of the path and the query together, all text on the wire: `parse` reads them, and a value is
 * written as `String(value)`, a null not at all. Body and answer are JSON unless their parser says how else they travel:
 * `nothing`, `rawBody`, `bytesAnswer`.
 */
export interface Route<Params, Body, Answer> {
  readonly service: ServiceName;
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  /** Which services may call it, of a route for services; nobody else's token opens it. */
  readonly callers: readonly ServiceName[];
  readonly params: Parser<Params>;
  readonly body: Parser<Body>;
  readonly answer: Parser<Answer>;
  /** Longest body in bytes. */
  readonly bodyLimit: number;
  /** Deepest nesting of a JSON body. */
  readonly bodyDepth: number;
  /** Longest answer in bytes that a caller takes. */
  readonly answerLimit: number;
  /** How long the caller gives the whole call by default. */
  readonly deadlineMs: number;
  /** Whether the answer at one address never changes, so that a browser may keep it. */
  readonly isForEver: boolean;
  /** Whether a browser may keep the answer, and asks by its ETag each time whether it is still good. */
  readonly isRevalidated: boolean;
  /** Whether services call it so often that it travels on one kept line; its body and answer are JSON. */
  readonly isFrequent: boolean;
}

/** Any route, for tables. */
// oxlint-disable-next-line typescript/no-explicit-any -- a table holds routes of every type; the server checks each by its own parser
export type AnyRoute = Route<any, any, any>;

/** Raw bytes with what HTTP says about them; `unchanged` is the 304 to somebody who has this very version. */
export type BytesAnswer = WholeBytes | UnchangedBytes;
export interface WholeBytes {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
  /** The content type. */
  readonly type: string;
  /** The content encoding, null for none. */
  readonly encoding: string | null;
  /** The document's number, where the bytes are a document. */
  readonly seq: number | null;
  /** The lineage in which that number names it. */
  readonly lineage?: string | null;
  readonly etag: string | null;
  /** When set, browsers save the answer under this name instead of showing it. */
  readonly fileName: string | null;
}
export interface UnchangedBytes {
  readonly kind: 'unchanged';
  readonly seq: number | null;
  readonly lineage?: string | null;
  readonly etag: string | null;
}

/** No body, no answer. */
export const nothing: Parser<undefined> = Object.assign(
  parser<undefined>('nothing', (input) => (input === undefined ? ok(undefined) : err('must be empty'))),
  { travels: 'nothing' } as const,
);
/** A body of bytes as they come. */
export const rawBody: Parser<Uint8Array> = Object.assign(
  parser<Uint8Array>('bytes', (input) => (input instanceof Uint8Array ? ok(input) : err('is not bytes'))),
  { travels: 'bytes' } as const,
);
/** An answer of bytes with their headers. It is never parsed from JSON: client and server carry it through HTTP. */
export const bytesAnswer: Parser<BytesAnswer> = Object.assign(
  parser<BytesAnswer>('bytes', () => err('is not read from JSON')),
  { travels: 'bytes' } as const,
);
