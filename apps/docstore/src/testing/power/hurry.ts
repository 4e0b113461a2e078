// Loaded before a recorded docstore: what waits a minute or longer waits a moment, so that a journal is settled while somebody watches.
// Time itself goes as ever, for tokens and deadlines.

const LONG_MS = 60_000;
const MOMENT_MS = 250;
const later = globalThis.setTimeout;

Object.assign(globalThis, {
  setTimeout: (run: () => void, delayMs: number, ...args: readonly unknown[]) =>
    Reflect.apply(later, globalThis, [run, delayMs >= LONG_MS ? MOMENT_MS : delayMs, ...args]),
});
