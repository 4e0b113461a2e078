import { instant, longId } from '../../ids.ts';
import { line } from '../../line.ts';
import { flag, nullable, object, type ParsedBy } from '../../parser.ts';
import { mapRole, personName } from './map-types.ts';

export const folderName = line(100, 1);
/** A folder as one person sees it: their own, or one that somebody shares with them. */
export const folder = object({
  id: longId,
  name: folderName,
  /** The folder that it is in; null: in none that this person sees. */
  parent: nullable(longId),
  /** What its people may do with the maps that are put there. Who made it owns it. */
  role: mapRole,
  owner: personName,
  isShared: flag,
  createdAt: instant,
});
export type FolderFacts = ParsedBy<typeof folder>;
