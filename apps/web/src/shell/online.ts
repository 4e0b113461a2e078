import { useSyncExternalStore } from 'react';

/** Whether the browser takes itself to be on a network. It may learn of that after the first request has failed. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(follow, () => navigator.onLine);
}

function follow(tell: () => void): () => void {
  for (const kind of ['online', 'offline']) addEventListener(kind, tell);
  return () => {
    for (const kind of ['online', 'offline']) removeEventListener(kind, tell);
  };
}
