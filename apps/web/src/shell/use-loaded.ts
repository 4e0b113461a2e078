import type { Result } from '@bough/base';
import { useCallback, useEffect, useState } from 'react';
import type { Trouble } from '../api/api.ts';

/** What was asked of the server, while one waits for it and after. */
export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly value: T }
  | { readonly kind: 'failed'; readonly trouble: Trouble };

/** Asks when the screen appears and whenever `ask` is another function; `set` takes over what the page itself changed. */
export function useLoaded<T>(
  ask: (signal: AbortSignal) => Promise<Result<T, Trouble>>,
): readonly [loaded: Loaded<T>, again: () => void, set: (value: T) => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    void ask(leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      setLoaded(answer.ok ? { kind: 'there', value: answer.value } : { kind: 'failed', trouble: answer.error });
    });
    return () => leaving.abort();
  }, [ask, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  const set = useCallback((value: T) => setLoaded({ kind: 'there', value }), []);
  return [loaded, again, set];
}
