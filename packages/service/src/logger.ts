import { type Logger as Pino, pino } from 'pino';
import { createLogDestination, type LogDestination, openLogSink } from './log-destination.ts';
import { platformClock } from './platform.ts';
import { redactFacts, redactLine } from './redaction.ts';

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

/** A log for this service; without a destination, into standard output. */
export function createLogger(
  settings: { readonly service: string; readonly level: LogLevel },
  destination: LogDestination = createLogDestination(platformClock, openLogSink(1)),
): Logger {
  const root = pino(
    {
      level: settings.level,
      base: { service: settings.service },
      timestamp: () => `,"time":"${isoTime(platformClock.now())}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => destination.write(redactLine(line)) },
  );
  return { ...logOf(root), dropped: () => destination.dropped(), flush: (withinMs) => destination.flush(withinMs) };
}

let secondMs = 0;
let second = '';

/** The time in the form of ISO 8601; of one second after another, only the milliseconds are made anew. */
function isoTime(nowMs: number): string {
  const ms = nowMs % 1_000;
  if (nowMs - ms !== secondMs || second === '') {
    secondMs = nowMs - ms;
    second = new Date(secondMs).toISOString().slice(0, 20);
  }
  return `${second}${String(ms).padStart(3, '0')}Z`;
}

function logOf(inner: Pino): Log {
  return {
    debug: (message, facts) => inner.debug(redactFacts(facts ?? {}), message),
    info: (message, facts) => inner.info(redactFacts(facts ?? {}), message),
    warn: (message, facts) => inner.warn(redactFacts(facts ?? {}), message),
    error: (message, facts) => inner.error(redactFacts(facts ?? {}), message),
    with: (facts) => logOf(inner.child(redactFacts(facts))),
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
