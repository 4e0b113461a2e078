import { createLogDestination, type LogDestination, openLogSink } from './log-destination.ts';
import { membersOf, messageOf } from './log-line.ts';
import { platformClock } from '../process/platform.ts';

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
  const log = new Lines(destination, LEVELS.indexOf(settings.level), { service: settings.service }, null);
  return Object.assign(log, {
    dropped: () => destination.dropped(),
    flush: (withinMs: number) => destination.flush(withinMs),
  });
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

class Lines implements Log {
  readonly #destination: LogDestination;
  readonly #least: number;
  readonly #facts: LogFacts;
  readonly #parent: Lines | null;
  /** Made with the first line: most requests are not logged. */
  #members: string | null = null;

  constructor(destination: LogDestination, least: number, facts: LogFacts, parent: Lines | null) {
    this.#destination = destination;
    this.#least = least;
    this.#facts = facts;
    this.#parent = parent;
  }

  debug(message: string, facts?: LogFacts): void {
    if (this.#least <= 0) this.#write('{"level":"debug","time":"', message, facts);
  }
  info(message: string, facts?: LogFacts): void {
    if (this.#least <= 1) this.#write('{"level":"info","time":"', message, facts);
  }
  warn(message: string, facts?: LogFacts): void {
    if (this.#least <= 2) this.#write('{"level":"warn","time":"', message, facts);
  }
  error(message: string, facts?: LogFacts): void {
    if (this.#least <= 3) this.#write('{"level":"error","time":"', message, facts);
  }
  with(facts: LogFacts): Log {
    return new Lines(this.#destination, this.#least, facts, this);
  }

  /** A line that would be dropped is not even made. */
  #write(begin: string, message: string, facts: LogFacts | undefined): void {
    if (!this.#destination.hasRoom()) return;
    const members = this.#ownMembers() + (facts === undefined ? '' : membersOf(facts));
    this.#destination.write(`${begin}${isoTime(platformClock.now())}"${members}${messageOf(message)}}\n`);
  }

  #ownMembers(): string {
    this.#members ??= (this.#parent === null ? '' : this.#parent.#ownMembers()) + membersOf(this.#facts);
    return this.#members;
  }
}

const SECOND_MS = 1_000;
const FRACTIONS = Array.from({ length: SECOND_MS }, (_each, ms) => `${String(ms).padStart(3, '0')}Z`);
let secondFromMs = Number.NaN;
/** Up to the dot before the fraction. */
let second = '';

/** The time in the form of ISO 8601; of one second everything but the fraction is made once. */
function isoTime(nowMs: number): string {
  const fraction = FRACTIONS[nowMs - secondFromMs];
  if (fraction !== undefined) return second + fraction;
  const text = new Date(nowMs).toISOString();
  second = text.slice(0, -'000Z'.length);
  secondFromMs = Math.floor(nowMs / SECOND_MS) * SECOND_MS;
  return text;
}

/** A log that keeps nothing. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  with: () => silentLog,
};
