import { acceptLoss, lossOf } from '@bough/blobs';
import { type Clock, Failure, type Ids, type Random } from '@bough/base';
import { logNames } from '@bough/bloblog';
import { writeNote } from '../command-notes/command-notes.ts';
import { LOCATION_KEY } from '../locations/location-identity.ts';
import { forgetPlace, mustNotBeEmptied } from '../locations/kept-place.ts';
import { type LocationSettings, openLocation, type Which } from '../locations/locations.ts';

type Ports = { readonly clock: Clock; readonly random: Random; readonly ids: Ids };

/** What was lost of the locations, and how it is accepted. */
export interface Losses {
  /** What was lost of a location's folder; null: nothing. */
  look(which: Which): Promise<Failure | null>;
  /** Goes on with what is there; answers how many documents that are. Each begins a new lineage when it is opened next. */
  accept(which: Which): Promise<number>;
}

/** The losses of these locations. */
export function lossesOf(ports: Ports, locations: Readonly<Record<Which, LocationSettings | null>>): Losses {
  const folderOf = (which: Which): LocationSettings => {
    const settings = locations[which];
    if (settings === null) throw new Error('There is no second location: set BOUGH_SECOND.');
    if (settings.kind !== 'folder') throw new Error(`The ${which} location is no folder: it has no hidden parts.`);
    return settings;
  };
  return {
    look: async (which) => {
      const settings = folderOf(which);
      try {
        if (settings.note !== undefined) await mustNotBeEmptied(settings.note, settings.folder);
      } catch (failure) {
        if (failure instanceof Failure) return failure;
        throw failure;
      }
      return await lossOf(ports, settings.folder);
    },
    accept: async (which) => {
      const settings = folderOf(which);
      if (settings.note !== undefined) await forgetPlace(settings.note);
      await acceptLoss(ports, settings);
      const location = await openLocation(ports, which, settings);
      try {
        // What it was may have had more: so it is another location from now on, and each document goes on under a new lineage.
        await location.raw.remove(LOCATION_KEY);
        await writeNote([location.store], ports, { command: `accept-loss ${which} --yes`, maps: [] }, 'done');
        let documents = 0;
        for await (const _ of logNames(location.store)) documents++;
        return documents;
      } finally {
        location.close();
      }
    },
  };
}
