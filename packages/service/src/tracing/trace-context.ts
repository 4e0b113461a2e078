import type { Random } from '@bough/base';

// Trace Context (W3C): `00-<trace, 32 hex digits>-<span, 16>-<flags, 2>`, of whose flags the last bit says whether the trace is recorded.

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NONE = /^0+$/;

/** Where in which trace some work stands: what a service says to the next one. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isRecorded: boolean;
}

/** What the header `traceparent` says, or null: a version or a form that is not known, or ids of zeros. */
export function parseTraceparent(header: unknown): TraceContext | null {
  const [, traceId = '', spanId = '', flags = ''] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  if (NONE.test(`${traceId}0`) || NONE.test(`${spanId}0`)) return null;
  return { traceId, spanId, isRecorded: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header of what is called from here. */
export function traceparent({ traceId, spanId, isRecorded }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isRecorded ? '01' : '00'}`;
}

/** A place below this one, or, below none, in a new trace, of which so many of a hundred are recorded. */
export function below(
  parent: TraceContext | null,
  random: Pick<Random, 'bytes' | 'fraction'>,
  percent: number,
): TraceContext {
  const spanId = hex(random.bytes(8));
  if (parent !== null) return { ...parent, spanId };
  return { traceId: hex(random.bytes(16)), spanId, isRecorded: random.fraction() * 100 < percent };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
