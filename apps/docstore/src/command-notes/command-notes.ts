import { inSentences, tryUtf8Decode, utf8Encode } from '@bough/base';
import { type BlobStore, isStoreFull, LogFailure, type LogPorts } from '@bough/bloblog';
import { type CommandNote, commandNote, commandNoteId, MAPS_IN_NOTE, NOTES_IN_ANSWER } from '@bough/contracts';

// What an operator does to documents belongs into the audit log, which docstore and its commands cannot reach: it is the gateway's. So a
// command notes it in storage, one object for each, sealed as everything else and never changed:
//
//   operator/<ms in 15 digits>-<short id>     JSON: when, which command, how it went
//
// One is written before anything is done, `begun`; a second one when the command has ended, and then the first one goes. Of a command that was killed the
// beginning is left. The gateway takes them over and removes them (apps/gateway/src/features/audit/command-notes.ts).

const NOTES = 'operator/';

type Ports = Pick<LogPorts, 'clock' | 'ids'>;
/** What is noted of a command. */
export type Noted = Pick<CommandNote, 'command' | 'maps'>;

/** Writes a note to every one of these stores. */
export async function writeNote(
  stores: readonly BlobStore[],
  { clock, ids }: Ports,
  { command, maps }: Noted,
  outcome: CommandNote['outcome'],
): Promise<Pick<CommandNote, 'id'>> {
  const at = Math.floor(clock.now());
  // The end behind its beginning, however short the command is.
  const id = `${String(outcome === 'begun' ? at : at + 1).padStart(15, '0')}-${ids.short()}`;
  const note: CommandNote = { id, at, command, outcome, maps: maps.slice(0, MAPS_IN_NOTE) };
  for (const store of stores) await store.put(NOTES + id, utf8Encode(JSON.stringify(note)));
  return note;
}

/** The notes of these stores, oldest first, each once; one that cannot be read says so, and is not passed over. */
export async function readNotes(stores: readonly BlobStore[]): Promise<readonly CommandNote[]> {
  const notes = new Map<string, CommandNote>();
  for (const store of stores) {
    const { entries } = await store.list(NOTES, { limit: NOTES_IN_ANSWER });
    for (const { key, modifiedAt } of entries) {
      const id = commandNoteId(key.slice(NOTES.length));
      if (!id.ok || notes.has(id.value)) continue;
      const note = await noteAt(store, key, { id: id.value, at: Math.floor(modifiedAt) });
      if (note !== null) notes.set(id.value, note);
    }
  }
  return [...notes.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, NOTES_IN_ANSWER);
}

/** Removes a note from these stores. */
export async function removeNote(stores: readonly BlobStore[], id: string): Promise<void> {
  for (const store of stores) await store.remove(NOTES + id);
}

async function noteAt(
  store: BlobStore,
  key: string,
  known: Pick<CommandNote, 'id' | 'at'>,
): Promise<CommandNote | null> {
  const unreadable: CommandNote = { ...known, command: 'unreadable', outcome: 'failed', maps: [] };
  try {
    const blob = await store.get(key);
    if (blob === null) return null;
    const read = commandNote(JSON.parse(tryUtf8Decode(blob.bytes) ?? ''));
    return read.ok && read.value.id === known.id ? read.value : unreadable;
  } catch (failure) {
    if (failure instanceof SyntaxError || (failure instanceof LogFailure && failure.kind === 'corrupt'))
      return unreadable;
    throw failure;
  }
}

/** What runs a command that is noted. */
export interface NotedRun {
  readonly ports: Ports;
  /** Where the notes go; the command is not run while the first of them takes none, unless it is full: a command may make room. */
  readonly stores: readonly BlobStore[];
  readonly say: (line: string) => void;
}

/**
 * Runs what changes documents between two notes; `changed` adds a map to what the second one names. A second note that could not be written is told, and
 * the exit code is 1: then the first one stays, which says that the command began.
 */
export async function runNoted(
  { ports, stores, say }: NotedRun,
  { command, maps }: Noted,
  run: (changed: (map: string) => void) => Promise<number>,
): Promise<number> {
  const begun = await writeNote(stores, ports, { command, maps }, 'begun').catch(noneWhereFull);
  const named = new Set(maps);
  const end = async (outcome: 'done' | 'failed'): Promise<boolean> => {
    try {
      await writeNote(stores, ports, { command, maps: [...named] }, outcome);
      if (begun !== null) await removeNote(stores, begun.id);
      return true;
    } catch (failure) {
      const what = begun === null ? 'This is not in the audit log' : 'The audit log says only that this began';
      say(`${what}: ${inSentences(failure)}`);
      return false;
    }
  };
  let code: number;
  try {
    code = await run((map) => named.add(map));
  } catch (failure) {
    await end('failed');
    throw failure;
  }
  const isNoted = await end(code === 0 ? 'done' : 'failed');
  return isNoted ? code : Math.max(1, code);
}

function noneWhereFull(failure: unknown): null {
  if (isStoreFull(failure)) return null;
  throw failure;
}
