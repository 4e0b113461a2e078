import type { Op } from '@bough/map';

/** Whether two lists of ops say the same, whatever the order of their keys. */
export function areSameOps(a: readonly Op[], b: readonly Op[]): boolean {
  return isSame(a, b);
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const entries = Object.entries(a);
  const others = new Map<string, unknown>(Object.entries(b));
  return (
    entries.length === others.size && entries.every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  );
}
