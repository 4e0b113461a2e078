import type { Result } from '@bough/base';
import type { Trouble } from '../api/api.ts';

/** How to wait: until somebody stops it, and who is told. */
export interface Patience {
  readonly signal: AbortSignal;
  /** Rejects with the signal's reason when that comes first. */
  readonly wait: (ms: number) => Promise<void>;
  /** Told for how many seconds is waited now, because the server takes no more; null: it goes on. */
  readonly onWait: (seconds: number | null) => void;
}

const BACKOFF_S = [1, 2, 4, 8, 16, 30];
const USUAL_S = 10;

/**
 * Asks until there is an answer: a limit is waited for as long as the server says, a server that is away or busy for a minute. What is not
 * `repeatable` is not sent again when nobody knows whether it arrived. Throws the signal's reason once somebody stops it.
 */
export async function patiently<T>(
  ask: () => Promise<Result<T, Trouble>>,
  { signal, wait, onWait }: Patience,
  { isRepeatable }: { readonly isRepeatable: boolean },
): Promise<Result<T, Trouble>> {
  for (let failures = 0; ;) {
    signal.throwIfAborted();
    const answer = await ask();
    if (answer.ok) return answer;
    const limitS = limitOf(answer.error);
    const backoffS = isPassing(answer.error, isRepeatable) ? BACKOFF_S[failures] : undefined;
    const seconds = limitS ?? backoffS;
    if (seconds === undefined) return answer;
    if (limitS === null) failures++;
    else onWait(seconds);
    await wait(seconds * 1_000);
    if (limitS !== null) onWait(null);
  }
}

/** For how long a limit holds; null for any other trouble. */
function limitOf(trouble: Trouble): number | null {
  if (trouble.kind !== 'refused' || !trouble.problem.code.endsWith('/too-many')) return null;
  return trouble.retryAfterS ?? USUAL_S;
}

/** Whether the same may work in a moment. */
function isPassing(trouble: Trouble, isRepeatable: boolean): boolean {
  if (trouble.kind === 'unreachable') return isRepeatable;
  if (trouble.kind !== 'refused' || trouble.problem.kind !== 'unavailable') return false;
  return !trouble.problem.code.endsWith('/full') && (isRepeatable || trouble.problem.code.endsWith('/busy'));
}

/** Waits with the browser's own timer. */
export function waitingWith(signal: AbortSignal): Patience['wait'] {
  return async (ms) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = (): void => reject(signal.reason);
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
}
