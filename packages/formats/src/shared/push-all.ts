/** Puts all of them behind the others. Passing them as arguments ends where the stack does, at some hundred thousand. */
export function pushAll<T>(to: T[], items: readonly T[]): void {
  for (const item of items) to.push(item);
}
