import { type BellEntry, bellRoutes } from '@bough/contracts';
import { call } from '../api/api.ts';
import { callUnsafe } from '../api/session.ts';

// What the bell shows, asked for again and again while somebody looks at the page, and at once when they come back to it. The server keeps what was
// read, so that every device shows the same.

const EVERY_MS = 10_000;

/** What the bell shows. */
export interface BellState {
  /** Newest first; null: nobody has said it yet. */
  readonly entries: readonly BellEntry[] | null;
  /** Whether it was asked for last without an answer. */
  readonly isAway: boolean;
}

const NOTHING: BellState = { entries: null, isAway: false };
let state = NOTHING;
let timer: ReturnType<typeof setTimeout> | undefined;
let round = 0;
const listeners = new Set<() => void>();
const onlookers = new Set<() => void>();

/** What the bell shows now. */
export function bellState(): BellState {
  return state;
}

/** Calls whenever the bell shows something else; asks as long as anybody listens. */
export function watchBell(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) begin();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) end();
  };
}

/** Calls as well, and asks nothing: what is shown beside a bell that somebody else watches. */
export function overhearBell(onlooker: () => void): () => void {
  onlookers.add(onlooker);
  return () => {
    onlookers.delete(onlooker);
  };
}

/** Marks these as read here at once, and on the server; what it does not take comes back with its next answer. */
export async function markRead(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const read = new Set(ids);
  // An answer that is on its way knows nothing of it yet.
  round++;
  const entries = state.entries?.map((entry) => (read.has(entry.id) ? { ...entry, isRead: true } : entry)) ?? null;
  show({ ...state, entries });
  await callUnsafe(bellRoutes.readBell, {}, { entries: ids });
  await askNow();
}

function begin(): void {
  document.addEventListener('visibilitychange', lookAtBell);
  addEventListener('focus', lookAtBell);
  lookAtBell();
}

function end(): void {
  document.removeEventListener('visibilitychange', lookAtBell);
  removeEventListener('focus', lookAtBell);
  clearTimeout(timer);
  // Another person may be here when somebody listens again.
  round++;
  show(NOTHING);
}

/** Asks now, if somebody looks at the page and at the bell, and again after a while. */
export function lookAtBell(): void {
  clearTimeout(timer);
  if (document.visibilityState === 'hidden' || listeners.size === 0) return;
  void askNow();
  timer = setTimeout(lookAtBell, EVERY_MS);
}

async function askNow(): Promise<void> {
  const mine = ++round;
  const answer = await call(bellRoutes.bell, {}, undefined);
  if (mine !== round) return;
  show(answer.ok ? { entries: answer.value.entries, isAway: false } : { ...state, isAway: true });
}

function show(next: BellState): void {
  if (JSON.stringify(next) === JSON.stringify(state)) return;
  state = next;
  for (const listener of [...listeners, ...onlookers]) listener();
}
