import { expect, test } from 'vitest';
import { Spans } from './spans.ts';

test('what was disturbed counts from its beginning until a while after its end, and only for those who need it', () => {
  let nowMs = 0;
  const spans = new Spans(() => nowMs);
  nowMs = 1_000;
  const end = spans.begin('exporter', 'kill exporter');
  expect(spans.during(0, 999, ['exporter'], 500)).toEqual([]);
  expect(spans.during(0, 1_000, ['exporter'], 500)).toEqual(['kill exporter']);
  expect(spans.during(9_000, 9_001, ['exporter'], 500)).toEqual(['kill exporter']);
  nowMs = 2_000;
  end();
  expect(spans.during(2_500, 3_000, ['exporter'], 500)).toEqual(['kill exporter']);
  expect(spans.during(2_501, 3_000, ['exporter'], 500)).toEqual([]);
  expect(spans.during(1_500, 3_000, ['mailer'], 500)).toEqual([]);
});
