import { slowRuns } from '@bough/house/hostile';
import { expect, test } from 'vitest';
import { allRoutes, emailAddress, line, mapId, opaque, personId, problem, requestId } from './index.ts';

test('[CON-13] no text holds up a parser of text', () => {
  for (const parser of [emailAddress, line(4_000), mapId, opaque, personId, requestId]) {
    expect(slowRuns((run) => parser(run))).toEqual([]);
  }
});

test('[CON-13] no text holds up a parser of a request, wherever it stands', () => {
  const parsers = allRoutes.flatMap((each) => [each.params, each.body]);
  const fields = ['address', 'name', 'title', 'text', 'query', 'to', 'from', 'token', 'secret', 'map', 'ops', 'client'];
  const read = (run: string): void => {
    const body = Object.fromEntries(fields.map((field) => [field, run]));
    for (const parser of [...parsers, problem]) parser(body);
    for (const parser of parsers) parser({ ops: [{ kind: 'set', fields: { text: run, href: run } }] });
  };
  expect(slowRuns(read)).toEqual([]);
});
