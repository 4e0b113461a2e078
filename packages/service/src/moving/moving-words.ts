import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Command } from '../commands/command-program.ts';
import type { MoveStep } from './move.ts';

const TAKES = '[--to FILE] [--from FILE] [--ahead] [--begin] [--yes]';
const DOES =
  'Moves everything to another place: a folder or S3, SQLite or MongoDB. FILE has the settings of the new place (--to) or of the old one (--from) that differ from those set. Says what it would do and how long it takes; --ahead copies what it can while people write; --yes moves; --begin only says there that it is being filled, so that no service starts on a part.';

/** The command of a service whose part in a move is `work`. */
export function migrateCommand(
  work: (words: readonly string[], say: Say) => Promise<number>,
): Command<{ readonly say: Say }> {
  return {
    name: 'migrate-storage',
    takes: TAKES,
    wrongTogether,
    does: DOES,
    run: ({ say }, words) => work(words, say),
  };
}

type Say = (line: string) => void;

/** Each step by the word for it; without one it is only said what would be done. */
const STEPS = [
  ['--ahead', 'ahead'],
  ['--begin', 'begin'],
  ['--yes', 'all'],
] as const;

function wrongTogether(words: readonly string[]): string | null {
  if (words.includes('--from') === words.includes('--to'))
    return 'Name the file of settings of the new place, --to FILE, or of the old one, --from FILE.';
  if (STEPS.filter(([word]) => words.includes(word)).length > 1)
    return '--ahead copies while people write, --begin and --yes come when Bough is stopped: name one of them.';
  return null;
}

/** Settings over those of the process. */
export type Over = Readonly<Record<string, string>>;

/** What the command was given. */
export interface MovingWords {
  readonly step: MoveStep;
  /** The settings of the old place and of the new one, over those that are set: one of them is empty. */
  readonly from: Over;
  readonly to: Over;
}

/** Reads the words, which the command takes, and the file that they name; throws where it cannot be read. */
export function readMovingWords(words: readonly string[]): MovingWords {
  const valueOf = (name: string): string | undefined =>
    words.includes(name) ? words[words.indexOf(name) + 1] : undefined;
  const [from, to] = [valueOf('--from'), valueOf('--to')];
  const step = STEPS.find(([word]) => words.includes(word))?.[1] ?? 'plan';
  return { step, from: from === undefined ? {} : readOver(from), to: to === undefined ? {} : readOver(to) };
}

/** Whether Bough has to be stopped for it. */
export function isInPause(step: MoveStep): boolean {
  return step === 'begin' || step === 'all';
}

/** What is said where all is to be moved from a place that a Bough has open. */
export function stillRunning(path: string): Error {
  return new Error(`${path} is in use: Bough is running. Stop it, and run this again. Nothing was done.`);
}

function readOver(path: string): Over {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`The file of settings ${path} cannot be read.`, { cause });
  }
  const read = Object.entries(parseEnv(text)).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const strange = read.find(([name]) => !name.startsWith('BOUGH_'));
  if (strange !== undefined) throw new Error(`${path} sets ${strange[0]}, which is no setting of Bough.`);
  if (read.length === 0) throw new Error(`${path} sets nothing: it has lines like BOUGH_BLOBS=s3.`);
  return Object.fromEntries(read);
}
