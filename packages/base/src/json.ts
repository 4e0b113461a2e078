// Reading JSON that comes from outside: what a text or a value is, before anybody relies on it.

/** The value that the text stands for; undefined where there is no text, or it is no JSON. */
export function tryJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Whether the value is an object as JSON has them, no list, whose fields may be read. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the value is a whole number of at least `least`. */
export function isCount(value: unknown, least = 0): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
