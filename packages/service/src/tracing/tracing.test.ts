import { seededRandom, VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { silentLog } from '../log/logger.ts';
import { otlpOf } from './otlp.ts';
import { below, parseTraceparent, traceparent } from './trace-context.ts';
import { type EndedSpan, Tracer } from './tracer.ts';

const random = seededRandom(7);
const OUTCOME = { name: 'createMap', isFailed: false, facts: {} };

test('[SVC-95] a place in a trace is what W3C writes, and anything else is none', () => {
  const header = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const read = parseTraceparent(header);
  expect(read).toEqual({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    isRecorded: true,
  });
  expect(read === null ? null : traceparent(read)).toBe(header);
  expect(parseTraceparent(header.replace(/01$/, '00'))?.isRecorded).toBe(false);
  for (const bad of [
    undefined,
    '',
    header.replace('00-', '01-'),
    header.toUpperCase(),
    `${header}-more`,
    header.replace(/-[0-9a-f]{16}-/, `-${'0'.repeat(16)}-`),
    header.replace(/-[0-9a-f]{32}-/, `-${'0'.repeat(32)}-`),
  ]) {
    expect(parseTraceparent(bad)).toBeNull();
  }
});

test('[SVC-95] so many of a hundred traces are recorded, and all of one or nothing of it', () => {
  const roots = Array.from({ length: 2_000 }, () => below(null, random, 25));
  const recorded = roots.filter(({ isRecorded }) => isRecorded).length;
  expect(recorded).toBeGreaterThan(400);
  expect(recorded).toBeLessThan(600);
  for (const root of roots.slice(0, 50)) {
    expect(below(root, random, 25)).toMatchObject({ traceId: root.traceId, isRecorded: root.isRecorded });
  }
  expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(roots.length);
});

function tracing(send: (spans: readonly EndedSpan[]) => Promise<void>, percent = 100) {
  const clock = new VirtualClock();
  return { clock, tracer: new Tracer({ clock, random, log: silentLog, send }, { percent }) };
}

test('[SVC-96] spans are sent in batches, and what is not recorded is not', async () => {
  const sent: EndedSpan[][] = [];
  const { clock, tracer } = tracing(async (spans) => void sent.push([...spans]));
  const outer = tracer.begin('server', null);
  tracer.begin('client', outer.context).end(OUTCOME);
  outer.end(OUTCOME);
  outer.end(OUTCOME);
  expect(sent).toEqual([]);
  clock.advance(1_000);
  expect(sent.map((batch) => batch.length)).toEqual([2]);
  expect(sent[0]?.[0]?.parent).toEqual(outer.context);
  const never = tracing(async (spans) => void sent.push([...spans]), 0);
  never.tracer.begin('server', null).end(OUTCOME);
  await never.tracer.stop();
  expect(sent).toHaveLength(1);
});

test('[SVC-96] a collector that is away costs a bounded number of spans in memory, and nobody waits for it', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  let sent = 0;
  const { tracer } = tracing(async (spans) => {
    sent += spans.length;
    await promise;
  });
  for (let i = 0; i < 10_000; i++) tracer.begin('server', null).end(OUTCOME);
  reject(new Error('away'));
  await tracer.stop();
  expect(sent).toBeLessThan(3_000);
});

test('[SVC-96] what a collector gets is OTLP as JSON', () => {
  const context = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isRecorded: true };
  const span: EndedSpan = {
    ...OUTCOME,
    context,
    parent: { ...context, spanId: 'c'.repeat(16) },
    kind: 'client',
    startedAt: 1_700_000_000_123,
    tookMs: 1.5,
    isFailed: true,
    facts: { 'http.response.status_code': 503, 'bough.request': 'r' },
  };
  expect(otlpOf('gateway', [span])).toMatchObject({
    resourceSpans: [
      {
        resource: { attributes: expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'gateway' } }]) },
        scopeSpans: [
          {
            spans: [
              {
                traceId: 'a'.repeat(32),
                spanId: 'b'.repeat(16),
                parentSpanId: 'c'.repeat(16),
                name: 'createMap',
                kind: 3,
                startTimeUnixNano: '1700000000123000000',
                endTimeUnixNano: '1700000000124500000',
                status: { code: 2 },
                attributes: [
                  { key: 'http.response.status_code', value: { intValue: '503' } },
                  { key: 'bough.request', value: { stringValue: 'r' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
});
