/** As much of a thread as decides where the next comment goes. */
interface AnyThread<T> {
  readonly id: T;
  readonly isResolved: boolean;
}

/** The thread that a comment goes into: the one that was chosen, else the newest that is open; null: a new one, also when that was chosen. */
export function answeredThread<T>(threads: readonly AnyThread<T>[], chosen: T | 'new' | null): T | null {
  if (chosen === 'new') return null;
  const open = threads.filter((thread) => !thread.isResolved);
  return (open.find((thread) => thread.id === chosen) ?? open.at(-1))?.id ?? null;
}
