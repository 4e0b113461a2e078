import type { Result } from '@bough/base';
import type { Route } from '@bough/contracts';
import { useCallback, useEffect, useState } from 'react';
import { addressOf, call, type Trouble } from '../api/api.ts';

/** What was asked of the server, while one waits for it and after. */
export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly value: T }
  | { readonly kind: 'failed'; readonly trouble: Trouble };

type Loading<T> = readonly [loaded: Loaded<T>, again: () => void, set: (value: T) => void];

/** What the route answers to these params; asked again for others. */
export function useAnswer<P, A>(route: Route<P, undefined, A>, params: P): Loading<A> {
  // oxlint-disable react-hooks/exhaustive-deps -- the address says which params they are
  const ask = useCallback(
    (signal: AbortSignal) => call(route, params, undefined, { signal }),
    [route, addressOf(route, params)],
  );
  // oxlint-enable react-hooks/exhaustive-deps
  return useLoaded(ask);
}

/** Asks when the screen appears and whenever `ask` is another function; `set` takes over what the page itself changed. */
export function useLoaded<T>(ask: (signal: AbortSignal) => Promise<Result<T, Trouble>>): Loading<T> {
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
