/** Throws when something that the code relies on does not hold: a bug of ours, never a refusal of somebody's input. */
export function assert(condition: unknown, whatShouldHold: string): asserts condition {
  if (!condition) throw new Error(`a bug in Bough: ${whatShouldHold}`);
}

/** Ends every switch over a union: the compiler refuses a forgotten case, and a value from outside the types throws. */
export function unreachable(value: never): never {
  throw new Error(`a bug in Bough: no case for ${JSON.stringify(value) ?? String(value)}`);
}
