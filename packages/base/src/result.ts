/** The answer of anything that may ordinarily say no: a value, or the reason why not. Never thrown, always returned. */
export type Result<T, E> = Ok<T> | Err<E>;
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}
export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

/** A yes, with what was asked for. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** A no, with its reason. */
export function err<E>(error: E): Err<E> {
  return { ok: false, error };
}

/** The value of a yes; a no is a bug of the caller and throws. For tests, and for input already proven good. */
export function must<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(`a result that had to be good was not: ${describe(result.error)}`, { cause: result.error });
}

function describe(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
}
