import { expect, test } from 'vitest';
import { Refused } from '../bough/visitor.ts';
import { AWAY, fileProblems, missedFiles } from './files.ts';
import { Spans } from './spans.ts';

const NOT_NOW = new Refused(
  503,
  'GET /export',
  '{"kind":"unavailable","code":"gateway/export-away","message":"Not now."}',
);

/** Something was away from one second to two; and a file was asked for at that second. */
function when(what: string, fromMs: number, failure: unknown): Parameters<typeof fileProblems> {
  let nowMs = 1_000;
  const spans = new Spans(() => nowMs);
  const isOver = spans.begin(what, `kill ${what}`);
  nowMs = 2_000;
  isOver();
  return [[{ format: 'pdf', fromMs, toMs: fromMs + 100, failure, isTriedAgain: false }], spans];
}

test('a file may fail while something that it needs is away, and not else', () => {
  expect(fileProblems(...when('exporter', 1_500, NOT_NOW))).toEqual([]);
  expect(missedFiles(...when('exporter', 1_500, NOT_NOW))).toMatchObject([{ atMs: 1_500, because: ['kill exporter'] }]);
  expect(fileProblems(...when('mailer', 1_500, NOT_NOW))).toEqual([
    expect.stringMatching(/^the pdf of 1\.5 s failed after 100 ms while nothing was wrong that it needs: .*Not now/),
  ]);
});

test('the second location is needed while it stands in the place of the first', () => {
  const [asked, spans] = when('second', 1_500, NOT_NOW);
  expect(fileProblems(asked, spans)).toHaveLength(1);
  spans.begin(AWAY, 'fail over');
  expect(missedFiles(asked, spans)).toMatchObject([{ because: [] }]);
  const [askedLater, spansLater] = when('second', 2_000, NOT_NOW);
  spansLater.begin(AWAY, 'fail over');
  expect(missedFiles(askedLater, spansLater)).toMatchObject([{ because: ['kill second'] }]);
});

test('a gateway that was killed cuts the line, and is no reason for another one to say that exporter is away', () => {
  expect(fileProblems(...when('gateway-1', 1_500, NOT_NOW))).toHaveLength(1);
  expect(fileProblems(...when('gateway-1', 1_500, new TypeError('fetch failed')))).toEqual([]);
});

test('a file that somebody tried again is counted, and only the second failure is a problem', () => {
  const [[first], spans] = when('mailer', 1_500, NOT_NOW);
  if (first === undefined) throw new Error('it was asked for');
  const again = { ...first, fromMs: 6_600, toMs: 6_700 };
  const tried = { ...first, isTriedAgain: true };
  expect(fileProblems([tried, { ...again, failure: null }], spans)).toEqual([]);
  expect(missedFiles([tried, { ...again, failure: null }], spans)).toMatchObject([{ because: [], isTriedAgain: true }]);
  expect(fileProblems([tried, again], spans)).toEqual([expect.stringMatching(/^the pdf of 6\.6 s failed/)]);
});

test('five seconds after everything is over a file is had', () => {
  expect(fileProblems(...when('exporter', 7_000, NOT_NOW))).toEqual([]);
  expect(fileProblems(...when('exporter', 7_001, NOT_NOW))).toHaveLength(1);
  expect(fileProblems(...when('exporter', 7_001, null))).toEqual([]);
});

test('a file that fails does so in words of Bough that say that it passes', () => {
  const bug = new Refused(500, 'GET /export', '{"kind":"corrupt","code":"service/bug","message":"Something."}');
  const strange = new Refused(502, 'GET /export', '<html>Bad Gateway</html>');
  for (const failure of [bug, strange])
    expect(fileProblems(...when('exporter', 1_500, failure))).toEqual([expect.stringContaining('without a word')]);
});
