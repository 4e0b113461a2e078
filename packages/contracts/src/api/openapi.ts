import { mapSchemas } from '@bough/map/schema';
import type { JsonSchema, Parser } from '../parser.ts';
import { problem } from '../problem.ts';
import type { AnyRoute } from '../route.ts';
import type { ApiRoute, BytesFacts } from './api-routes.ts';

// OpenAPI 3.1, made from the parsers that read the requests: what the document says is what the server does.

const REFUSALS: Readonly<Record<string, string>> = {
  400: 'The request is not as this document says.',
  401: 'There is no token, or it is worth nothing any more.',
  403: 'The token, or its person, may not do this.',
  404: 'There is no such thing, or no role on it.',
  405: 'The address does not answer this method.',
  409: 'Something else is in the way.',
  412: 'It has changed since: If-Match names another version.',
  413: 'The request is too large.',
  422: 'The idempotency key stands for another request.',
  429: 'Too many requests; Retry-After says how many seconds to wait.',
  503: 'Something that Bough needs does not answer; try again.',
};

/** The whole document, as JSON. */
export function openApiOf(routes: Readonly<Record<string, ApiRoute>>, version: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const each of Object.values(routes)) {
    const path = each.route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [each.route.method.toLowerCase()]: operationOf(each) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bough',
      version,
      description:
        'Mind maps. Times are milliseconds since 1970. Every refusal is application/problem+json with a stable code.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A personal token of the account.' } },
      schemas: { Problem: problem.schema, ...mapSchemas() },
      responses: Object.fromEntries(Object.entries(REFUSALS).map(([status, says]) => [`R${status}`, refusal(says)])),
    },
  };
}

function refusal(description: string): JsonSchema {
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description, content: { 'application/problem+json': { schema } } };
}

function operationOf({ route, scope, does, guardedBy, bytes, more = bytes?.more }: ApiRoute): JsonSchema {
  return {
    operationId: route.name,
    summary: does,
    description: `Needs a token with the scope \`${scope}\`.${more === undefined ? '' : ` ${more}`}`,
    parameters: [...parametersOf(route), ...headersOf(route, guardedBy !== undefined)],
    ...(route.body.travels === 'nothing' ? {} : { requestBody: bodyOf(route.body) }),
    responses: {
      ...answerOf(route, bytes),
      ...Object.fromEntries(
        Object.keys(REFUSALS).map((status) => [status, { $ref: `#/components/responses/R${status}` }]),
      ),
    },
  };
}

function parametersOf(route: AnyRoute): readonly JsonSchema[] {
  const given = route.params.schema?.['properties'];
  const properties: JsonSchema = typeof given === 'object' ? { ...given } : {};
  const required = route.params.schema?.['required'];
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = route.path.includes(`:${name}`);
    const isNeeded = isInPath || (Array.isArray(required) && required.includes(name));
    return { name, in: isInPath ? 'path' : 'query', required: isNeeded, schema };
  });
}

function headersOf(route: AnyRoute, isGuarded: boolean): readonly JsonSchema[] {
  const header = (name: string, description: string, schema: JsonSchema): JsonSchema => {
    return { name, in: 'header', required: false, description, schema };
  };
  const key = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' };
  const tag = { type: 'string', pattern: '^(W/)?"[A-Za-z0-9_-]{1,64}"$' };
  return [
    ...(route.method === 'POST'
      ? [header('Idempotency-Key', 'Done once within a day, however often it is sent.', key)]
      : []),
    ...(isGuarded ? [header('If-Match', 'Done only if this is still the version.', tag)] : []),
  ];
}

function headersSaid(bytes: BytesFacts | undefined): JsonSchema {
  return Object.fromEntries(
    Object.entries(bytes?.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
}

function bodyOf(body: Parser<unknown>): JsonSchema {
  if (body.travels === 'bytes') return { required: true, content: { 'application/octet-stream': {} } };
  return { required: true, content: { 'application/json': { schema: body.schema ?? {} } } };
}

function answerOf(route: AnyRoute, bytes?: BytesFacts): JsonSchema {
  switch (route.answer.travels) {
    case 'nothing':
      return { 204: { description: 'Done.' } };
    case 'bytes':
      return {
        200: { description: 'Done.', content: bytes?.content ?? { '*/*': {} }, headers: headersSaid(bytes) },
        304: { description: 'If-None-Match names this very version.' },
      };
    default:
      return {
        200: { description: 'Done.', content: { 'application/json': { schema: route.answer.schema ?? {} } } },
        ...(route.method === 'GET' ? { 304: { description: 'If-None-Match names this very version.' } } : {}),
      };
  }
}
