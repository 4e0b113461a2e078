import type { Result } from '@bough/base';

// One route of one service, as data: the server mounts it, the client calls it, the role matrix and the schema hash are made
// from it. Parsers are written by hand: they refuse what they do not know and say where.

export type ServiceName = 'gateway' | 'docstore' | 'mailer' | 'exporter';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a parser answers: the value, or one sentence that says where the input is wrong. */
export type Parsed<T> = Result<T, string>;
export type Parser<T> = (input: unknown) => Parsed<T>;

/**
 * `params` are the `:names` of the path and the query together, all text. A body is JSON unless `body` is 'bytes'.
 * `Params`, `Body` and `Answer` exist for the types of client and server alone.
 */
export interface Route<Params, Body, Answer> {
  readonly service: ServiceName;
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly params: Parser<Params>;
  readonly body: Parser<Body> | 'none' | 'bytes';
  readonly answer: Parser<Answer> | 'none' | 'bytes';
  /** Longest body in bytes. */
  readonly bodyLimit: number;
  /** How long the caller gives the whole call by default. */
  readonly deadlineMs: number;
}
