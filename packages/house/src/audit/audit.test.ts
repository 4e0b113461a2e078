import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  type AdvisoryList,
  broughtUpToDate,
  holesIn,
  lockedVersions,
  parseAnswer,
  parseList,
  readList,
} from './advisories.ts';
import { askRegistry } from './ask-registry.ts';
import { isWithin } from './version-range.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const LOCK = `lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      ws@8.1.0:
        specifier: 8.1.0

packages:

  '@scope/name@2.0.0-rc.1':
    resolution: {integrity: sha512-x}

  ws@7.5.14:
    resolution: {integrity: sha512-x}

  ws@8.0.1:
    resolution: {integrity: sha512-x}

snapshots:

  other@1.0.0: {}
`;

function listOf(...advisories: readonly (readonly [string, string, string])[]): AdvisoryList {
  const all = advisories.map(([id, name, vulnerable]) => ({ id, package: name, vulnerable, title: 'a hole' }));
  return { date: '2026-01-02', source: 'a test', advisories: all, accepted: [] };
}

test('[HOUSE-65] every locked version of every package is known, and only those', () => {
  expect(lockedVersions(LOCK)).toEqual(
    new Map([
      ['@scope/name', ['2.0.0-rc.1']],
      ['ws', ['7.5.14', '8.0.1']],
    ]),
  );
  const locked = lockedVersions(readFileSync(`${ROOT}pnpm-lock.yaml`, 'utf8'));
  expect(locked.size).toBeGreaterThan(500);
  for (const name of ['express', 'ws', '@aws-sdk/client-s3', 'vitest'])
    expect([name, locked.has(name)]).toEqual([name, true]);
});

test('[HOUSE-65] a locked version with a known hole is told, unless it is accepted with a reason, and an idle one is told, too', () => {
  const locked = lockedVersions(LOCK);
  const list = listOf(['GHSA-1', 'ws', '>=8.0.0 <8.17.1'], ['GHSA-2', 'ws', '<7.5.10'], ['GHSA-3', 'absent', '*']);
  expect(holesIn(locked, list)).toEqual(['ws@8.0.1 has a known hole, GHSA-1: a hole']);
  expect(holesIn(locked, { ...list, accepted: [{ id: 'GHSA-1', why: 'it is never reached' }] })).toEqual([]);
  expect(holesIn(locked, { ...list, accepted: [{ id: 'GHSA-2', why: 'of before' }] })).toEqual([
    'ws@8.0.1 has a known hole, GHSA-1: a hole',
    expect.stringContaining('GHSA-2 is accepted, and no locked version has it'),
  ]);
  expect(holesIn(locked, listOf(['GHSA-4', 'ws', 'before last summer']))).toHaveLength(2);
});

test('[HOUSE-65] nothing that is locked here has a hole of the list, and the list says when it is of', () => {
  const list = readList(ROOT);
  expect(holesIn(lockedVersions(readFileSync(`${ROOT}pnpm-lock.yaml`, 'utf8')), list)).toEqual([]);
  expect(list.advisories.length).toBeGreaterThan(20);
  for (const { why } of list.accepted) expect(why.length).toBeGreaterThan(20);
  expect(() => parseList('{"date":"soon","source":"x","advisories":[],"accepted":[]}')).toThrow('soon is no day');
  expect(() => parseList('{"date":"2026-01-02","source":"x","advisories":{},"accepted":[]}')).toThrow('no list');
});

test('[HOUSE-65] versions lie in ranges as npm compares them', () => {
  const cases: readonly (readonly [string, string, boolean | null])[] = [
    ['8.17.0', '>=8.0.0 <8.17.1', true],
    ['8.17.1', '>=8.0.0 <8.17.1', false],
    ['10.0.0', '<9.0.0', false],
    ['1.2.3', '<= 1.2.3', true],
    ['4.4.2', '=4.4.2', true],
    ['4.4.3', '4.4.2', false],
    ['5.0.0-beta.2', '>=5.0.0-alpha.1 <5.0.0-beta.3', true],
    ['5.0.0-beta.10', '<5.0.0-beta.3', false],
    ['5.0.0', '<5.0.0-beta.3', false],
    ['5.0.0-rc', '<5.0.0', true],
    ['1.0.0', '*', true],
    ['2.0.0', '<1.0.0 || >=2.0.0', true],
    ['2.0.0', '^1.0.0', null],
    ['latest', '*', null],
  ];
  for (const [version, range, expected] of cases)
    expect([version, range, isWithin(version, range)]).toEqual([version, range, expected]);
});

test('[HOUSE-66] what a registry answers is added to the list, which says so; one that does not answer leaves it', async () => {
  const asked: unknown[] = [];
  let status = 200;
  const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
  const answer = { ws: [{ id: 7, url, title: 'a new hole', severity: 'high', vulnerable_versions: '<8.1.0' }] };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push([request.method, request.url, JSON.parse(Buffer.concat(parts).toString('utf8'))]);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answered = await askRegistry(registry, lockedVersions(LOCK));
  const body = { '@scope/name': ['2.0.0-rc.1'], ws: ['7.5.14', '8.0.1'] };
  expect(asked).toEqual([['POST', '/-/npm/v1/security/advisories/bulk', body]]);
  const before = listOf(['GHSA-1', 'ws', '<1.0.0']);
  const after = broughtUpToDate(before, answered, { date: '2026-03-04', source: 'the registry' });
  expect(after.date).toBe('2026-03-04');
  expect(holesIn(lockedVersions(LOCK), after)).toEqual([
    'ws@7.5.14 has a known hole, GHSA-aaaa-bbbb-cccc: a new hole',
    'ws@8.0.1 has a known hole, GHSA-aaaa-bbbb-cccc: a new hole',
  ]);
  expect(after.advisories).toHaveLength(2);
  expect(broughtUpToDate(after, answered, after).advisories).toHaveLength(2);
  status = 405;
  await expect(askRegistry(registry, new Map())).rejects.toThrow('405');
  expect(() => parseAnswer({ ws: 'none' })).toThrow('no list');
});
