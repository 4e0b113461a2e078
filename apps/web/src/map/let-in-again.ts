import type { MapId } from '@bough/base';
import { everydayRoutes } from '@bough/contracts';
import { useEffect } from 'react';
import { call } from '../api/api.ts';

const EVERY_MS = 15_000;

/** What a server says of a map to somebody who is here: they may open it, they may not, or nobody answers. */
type Answer = 'open' | 'closed' | 'none';

/**
 * Opens the map anew as soon as the person has access again: what waits in this browser is sent then. Asked for while somebody looks at the
 * page.
 */
export function useLetInAgain(map: MapId): void {
  useEffect(() => {
    const ask = async (): Promise<Answer> => {
      const answer = await call(everydayRoutes.mapFacts, { map }, undefined);
      if (answer.ok) return 'open';
      const { error } = answer;
      return error.kind === 'refused' && error.problem.kind === 'absent' ? 'closed' : 'none';
    };
    return whenLetInAgain(ask, () => location.reload());
  }, [map]);
}

/**
 * Asks now, from time to time, when somebody comes back to the page and when the network does; calls back once the map is open that was closed.
 * One that was open all along is closed here for another reason, and would be again. The answer ends it.
 */
export function whenLetInAgain(ask: () => Promise<Answer>, again: () => void): () => void {
  let wasClosed = false;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', look);
  };
  const look = () => {
    if (document.visibilityState === 'hidden') return;
    void ask().then((answer) => {
      if (isOver) return;
      if (answer === 'closed') wasClosed = true;
      if (answer !== 'open' || !wasClosed) return;
      end();
      again();
    });
  };
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
  look();
  return end;
}
