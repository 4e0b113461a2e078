import type { IncomingMessage } from 'node:http';
import { assert, tryUtf8Decode } from '@bough/base';
import type { AnyRoute } from '@bough/contracts';
import { readJson } from './json.ts';
import { ServiceFailure } from './service-failure.ts';

/** Reads and parses the body that the route wants; throws a failure that says what is wrong with it. */
export async function readBody(request: IncomingMessage, route: AnyRoute): Promise<unknown> {
  if (route.body.travels === 'nothing') {
    // Most requests announce none: there is nothing to wait for.
    if (announces(request)) await readBytes(request, 0);
    return undefined;
  }
  if (route.body.travels === 'bytes') return readBytes(request, route.bodyLimit);
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json(?:;\s*charset=utf-8)?$/i.test(type)) {
    throw invalid('service/not-json', 'The body is not application/json.');
  }
  const text = tryUtf8Decode(await readBytes(request, route.bodyLimit));
  if (text === null) throw invalid('service/malformed', 'The body is not UTF-8.');
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

function announces({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

async function readBytes(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes: unknown = chunk;
    assert(bytes instanceof Uint8Array, 'a body comes in bytes');
    length += bytes.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(bytes);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}

function tooLarge(limit: number): ServiceFailure {
  return invalid('service/too-large', `The body is longer than ${limit} bytes.`);
}

function invalid(code: string, message: string): ServiceFailure {
  return new ServiceFailure(message, { kind: 'invalid', code });
}
