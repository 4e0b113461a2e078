import type { MapId } from '@bough/base';
import { gatewayRoutes } from '@bough/contracts';
import type { Trouble } from '../api/api.ts';
import { callUnsafe, ensurePerson } from '../api/session.ts';
import { plantLater } from '../home/planting.ts';
import { uploadImage } from '../map/images.ts';
import { go } from '../shell/router.ts';
import { mapAddress } from '../shell/screen.ts';
import { words } from '../words/index.ts';
import type { FileReading } from './file-reader.ts';
import type { ReadFile } from './messages.ts';

interface Imported {
  readonly name: string;
  readonly file: ReadFile;
  readonly folder: string | null;
}

/** Makes a map of what was read, keeps the file's images with it, and goes there. */
export async function makeImported(reading: FileReading, imported: Imported): Promise<Trouble | null> {
  const person = await ensurePerson();
  if (!person.ok) return person.error;
  const title = (imported.file.title || imported.name.replace(/\.[^.]+$/, '') || words.home.untitled).slice(0, 200);
  const made = await callUnsafe(gatewayRoutes.createMap, {}, { title, folder: imported.folder });
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
