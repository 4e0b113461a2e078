import { useEffect, useState } from 'react';
import type { PastLink } from './past-link.ts';
import type { usePastLink } from './use-past-link.ts';

/** What the past answers once it is read, and `before` until then: nobody reads it for that. `ask` stays the same function. */
export function useAsked<A, B>(
  { link, state }: Pick<ReturnType<typeof usePastLink>, 'link' | 'state'>,
  ask: (past: PastLink) => Promise<A>,
  before: B,
): A | B {
  const [answer, setAnswer] = useState<A | B>(before);
  useEffect(() => {
    if (state !== 'there' || link.current === null) return;
    let isOver = false;
    void ask(link.current).then((found) => {
      if (!isOver) setAnswer(() => found);
    });
    return () => {
      isOver = true;
    };
  }, [link, state, ask]);
  return answer;
}
