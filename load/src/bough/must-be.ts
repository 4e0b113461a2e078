/** What is there; throws where it is not. */
export function mustBe<T>(value: T | null): T {
  if (value === null) throw new Error('an id is none');
  return value;
}
