import { err, type MapId, must, ok, type Result } from '@bough/base';
import { changeRoutes, everydayRoutes } from '@bough/contracts';
import type { Editor } from '@bough/editor';
import type { DraftChanges } from '@bough/formats';
import type { Trouble } from '../api/api.ts';
import { imageUpload } from '../images/drawn-image.ts';
import { callUnsafe, ensurePerson } from '../api/session.ts';
import { sayTrouble } from '../shell/messages/trouble-note.tsx';
import { words } from '../words/index.ts';
import { importFileWords } from '../words/screens/import-file-words.ts';
import type { FileReading } from './file-reader.ts';
import { type Patience, patiently } from './patience.ts';
import type { ImageTrouble, ReadyFile } from './ready-images.ts';

/** What a file becomes: a map in a folder, or branches of the item that is selected in an open one. */
export type ImportPlace =
  | { readonly kind: 'map'; readonly folder: string | null }
  | { readonly kind: 'branch'; readonly map: MapId; readonly editor: Pick<Editor, 'graft'> };

/** How far it is: images that are kept, of how many. */
export interface ImportProgress {
  readonly images: number;
  readonly of: number;
}
export interface Imported {
  readonly ready: ReadyFile;
  readonly place: ImportPlace;
  readonly patience: Patience;
  readonly onProgress: (progress: ImportProgress) => void;
}
/** What became of it; `troubles` are the images that it has not. */
export interface MadeMap {
  readonly map: MapId;
  readonly title: string;
  readonly troubles: readonly ImageTrouble[];
}

/**
 * Makes a map of what was read, with its images, or lets it grow where it was dropped. A text says why nothing was made. Throws the
 * signal's reason once somebody stops it. A map that is not whole is removed.
 */
export async function makeImported(reading: FileReading, imported: Imported): Promise<Result<MadeMap, string>> {
  const { place, ready } = imported;
  const title = titleOf(imported);
  if (place.kind === 'branch') {
    imported.patience.signal.throwIfAborted();
    const kept = await keepImages(place.map, imported);
    if (!kept.ok) return err(sayTrouble(kept.error));
    const { changes } = await reading.make({ ...kept.value.sources, ...ready.known });
    if (!place.editor.graft(changes)) return err(importFileWords().noRoom);
    return ok({ map: place.map, title, troubles: kept.value.troubles });
  }
  const person = await ensurePerson();
  if (!person.ok) return err(sayTrouble(person.error));
  const ask = () => callUnsafe(everydayRoutes.createMap, {}, { title, folder: place.folder, isImport: true });
  const made = await patiently(ask, imported.patience, { isRepeatable: false });
  if (!made.ok) return err(sayTrouble(made.error));
  const map = made.value.id;
  try {
    const filled = await fill(reading, imported, map);
    if (filled.ok) return ok({ map, title, troubles: filled.value });
    await discard(map);
    return err(sayTrouble(filled.error));
  } catch (cause) {
    await discard(map);
    throw cause;
  }
}

function titleOf({ ready }: Imported): string {
  return ready.file.title || words.untitled;
}

/** Images first: the items name them. */
async function fill(
  reading: FileReading,
  imported: Imported,
  map: MapId,
): Promise<Result<readonly ImageTrouble[], Trouble>> {
  const kept = await keepImages(map, imported);
  if (!kept.ok) return kept;
  const { changes } = await reading.make(kept.value.sources);
  for (const ops of titled(changes, titleOf(imported))) {
    const body = must(changeRoutes.changeMap.body({ ops }));
    const ask = () => callUnsafe(changeRoutes.changeMap, { map }, body);
    const changed = await patiently(ask, imported.patience, { isRepeatable: false });
    if (!changed.ok) return changed;
  }
  return ok(kept.value.troubles);
}

/** The map says the title that its list does. */
function titled(changes: DraftChanges['changes'], title: string): DraftChanges['changes'] {
  return changes.map((ops) =>
    ops.map((op) => (op.kind === 'settings' ? { ...op, fields: { ...op.fields, title } } : op)),
  );
}

interface KeptImages {
  readonly sources: Readonly<Record<string, string>>;
  readonly troubles: readonly ImageTrouble[];
}

/** Where each image is now. One that the server refuses is told by name; a server that is away ends the import. */
async function keepImages(map: MapId, { ready, patience, onProgress }: Imported): Promise<Result<KeptImages, Trouble>> {
  const sources: Record<string, string> = {};
  const troubles: ImageTrouble[] = [];
  for (const [at, { name, of, blob, original: drawnFrom }] of ready.images.entries()) {
    onProgress({ images: at, of: ready.images.length });
    const { body, original } = await imageUpload(blob, drawnFrom);
    const ask = () => callUnsafe(everydayRoutes.addAsset, { map, of: 'import' as const, original }, body);
    const kept = await patiently(ask, patience, { isRepeatable: true });
    if (kept.ok) sources[name] = `asset:${kept.value.hash}`;
    else if (kept.error.kind === 'unreachable') return kept;
    else troubles.push({ name, of, why: whyOf(kept.error) });
  }
  onProgress({ images: ready.images.length, of: ready.images.length });
  return ok({ sources, troubles });
}

/** What docstore finds in an image is said as what the page finds. */
function whyOf(trouble: Trouble): ImageTrouble['why'] {
  const code = trouble.kind === 'refused' ? trouble.problem.code : '';
  if (code === 'docstore/no-image') return 'broken';
  return code.endsWith('/too-large') ? 'too-large' : { said: sayTrouble(trouble) };
}

/** Removes a map that did not become whole; what cannot be removed now is in the trash, or on the list, under its title. */
async function discard(map: MapId): Promise<void> {
  const trashed = await callUnsafe(everydayRoutes.trashMap, { map }, undefined);
  if (trashed.ok) await callUnsafe(everydayRoutes.purgeMap, { map }, undefined);
}
