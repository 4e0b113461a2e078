import { instant, longId } from '../ids.ts';
import { list, object, oneOf, type ParsedBy, text, textOf } from '../parser.ts';

/** So many maps are named in one note. */
export const MAPS_IN_NOTE = 100;
/** So many notes come in one answer, oldest first. */
export const NOTES_IN_ANSWER = 100;

/** Names a note: when it was written, in 15 digits, and a short id. */
export const commandNoteId = textOf(/^[0-9]{15}-[A-Za-z0-9_-]{12}$/, { min: 28, max: 28 });

/** That an operator ran a command which changes documents: kept by docstore until the audit log has it. */
export const commandNote = object({
  /** Ids sort by their time. */
  id: commandNoteId,
  at: instant,
  /** The command with its options, without ids: `settle --keep first`. */
  command: text({ min: 1, max: 100 }),
  /** `begun`: it has not ended yet, or was killed. */
  outcome: oneOf('begun', 'done', 'failed'),
  /** The maps that it was given or that it changed: the first of them, by id. Empty: all, or none. */
  maps: list(longId, MAPS_IN_NOTE),
});
export type CommandNote = ParsedBy<typeof commandNote>;
