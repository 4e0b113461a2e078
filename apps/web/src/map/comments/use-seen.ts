import { useEffect } from 'react';
import type { Seen } from './thread-list.ts';

/** So long something stands on the screen before it counts as read. */
const SEEN_MS = 1_000;

/** Says that these threads were seen, once they have been in sight for a moment of a page that is looked at. */
export function useSeen(threads: readonly Seen[], markRead: (seen: readonly Seen[]) => void): void {
  useEffect(() => {
    if (threads.length === 0) return undefined;
    const seen = setTimeout(() => document.visibilityState === 'visible' && markRead(threads), SEEN_MS);
    return () => clearTimeout(seen);
  }, [threads, markRead]);
}
