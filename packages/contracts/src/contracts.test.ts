import { assert, makeIds } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyOp } from '@bough/map/testing';
import { arbitraryHostile } from './testing/hostile.ts';
import {
  type ApiRoute,
  apiRoutes,
  allRoutes,
  bytesAnswer,
  clientId,
  CONTRACT_VERSION,
  describeRoutes,
  docstoreRoutes,
  emailAddress,
  flag,
  hashText,
  idOf,
  instant,
  integer,
  integerText,
  json,
  line,
  list,
  mailerRoutes,
  mapId,
  maybe,
  nothing,
  nullable,
  object,
  oneOf,
  opaque,
  openApiOf,
  optional,
  pair,
  type Parser,
  personId,
  problem,
  rawBody,
  requestId,
  sequence,
  statusOf,
  text,
  textOf,
  tokenClaims,
  variants,
} from './index.ts';
import { nameLine } from './line.ts';
import { gatewayRoutes } from './gateway/gateway-routes.ts';

const ids = makeIds(new VirtualClock(), seededRandom(1));
const runs = { seed: 4, numRuns: 300 };

describe('parsers', () => {
  const all: readonly Parser<unknown>[] = [
    ...allRoutes.flatMap((each): Parser<unknown>[] => [each.params, each.body, each.answer]),
    problem,
    tokenClaims,
    emailAddress,
    mapId,
    personId,
    clientId,
    requestId,
    instant,
    sequence,
    opaque,
    line(9),
    flag,
  ];
  const every = [...new Map(all.map((each) => [each.shape, each])).values()];

  test('[CON-1] nothing from outside makes a parser throw, and what it takes it takes again', () => {
    fc.assert(
      fc.property(arbitraryHostile(), (input) => {
        for (const parse of every) {
          const read = parse(input);
          // Millions of these: an expectation each would cost more than what is tested.
          if (!read.ok) assert(typeof read.error === 'string', 'a refusal is a sentence');
          else if (!(input instanceof Uint8Array)) expect(parse(read.value)).toEqual(read);
        }
      }),
      { ...runs, numRuns: 150 },
    );
  });

  test('[CON-2] an unknown field is a refusal, and nothing comes from a prototype', () => {
    const point = object({ x: integer(0, 9), y: optional(integer(0, 9)) });
    expect(point({ x: 1 })).toEqual({ ok: true, value: { x: 1 } });
    expect(point({ x: 1, y: 2 })).toEqual({ ok: true, value: { x: 1, y: 2 } });
    expect(point({ x: 1, z: 2 })).toEqual({ ok: false, error: 'has the unknown field "z"' });
    expect(point(JSON.parse('{"x":1,"__proto__":{"y":2}}'))).toMatchObject({ ok: false });
    expect(point(JSON.parse('{"x":1,"constructor":1}'))).toMatchObject({ ok: false });
    expect(point(Object.create({ x: 1 }))).toMatchObject({ ok: false });
    expect(point([1])).toMatchObject({ ok: false });
    const kinds = variants('kind', { a: object({ kind: oneOf('a') }) });
    for (const kind of ['toString', '__proto__', 'b', undefined]) expect(kinds({ kind })).toMatchObject({ ok: false });
  });

  test('[CON-3] a refusal says where', () => {
    const deep = object({ rows: list(object({ name: text({ max: 3 }) }), 2) });
    const wrong = (input: unknown) => {
      const read = deep(input);
      return read.ok ? null : read.error;
    };
    expect(wrong({ rows: [{ name: 'abc' }, { name: 'abcd' }] })).toBe('.rows[1].name is longer than 3 characters');
    expect(wrong({ rows: [{}] })).toBe('.rows[0] lacks the field name');
    expect(wrong({ rows: [1, 2, 3] })).toBe('.rows has more than 2 entries');
  });

  test('[CON-4] limits hold at their edges', () => {
    const cases: [Parser<unknown>, unknown[], unknown[]][] = [
      [text({ min: 1, max: 2 }), ['a', 'ab'], ['', 'abc', 1, null, '\ud800', 'a\udc00']],
      [textOf(/^a+$/, { max: 3 }), ['a', 'aaa'], ['b', 'aaaa', 'aa\n']],
      [integer(0, 5), [0, 5, -0], [-1, 6, 1.5, NaN, Infinity, '1', 2 ** 60]],
      [integerText(0, 50), ['0', '50'], ['51', '-1', '01', '1e1', ' 1', '', 1]],
      [pair(flag, integer(0, 1)), [[true, 1]], [[], [true], [true, 2], [1, 1], [true, 1, 1], 'ab']],
      [nullable(flag), [null, true], [undefined, 0]],
      [maybe(flag), [null, undefined, false], ['false']],
      [json(2), [1, 'a', null, [[]], { a: {} }], [[[[]]], undefined, NaN, () => 1, new Map()]],
      [nothing, [undefined], [null, {}, '']],
      [rawBody, [new Uint8Array()], ['', []]],
      [bytesAnswer, [], [new Uint8Array()]],
      [idOf('x', (input) => (input === 'x' ? 'x' : null)), ['x'], ['y']],
      [line(5), ['', 'ä ö'], ['a\r', 'a\n', 'a\0', '\u0085', '\u2028', '\u2029', '\u009b', '123456']],
      [nameLine(5), ['ä ö', 'محمد', '👋'], ['', '  ', '\u200b', '\u3164', 'a\u202e', '\u2067', 'a\n', '123456']],
      [mapId, [ids.long()], [ids.short(), ids.long().slice(1), 'A'.repeat(22)]],
      [clientId, [ids.short()], [ids.long(), '']],
    ];
    for (const [parse, good, bad] of cases) {
      for (const input of good) expect([parse.shape, input, parse(input).ok]).toEqual([parse.shape, input, true]);
      for (const input of bad) expect([parse.shape, input, parse(input).ok]).toEqual([parse.shape, input, false]);
    }
  });

  test('[CON-5] an address of a mail is one plain address', () => {
    for (const good of ['a@b.c', "o'neil+x@sub.example.org", 'bough@localhost', `${'a'.repeat(64)}@b.c`]) {
      expect([good, emailAddress(good).ok]).toEqual([good, true]);
    }
    const bad = [
      'a',
      '@b',
      'a@',
      'a@b.',
      'a@-b.c',
      'a b@c.d',
      'a@b,c@d',
      'a@b\r\nBcc: x@y',
      'a@b\0',
      '<a@b>',
      `${'a'.repeat(65)}@b.c`,
    ];
    for (const each of bad) expect([each, emailAddress(each).ok]).toEqual([each, false]);
    const mail = { kind: 'sign-in', to: 'a@b.c', expiresInMinutes: 10 };
    for (const link of [
      'javascript:alert(1)',
      'https://a"b',
      'https://a b',
      'https://a\nb',
      'ftp://a',
      'https://<a>',
    ]) {
      expect([link, mailerRoutes.sendMail.body({ key: 'k', mail: { ...mail, link } }).ok]).toEqual([link, false]);
    }
    expect(mailerRoutes.sendMail.body({ key: 'k', mail: { ...mail, link: 'https://a.b/#x=y&z' } }).ok).toBe(true);
  });
});

describe('route tables', () => {
  test('[CON-6] a change of a table needs a new version: both are pinned here together', () => {
    expect({ version: CONTRACT_VERSION, hash: hashText(describeRoutes(allRoutes)) }).toEqual({
      version: 71,
      hash: 'a47993b6030e50c0',
    });
    const one = docstoreRoutes.documentFacts;
    const hashOf = (change: object): string => hashText(describeRoutes([{ ...one, ...change }]));
    const changes = [
      {},
      { deadlineMs: 1 },
      { access: 'anybody' },
      { callers: ['exporter'] },
      { path: '/x' },
      { body: rawBody },
      { bodyLimit: 1 },
      { isForEver: true },
      { isRevalidated: true },
      { isFrequent: true },
    ];
    expect(new Set(changes.map(hashOf)).size).toBe(changes.length);
  });

  test('[CON-7] every route is known by one name, answers at one address, and says who may call', () => {
    const names = allRoutes.map((each) => `${each.service} ${each.name}`);
    const addresses = allRoutes.map((each) => `${each.service} ${each.method} ${each.path.replace(/:\w+/g, ':')}`);
    expect(new Set(names).size).toBe(allRoutes.length);
    expect(new Set(addresses).size).toBe(allRoutes.length);
    for (const each of allRoutes) {
      expect([each.name, each.access === 'service']).toEqual([each.name, each.service !== 'gateway']);
      expect([each.name, each.callers.length > 0]).toEqual([each.name, each.access === 'service']);
      if (each.method === 'GET') expect([each.name, each.body.travels]).toEqual([each.name, 'nothing']);
      if (['read', 'copy', 'view', 'comment', 'edit', 'own', 'trashed', 'seen'].includes(each.access)) {
        expect(each.path).toContain('/:map');
      }
      if (each.access.startsWith('folder ')) expect(each.path).toContain('/:folder');
    }
    for (const [name, each] of Object.entries({ ...gatewayRoutes })) expect(each.name).toBe(name);
  });

  test('[CON-8] an append round-trips, and its ops are read in full', () => {
    const change = { client: ids.short(), counter: 1, author: ids.long(), at: 5, ops: everyOp() };
    const append = { base: 0, changes: [change] };
    const parse = docstoreRoutes.appendChanges.body;
    expect(parse(JSON.parse(JSON.stringify(append)))).toEqual({ ok: true, value: append });
    expect(parse({ base: 0, changes: [{ ...change, seq: 1 }] })).toMatchObject({ ok: false });
    const bad = [{ kind: 'explode' }, { kind: 'remove', id: 'short' }, { kind: 'remove' }, null];
    for (const op of [...bad, JSON.parse('{"kind":"remove","id":"AAAAAAAAAAAA","__proto__":1}')]) {
      expect(parse({ base: 0, changes: [{ ...change, ops: [op] }] })).toMatchObject({ ok: false });
      expect(docstoreRoutes.createDocument.body({ map: ids.long(), by: ids.long(), ops: [op] }).ok).toBe(false);
      expect(apiRoutes.changeMap.route.body({ ops: [op] }).ok).toBe(false);
    }
  });
});

describe('problems', () => {
  test('[CON-9] a status follows the kind, or the word after the slash where HTTP has one', () => {
    const kinds = ['conflict', 'unavailable', 'corrupt', 'invalid', 'denied', 'absent', 'cancelled'] as const;
    expect(kinds.map((kind) => statusOf({ kind, code: 'a/b' }))).toEqual([409, 503, 500, 400, 403, 404, 499]);
    const codes = ['unauthenticated', 'too-large', 'too-many', 'no-route', 'no-method', 'changed', 'key-reused'];
    expect(codes.map((code) => statusOf({ kind: 'denied', code: `any/${code}` }))).toEqual([
      401, 413, 429, 404, 405, 412, 422,
    ]);
    const sent = { kind: 'absent', code: 'a/b', message: 'No.', requestId: 'r' };
    expect(problem(sent)).toEqual({ ok: true, value: sent });
    expect(problem({ ...sent, hint: 'Look.' })).toMatchObject({ ok: true });
  });

  test('[CON-10] claims of a token are exactly these', () => {
    const claims = { iss: 'gateway', aud: 'docstore', iat: 1, exp: 2, jti: 'x' };
    expect(tokenClaims(claims)).toEqual({ ok: true, value: claims });
    for (const wrong of [{ aud: 'page' }, { exp: '2' }, { sub: 'x' }, { aud: ['docstore'] }]) {
      expect(tokenClaims({ ...claims, ...wrong })).toMatchObject({ ok: false });
    }
  });
});

describe('the REST API', () => {
  test('[CON-11] its document is made from the parsers: each route, every field, whatever may be left out', () => {
    const document = JSON.parse(JSON.stringify(openApiOf(apiRoutes, '1')));
    for (const { route, does } of Object.values<ApiRoute>(apiRoutes)) {
      const path = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')];
      const operation = path[route.method.toLowerCase()];
      expect(operation).toMatchObject({ operationId: route.name, summary: does });
      expect(operation.parameters.filter((each: { in: string }) => each.in === 'path')).toHaveLength(
        route.path.split(':').length - 1,
      );
      expect(operation.requestBody === undefined).toBe(route.body.travels === 'nothing');
      for (const parse of [route.params, route.body, route.answer]) {
        if (parse.travels === undefined) expect([route.name, parse.schema]).not.toEqual([route.name, null]);
      }
    }
    const { listMaps, createMap } = apiRoutes;
    expect(listMaps.route.params.schema?.['required']).toEqual([]);
    expect(createMap.route.body.schema).toMatchObject({ required: ['title'], additionalProperties: false });
    expect(createMap.route.body.schema?.['properties']).toMatchObject({
      title: { type: 'string', minLength: 1, maxLength: 500 },
      folder: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    });
    expect(new RegExp(String(mapId.schema?.['pattern'])).test(ids.long())).toBe(true);
    expect(new RegExp(String(mapId.schema?.['pattern'])).test('A'.repeat(22))).toBe(false);
  });
});
