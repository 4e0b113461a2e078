import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inSentences } from '@bough/base';
import type { ServiceName } from '@bough/contracts';
import { wrongWords } from './command-words.ts';
import { mustKnowDataFolder } from '../files/data-format.ts';
import { makePrivate } from '../files/private-folder.ts';
import { processSource } from '../settings/process-source.ts';
import {
  readSettings,
  type Settings,
  type SettingsSource,
  type SettingsTable,
  writtenSettings,
} from '../settings/settings.ts';

// npm run bough -- NAME [arguments]: what an operator does beside a service, in a process of its own with that service's settings.

/** One command: answers the exit code. */
export interface Command<Parts> {
  readonly name: string;
  /** What is to be written after the name: other words are refused (see command-words.ts). */
  readonly takes: string;
  /** Why words that it takes do not go together, in one sentence; null: they do. Absent: all do. */
  readonly wrongTogether?: (words: readonly string[]) => string | null;
  readonly does: string;
  readonly run: (parts: Parts, words: readonly string[]) => Promise<number>;
}

/** A secret that `npm start` makes when none is set, and the file of the data folder where it keeps it. */
export interface MadeSecret {
  readonly setting: string;
  readonly file: string;
}

const NOT_UNDERSTOOD = 2;

/**
 * A service's settings as its commands need them: without the keys to other services, and with the secrets that `npm start` made where none are
 * set. `over` are settings that count instead of those of the process.
 */
export function commandSettings<T extends SettingsTable>(
  service: ServiceName,
  table: T,
  made: readonly MadeSecret[] = [],
  over: Readonly<Record<string, string>> = {},
): Settings<T> {
  const settings = readSettings(table, commandSource(service, { table, made, over }));
  if (!settings.ok) throw new Error(settings.error);
  const { BOUGH_DATA } = settings.value as Readonly<Record<string, unknown>>;
  if (typeof BOUGH_DATA === 'string') mustKnowDataFolder(BOUGH_DATA);
  return settings.value;
}

/** The settings that are written down for a service, as its commands find them, without the keys to other services. */
export function commandWritten(
  service: ServiceName,
  table: SettingsTable,
  made: readonly MadeSecret[] = [],
): ReadonlyMap<string, string> {
  const written = writtenSettings(table, commandSource(service, { table, made, over: {} }));
  if (!written.ok) throw new Error(written.error);
  return new Map([...written.value].filter(([name]) => name !== 'BOUGH_TOKEN_KEYS'));
}

function commandSource(
  service: ServiceName,
  {
    table,
    made,
    over,
  }: {
    readonly table: SettingsTable;
    readonly made: readonly MadeSecret[];
    readonly over: Readonly<Record<string, string>>;
  },
): SettingsSource {
  const given = environmentUnder(over);
  const { BOUGH_DATA = './data', BOUGH_CONFIG } = given;
  const BOUGH_TOKEN_KEYS = `${service}:none:${'A'.repeat(43)}`;
  // A file of settings that cannot be read is refused where it is read with all else.
  const inFile = writtenSettings(table, processSource({ BOUGH_CONFIG }));
  const secret: Record<string, string> = {};
  for (const { setting, file } of made) {
    const path = join(BOUGH_DATA, 'secrets', file);
    const isGiven =
      [setting, `${setting}_FILE`].some((each) => given[each] !== undefined) ||
      (inFile.ok && inFile.value.has(setting));
    if (!isGiven && existsSync(path)) secret[`${setting}_FILE`] = path;
  }
  return processSource({ BOUGH_TOKEN_KEYS, ...given, ...secret });
}

/** What is set for this process, with these settings in the place of theirs, whether they are given as they are or by a file. */
function environmentUnder(over: Readonly<Record<string, string>>): SettingsSource['environment'] {
  const names = new Set(Object.keys(over).map((name) => name.replace(/_FILE$/, '')));
  const kept = Object.entries(process.env).filter(([name]) => !names.has(name.replace(/_FILE$/, '')));
  return { ...Object.fromEntries(kept), ...over };
}

/**
 * Runs the command that the first word names, with parts opened for it alone; shows how it is written when asked, and all of them when it names
 * none. Words that it does not take, or that do not go together, are refused with one sentence and exit code 2, before anything is opened.
 */
export async function runCommand<Parts>(
  commands: readonly Command<Parts>[],
  [name, ...words]: readonly string[],
  say: (line: string) => void,
  open: () => Promise<Parts & { close(): unknown }>,
): Promise<number> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    sayAll(
      commands.map((each) => ({ usage: `${each.name} ${each.takes}`, does: each.does })),
      say,
    );
    return name === undefined ? 0 : NOT_UNDERSTOOD;
  }
  if (words.some((word) => word === '--help' || word === '-h')) {
    say(`npm run bough -- ${command.name} ${command.takes}`.trimEnd());
    say(command.does);
    return 0;
  }
  const wrong = wrongWords(command.takes, words) ?? command.wrongTogether?.(words) ?? null;
  if (wrong !== null) {
    say(wrong);
    say(`npm run bough -- ${command.name} ${command.takes}`.trimEnd());
    return NOT_UNDERSTOOD;
  }
  const parts = await open();
  try {
    return await command.run(parts, words);
  } finally {
    await parts.close();
  }
}

/** The whole of such a process: its words in, lines out, its exit code; a failure is one sentence on standard error and 1. */
export async function commandProgram(
  work: (words: readonly string[], say: (line: string) => void) => Promise<number>,
): Promise<void> {
  makePrivate();
  // Whoever reads only the beginning (`| head`) has seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  // The platform's timers let a process end; while a store is waited for, this one must not.
  const staying = setInterval(() => undefined, 60_000);
  try {
    process.exitCode = await work(process.argv.slice(2), (line) => void process.stdout.write(`${line}\n`));
  } catch (failure) {
    process.stderr.write(`${inSentences(failure)}\n`);
    process.exitCode = 1;
  } finally {
    clearInterval(staying);
  }
}

/** Writes a line to standard output for another process to read, and waits while that one is behind. */
export async function writeLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

/** The lines that another process writes to this one. */
export async function* pipedLines(): AsyncGenerator<string> {
  yield* createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
}

/** Says how each command is written and what it does, in two columns. */
export function sayAll(
  commands: readonly { readonly usage: string; readonly does: string }[],
  say: (line: string) => void,
): void {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  for (const { usage, does } of commands) say(`  ${usage.padEnd(width)}  ${does}`);
}
