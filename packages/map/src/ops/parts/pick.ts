/** The values that `from` has for the names in `fields`. */
export function pick<F extends object>(from: F, fields: Partial<F>): Partial<F> {
  const found: Partial<F> = {};
  for (const name in fields) found[name] = from[name];
  return found;
}
