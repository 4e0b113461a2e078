import { Failure } from '@bough/base';

// What must never reach a log: by the name of the fact, and, wherever it stands, by its look.

const HIDDEN = '[redacted]';
const SECRET_NAME = /cookie|authorization|token|secret|password|csrf|ticket|credential|session|privatekey|apikey/i;
const TEXT_NAME = /^(?:text|texts|note|title|label|body|ops|changes|html|subject|email|to|from|link|href|name)$/i;
const SECRET_LOOKS =
  /\beyJ[\w-]+\.[\w-]*\.[\w-]*|\bBearer\s+[^\s"\\]+|__Host-[\w.-]+=[^;\s"\\]+|#[A-Za-z0-9_-]{16,}|\/\/[^\s/@"\\]+:[^\s/@"\\]+@|[?&](?:secret|token|ticket|key)=[^&\s"\\]+/g;
// JSON escapes what ends a line in ASCII; these end one elsewhere, or steer a terminal.
const STEERING = /[\u007f-\u009f\u2028\u2029]/g;
const DEEPEST = 4;
const MOST_ENTRIES = 50;
const LONGEST_TEXT = 2_000;

/** Whether what bears this name is never logged, whatever it is, or, as people's texts, unless it is a number. */
export function isHiddenName(name: string, of: 'text' | 'number'): boolean {
  return SECRET_NAME.test(name) || (of === 'text' && TEXT_NAME.test(name));
}

/** A fact as it may be logged: secrets and people's texts in it are hidden, long things cut, errors told with their causes. */
export function redactFact(fact: unknown): unknown {
  return redactValue(fact, 1);
}

/** The line without anything that looks like a secret, and without characters that end a line or steer a terminal. */
export function redactLine(line: string): string {
  return line
    .replace(SECRET_LOOKS, HIDDEN)
    .replace(STEERING, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function redactObject(value: object, depth: number): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value).slice(0, MOST_ENTRIES)) {
    out[name] = isHiddenName(name, typeof each === 'number' ? 'number' : 'text')
      ? HIDDEN
      : redactValue(each, depth + 1);
  }
  return out;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (depth >= DEEPEST) return '[deeper]';
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((each) => redactValue(each, depth + 1));
  return redactObject(value, depth);
}

function describeError(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    type: error.name,
    message: redactValue(error.message, depth),
    ...(code === undefined ? {} : { code }),
    ...(error instanceof Failure ? { kind: error.kind, hint: error.hint } : {}),
    stack: redactValue(error.stack, depth),
    ...(error.cause === undefined || depth >= DEEPEST ? {} : { cause: redactValue(error.cause, depth + 1) }),
  };
}
