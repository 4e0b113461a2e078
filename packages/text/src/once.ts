/** What is made when it is first asked for: most maps need few of the tables, and making all of them would keep a slow device waiting. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}
