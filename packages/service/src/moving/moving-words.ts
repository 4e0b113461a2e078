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
  return { name: 'migrate-storage', takes: TAKES, does: DOES, run: ({ say }, words) => work(words, say) };
}

type Say = (line: string) => void;

/** Settings over those of the process. */
export type Over = Readonly<Record<string, string>>;

/** What the command was given. */
export interface MovingWords {
  readonly step: MoveStep;
  /** The settings of the old place and of the new one, over those that are set: one of them is empty. */
  readonly from: Over;
  readonly to: Over;
}

/** Reads the words, which are of that usage, and the file that they name; throws where they do not go together or the file cannot be read. */
export function readMovingWords(words: readonly string[]): MovingWords {
  const valueOf = (name: string): string | undefined =>
    words.includes(name) ? words[words.indexOf(name) + 1] : undefined;
  const [from, to] = [valueOf('--from'), valueOf('--to')];
  if ((from === undefined) === (to === undefined))
    throw new Error('Name the file of settings of the new place, --to FILE, or of the old one, --from FILE.');
  const [isAhead, isBeginning, isMeant] = [
    words.includes('--ahead'),
    words.includes('--begin'),
    words.includes('--yes'),
  ];
  if (Number(isAhead) + Number(isBeginning) + Number(isMeant) > 1)
    throw new Error(
      '--ahead copies while people write, --begin and --yes come when Bough is stopped: name one of them.',
    );
  const step = isMeant ? 'all' : isAhead ? 'ahead' : isBeginning ? 'begin' : 'plan';
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
