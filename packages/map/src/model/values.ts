import { isRecord, isShortId } from '@bough/base';
import { LIMITS } from './limits.ts';

// What single values may be, whatever holds them.

const COLOUR = /^(?:[0-7]|#[0-9a-f]{6})$/;
const ASSET = /^asset:[0-9a-f]{64}$/;
const WEB = /^https?:\/\/[^\s\p{Cc}]+$/u;
const HTTPS = /^https:\/\/[^\s\p{Cc}]+$/u;
const MAILTO = /^mailto:[^\s\p{Cc}]+$/u;
/** The words that a field may hold, where they are a closed list. */
export const CHOICES = {
  shape: new Set<unknown>(['none', 'pill', 'box', 'ellipse', 'diamond', 'parallelogram']),
  side: new Set<unknown>(['left', 'right']),
  align: new Set<unknown>(['start', 'middle', 'end']),
  lineStyle: new Set<unknown>(['solid', 'dashed', 'dotted']),
  checkbox: new Set<unknown>(['open', 'done']),
} as const;

/** Whether something may hold the value. */
export type Check = (value: unknown) => boolean;

/** A well-formed text (no half of a surrogate pair) of at most so many UTF-16 units. */
export function isText(value: unknown, limit: number): value is string {
  return typeof value === 'string' && value.length <= limit && value.isWellFormed();
}

/** A list of nobody knows what. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether the object has exactly these keys. */
export function hasExactly(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  let count = 0;
  for (const key in value) {
    if (!keys.includes(key)) return false;
    count++;
  }
  return count === keys.length;
}

/** A number of map units within the limit; never -0, which JSON cannot write. */
function isCoordinate(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LIMITS.coordinate && !Object.is(value, -0);
}

/** A length in map units. */
export const isLength: Check = (value) => isCoordinate(value) && value > 0;

/** A point of two coordinates and nothing else. */
export function isPoint(value: unknown): boolean {
  return isRecord(value) && hasExactly(value, ['x', 'y']) && isCoordinate(value['x']) && isCoordinate(value['y']);
}

/** A few points. */
export function isPoints(value: unknown): boolean {
  return Array.isArray(value) && value.length <= LIMITS.points && value.every(isPoint);
}

/** null, or a branch hue by number, or a colour in lower-case hexadecimal. */
export function isColour(value: unknown): boolean {
  return value === null || (typeof value === 'string' && COLOUR.test(value));
}

/** An image: where it is and how large it is shown. */
export function isImage(value: unknown): boolean {
  if (!isRecord(value) || !hasExactly(value, ['source', 'width', 'height'])) return false;
  const source = value['source'];
  return (
    isText(source, LIMITS.href) &&
    (ASSET.test(source) || HTTPS.test(source)) &&
    isLength(value['width']) &&
    isLength(value['height'])
  );
}

/** Where an item leads. */
export function isHref(value: unknown): boolean {
  if (!isText(value, LIMITS.href)) return false;
  return WEB.test(value) || MAILTO.test(value) || (value.startsWith('item:') && isShortId(value.slice(5)));
}

/** The same, or null. */
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
/** One of these. */
export const among =
  (values: ReadonlySet<unknown>): Check =>
  (value) =>
    values.has(value);
