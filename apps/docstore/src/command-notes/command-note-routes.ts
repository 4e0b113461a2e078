import type { BlobStore } from '@bough/bloblog';
import { docstoreRoutes } from '@bough/contracts';
import { handle, type MountedRoute } from '@bough/service';
import { readNotes, removeNote } from './command-notes.ts';

/** Tells the gateway what operators did by commands, and forgets what it has taken over; `stores` are the locations that can be reached now. */
export function commandNoteRoutes(stores: () => readonly BlobStore[]): readonly MountedRoute[] {
  return [
    handle(docstoreRoutes.readCommandNotes, async () => ({ notes: await readNotes(stores()) })),
    handle(docstoreRoutes.removeCommandNote, async ({ params }) => {
      await removeNote(stores(), params.note);
      return undefined;
    }),
  ];
}
