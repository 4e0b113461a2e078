import { instant, longId } from './ids.ts';
import { list, object, oneOf, type Parser, text, textOf } from './parser.ts';

/** That an operator ran a command which changes documents: kept by docstore until the audit log has it. */
export interface CommandNote {
  /** Ids sort by their time. */
  readonly id: string;
  readonly at: number;
  /** The command with its options, without ids: `settle --keep first`. */
  readonly command: string;
  /** `begun`: it has not ended yet, or was killed. */
  readonly outcome: 'begun' | 'done' | 'failed';
  /** The maps that it was given or that it changed: the first of them, by id. Empty: all, or none. */
  readonly maps: readonly string[];
}

/** So many maps are named in one note. */
export const MAPS_IN_NOTE = 100;
/** So many notes come in one answer, oldest first. */
export const NOTES_IN_ANSWER = 100;

/** Names a note: when it was written, in 15 digits, and a short id. */
export const commandNoteId: Parser<string> = textOf(/^[0-9]{15}-[A-Za-z0-9_-]{12}$/, { min: 28, max: 28 });

/** As it crosses the wire, and as it is kept. */
export const commandNote: Parser<CommandNote> = object({
  id: commandNoteId,
  at: instant,
  command: text({ min: 1, max: 100 }),
  outcome: oneOf('begun', 'done', 'failed'),
  maps: list(longId, MAPS_IN_NOTE),
});
