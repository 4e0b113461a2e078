import type { Pool } from 'undici';
import { VERSION } from '../version.ts';
import type { EndedSpan } from './tracer.ts';

// OTLP over HTTP as JSON (OpenTelemetry Protocol 1): ids in hexadecimal, times in nanoseconds since 1970 as text, kinds and states as numbers.

const KINDS = { server: 2, client: 3 } as const;
const FAILED = { code: 2 } as const;
const TIMEOUT_MS = 5_000;

/** Sends spans to a collector, of which `pool` is the origin. */
export async function sendToCollector(pool: Pool, service: string, spans: readonly EndedSpan[]): Promise<void> {
  const { statusCode, body } = await pool.request({
    path: '/v1/traces',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(otlpOf(service, spans)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await body.dump();
  if (statusCode >= 300) throw new Error(`The collector answers ${statusCode}.`);
}

/** The body of such a request. */
export function otlpOf(service: string, spans: readonly EndedSpan[]): unknown {
  const attributes = attributesOf({
    'service.namespace': 'bough',
    'service.name': service,
    'service.version': VERSION,
    'service.instance.id': `${process.pid}`,
  });
  return {
    resourceSpans: [
      {
        resource: { attributes },
        scopeSpans: [{ scope: { name: 'bough', version: VERSION }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf({ context, parent, kind, name, startedAt, tookMs, facts, isFailed }: EndedSpan): unknown {
  const start = BigInt(Math.round(startedAt)) * 1_000_000n;
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parent === null ? {} : { parentSpanId: parent.spanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(Math.round(tookMs * 1e6))),
    attributes: attributesOf(facts),
    ...(isFailed ? { status: FAILED } : {}),
  };
}

function attributesOf(facts: Readonly<Record<string, string | number>>): readonly unknown[] {
  return Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}
