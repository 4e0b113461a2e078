import { expect, it } from 'vitest';
import { developerWords } from '../../words/screens/developer-words.ts';
import { buildOf } from './build.ts';
import { type Look, reportOf, textOf } from './report.ts';

const look: Look = {
  status: { kind: 'saving', unsent: 3 },
  refused: 0,
  others: 2,
  line: { attempts: 2, lineage: 'lineage-one', seq: 1_234, unmirrored: 1, items: 42 },
  trips: { lastMs: 3.21, p50: 4, worstMs: 120.4, waitingMs: null },
  frames: { p50: 16.66, p95: 33.3, longestMs: 120.2, long: 1, dropped: 7 },
  requests: [
    {
      at: 2,
      what: 'readMap',
      ms: 34.6,
      end: { kind: 'came', bytes: 12_345 },
      hops: [
        { name: 'gateway', ms: 3 },
        { name: 'network', ms: 31.6 },
      ],
    },
    { at: 3, what: '/api/bell', ms: 9, end: { kind: 'broken' }, hops: [] },
    { at: 4, what: '/api/maps', ms: 9, end: { kind: 'refused', status: 503 }, hops: [] },
    { at: 1, what: '/api/session', ms: 5, end: { kind: 'kept' }, hops: [] },
  ],
  files: { count: 30, bytes: 201_000 },
  memoryBytes: null,
  nodes: 812,
  canvases: [{ width: 2_560, height: 1_600 }],
  journal: { journals: 1, documentBytes: 999, changes: 4, bytes: 2_500_000 },
  page: { build: 'aa', protocol: '9' },
  server: null,
  browser: 'A browser',
  window: '1280 × 800, 2x',
};

it('[WEB-86] the copied text says all that is shown, with the time', () => {
  const text = textOf(reportOf(look), new Date(0));
  expect(text).toContain('Bough, 1970-01-01T00:00:00.000Z');
  for (const { title, rows } of reportOf(look)) {
    expect(text).toContain(title);
    for (const { name, value } of rows) expect(text).toContain(`${name}: ${value}`);
  }
  for (const line of [
    'State: Saving',
    'Changes not saved yet: 3',
    'Last change here: 1,234 of lineage-',
    'Round trip: 3.2 ms (median 4.0 ms, worst 120 ms)',
    'Windows on this map: 3',
    'Between frames: median 17 ms, 95 % 33 ms, longest 120 ms',
    'readMap: 35 ms, 12.3 KB (gateway 3.0 ms · network 32 ms)',
    '/api/session: 5.0 ms, from the browser’s cache',
    '/api/bell: 9.0 ms, no answer',
    '/api/maps: 9.0 ms, refused (503)',
    'Document as kept here: 999 B',
    'Kept of this map in this browser: 2.5 MB, 4 changes',
    'Memory of scripts: –',
    'Canvas: 2560 × 1600',
    'Server: does not answer',
  ])
    expect(text).toContain(`  ${line}\n`);
});

it('[WEB-88] a ping that is not answered for a second is told instead of the last one that was', () => {
  const trips = { ...look.trips, waitingMs: 4_200 };
  expect(textOf(reportOf({ ...look, trips }), new Date(0))).toContain('Round trip: no answer for 4,200 ms\n');
});

it('[WEB-86] where the server tells no times, that is said', () => {
  const { untold, noRequests } = developerWords.en;
  const none = { ...look, requests: look.requests.slice(1) };
  expect(textOf(reportOf(none), new Date(0))).toContain(untold);
  expect(textOf(reportOf(look), new Date(0))).not.toContain(untold);
  expect(textOf(reportOf({ ...look, requests: [] }), new Date(0))).toContain(noRequests);
});

it('[WEB-86] a build is named by the files that it begins with', () => {
  const page = (file: string): string => `<head><meta name="bough-screens" content="map /assets/${file}.js"></head>`;
  expect(buildOf(page('a'))).toMatch(/^[0-9a-f]{8}$/);
  expect(buildOf(page('a'))).not.toBe(buildOf(page('b')));
  expect(buildOf('<head></head>')).toBeNull();
});
