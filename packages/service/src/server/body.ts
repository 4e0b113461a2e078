import type { IncomingMessage } from 'node:http';
import { assert, tryUtf8Decode } from '@bough/base';
import type { AnyRoute } from '@bough/contracts';
import { readJson } from './json.ts';
import { ServiceFailure } from '../service-failure.ts';

/**
 * How many bytes the body of this request may have, by its headers alone: what it declares, or all that the route allows where it
 * declares nothing. Throws a failure where the headers say already that the route does not take it.
 */
export function judgeHead({ headers }: IncomingMessage, route: AnyRoute): number {
  const { travels } = route.body;
  const limit = travels === 'nothing' ? 0 : route.bodyLimit;
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > limit) throw tooLarge(limit);
  if (travels === undefined && !JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw invalid('service/not-json', 'The body must be application/json.');
  }
  return headers['transfer-encoding'] === undefined ? declared : limit;
}

const JSON_TYPE = /^application\/json(?:;\s*charset=utf-8)?$/i;

/** Is told of so many bytes of a body that have just come; no more are read before it resolves, and none when it throws. */
export type CountBytes = (bytes: number) => Promise<void>;

/** Reads and parses the body of a request whose head was judged; throws a failure that says what is wrong with it. */
export async function readBody(request: IncomingMessage, route: AnyRoute, count?: CountBytes): Promise<unknown> {
  if (route.body.travels === 'nothing') {
    // Most requests announce none: there is nothing to wait for.
    if (announcesBody(request)) await readBytes(request, 0, count);
    return undefined;
  }
  if (route.body.travels === 'bytes') return readBytes(request, route.bodyLimit, count);
  const text = tryUtf8Decode(await readBytes(request, route.bodyLimit, count));
  if (text === null) throw invalid('service/malformed', 'The body must be UTF-8.');
  return parseJsonBody(text, route);
}

/** Parses a JSON body as the route wants it; throws a failure that says what is wrong with it. */
export function parseJsonBody(text: string, route: AnyRoute): unknown {
  if (text.length > route.bodyLimit) throw tooLarge(route.bodyLimit);
  const json = readJson(text, route.bodyDepth);
  if (!json.ok) throw invalid('service/malformed', `The body ${json.error}.`);
  const read = route.body(json.value);
  if (!read.ok) throw invalid('service/malformed', `The body${/^[.[]/.test(read.error) ? '' : ' '}${read.error}.`);
  return read.value;
}

/** Whether its headers say that a body comes. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

async function readBytes(request: IncomingMessage, limit: number, count?: CountBytes): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // Destroyed with its iterator, a request that is refused in the middle would never be told why.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes: unknown = chunk;
      assert(bytes instanceof Uint8Array, 'a body comes in bytes');
      length += bytes.length;
      if (length > limit) throw tooLarge(limit);
      await count?.(bytes.length);
      chunks.push(bytes);
    }
  } catch (failure) {
    // The rest is nobody's: whoever goes on sending is cut off.
    request.resume();
    throw failure;
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}

function tooLarge(limit: number): ServiceFailure {
  return invalid('service/too-large', `The body is longer than ${limit} bytes.`);
}

function invalid(code: string, message: string): ServiceFailure {
  return new ServiceFailure(message, { kind: 'invalid', code });
}
