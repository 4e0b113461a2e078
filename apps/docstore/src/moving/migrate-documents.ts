import { freeBytesOf } from '@bough/disk';
import { isFolderInUse } from '@bough/blobs';
import {
  commandSettings,
  isInPause,
  moveStorage,
  type Over,
  platformClock,
  platformIds,
  platformPorts,
  readMovingWords,
  stillRunning,
} from '@bough/service';
import { writeNote } from '../command-notes/command-notes.ts';
import { firstLocation, type LocationSettings, MADE_KEYS, openToMove, placeOf } from '../locations/locations.ts';
import { moveMarkIn } from '../locations/move-key.ts';
import { docstoreSettings } from '../settings.ts';
import { movingDocuments, type NamedLocation } from './moving-documents.ts';

// Docstore's part of `npm run bough -- migrate-storage`: the first location. The second one goes on with the new first as it is.

/** Moves documents between the first locations that the words name; answers the exit code. */
export async function migrateDocuments(words: readonly string[], say: (line: string) => void): Promise<number> {
  const given = readMovingWords(words);
  const locationOf = (over: Over): LocationSettings =>
    firstLocation(commandSettings('docstore', docstoreSettings, MADE_KEYS, over));
  const [before, after] = [locationOf(given.from), locationOf(given.to)];
  if (placeOf(before) === placeOf(after)) {
    say(`Documents: they stay in ${placeOf(before)}.`);
    return 0;
  }
  if (isInPause(given.step) && before.kind === 'folder' && isFolderInUse(before.folder))
    throw stillRunning(before.folder);
  const from = await openToMove(platformPorts, before);
  try {
    // Without its note: documents are kept there once docstore has begun there.
    const { kind, folder, s3, keys } = after;
    const to = await openToMove(platformPorts, { kind, folder, s3, keys });
    try {
      const named: NamedLocation = { name: placeOf(after), location: to };
      const room = after.kind === 'folder' ? { freeBytes: () => freeBytesOf(after.folder) } : {};
      const moving = movingDocuments(platformClock, { name: placeOf(before), location: from }, { ...named, ...room });
      const wasMoved = (await moveMarkIn(to.raw))?.state === 'whole';
      const isDone = await moveStorage({ clock: platformClock, ids: platformIds, say }, moving, given.step);
      if (isDone && given.step === 'all' && !wasMoved)
        await writeNote([to.store], platformPorts, { command: 'migrate-storage --yes', maps: [] }, 'done');
      return isDone ? 0 : 1;
    } finally {
      to.close();
    }
  } finally {
    from.close();
  }
}
