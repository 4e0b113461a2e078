import type { MapId } from '@bough/base';
import { everydayRoutes } from '@bough/contracts';
import type { Editor } from '@bough/editor';
import type { Trouble } from '../api/api.ts';
import { callUnsafe, ensurePerson } from '../api/session.ts';
import { plantLater } from '../home/first/planting.ts';
import { uploadImage } from '../map/editor/images.ts';
import { go } from '../shell/router.ts';
import { mapAddress } from '../shell/screen.ts';
import { words } from '../words/index.ts';
import type { FileReading } from './file-reader.ts';
import type { ReadFile } from './messages.ts';

/** What a file becomes: a map in a folder, or branches of the item that is selected in an open one. */
export type ImportPlace =
  | { readonly kind: 'map'; readonly folder: string | null }
  | { readonly kind: 'branch'; readonly map: MapId; readonly editor: Pick<Editor, 'graft'> };

interface Imported {
  readonly name: string;
  readonly file: ReadFile;
  readonly place: ImportPlace;
}

/** Makes a map of what was read, keeps the file's images with it, and goes there; or lets it grow where it was dropped. A text says what went wrong. */
export async function makeImported(reading: FileReading, imported: Imported): Promise<Trouble | string | null> {
  const { place } = imported;
  if (place.kind === 'branch') {
    const { changes } = await reading.make(await kept(place.map, imported.file));
    return place.editor.graft(changes) ? null : words.importing.noRoom;
  }
  const person = await ensurePerson();
  if (!person.ok) return person.error;
  const title = (imported.file.title || imported.name.replace(/\.[^.]+$/, '') || words.home.untitled).slice(0, 200);
  const made = await callUnsafe(everydayRoutes.createMap, {}, { title, folder: place.folder });
  if (!made.ok) return made.error;
  const map = made.value.id;
  const { changes } = await reading.make(await kept(map, imported.file));
  plantLater(map, changes);
  go(mapAddress(map));
  return null;
}

/** Where each image is now; those that could not be kept are left out, and the map says so where they were. */
async function kept(map: MapId, { files }: ReadFile): Promise<Readonly<Record<string, string>>> {
  const sources: Record<string, string> = {};
  for (const { name, bytes } of files) {
    const image = await uploadImage(map, new Blob([Uint8Array.from(bytes)]));
    if (image !== null) sources[name] = image.source;
  }
  return sources;
}
