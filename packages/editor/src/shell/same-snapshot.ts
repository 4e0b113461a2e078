import type { EditorSnapshot } from '../snapshot.ts';

/** Whether nothing that React shows differs; small objects and lists are compared by what is in them. */
export function sameSnapshot(a: EditorSnapshot, b: EditorSnapshot): boolean {
  const keys = Object.keys(a) as (keyof EditorSnapshot)[];
  return keys.every((key) => same(a[key], b[key]));
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, i) => Object.is(one, b[i]));
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(at(a, key), at(b, key)));
}

function at(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
