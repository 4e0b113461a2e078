import { err, ok, type Result, tryJson } from '@bough/base';

/**
 * Reads JSON from outside: no deeper than `depth`, no name twice in one object. One pass over the text finds the depth
 * before anything is built, and counts the names; the built value must have as many.
 */
export function readJson(text: string, depth: number): Result<unknown, string> {
  const scan = scanJson(text, depth);
  if (scan === null) return err('is nested too deeply');
  const value = tryJson(text);
  if (value === undefined) return err('is not JSON');
  return countNames(value) === scan ? ok(value) : err('has the same name twice in one object');
}

/** How many names the text has outside of strings, or null when it is too deep. */
function scanJson(text: string, mostDepth: number): number | null {
  let depth = 0;
  let names = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22: // a string: skip to its end
        for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > mostDepth) return null;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      case 0x3a:
        names++;
    }
  }
  return names;
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + countNames(each), 0);
  return Object.values(value).reduce<number>((sum, each) => sum + 1 + countNames(each), 0);
}
