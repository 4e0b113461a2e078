/** Whether two values of fields, links or settings are equal: words, numbers, and lists and objects of them. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const entries = Object.entries(a);
  const others = new Map<string, unknown>(Object.entries(b));
  return entries.length === others.size && entries.every(([name, value]) => isSameValue(value, others.get(name)));
}
