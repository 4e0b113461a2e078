import { drawnImage, type ImageFault } from '../images/drawn-image.ts';
import type { MapId } from '@bough/base';
import type { ImageKind } from '@bough/formats/images';
import { imageAddressIn } from '../map/editor/images.ts';
import type { ReadFile } from './messages.ts';

/** An image of a file that the server takes. */
export interface ReadyImage {
  readonly name: string;
  readonly of: string;
  readonly blob: Blob;
  /** What it was drawn from. */
  readonly original: Uint8Array | null;
}
/** An image that a map does not get, and why. */
export interface ImageTrouble {
  readonly name: string;
  readonly of: string;
  readonly why: ImageFault | 'web' | 'missing' | { readonly said: string };
}
/** A file that was read, with its images drawn where the server does not take them as they are. */
export interface ReadyFile {
  readonly file: Pick<ReadFile, 'title' | 'report'>;
  readonly images: readonly ReadyImage[];
  /** Images that the file only names, and that the map where it grows has. */
  readonly known: Readonly<Record<string, string>>;
  readonly troubles: readonly ImageTrouble[];
  /** What was drawn, by kind. */
  readonly drawn: readonly { readonly name: string; readonly from: ImageKind }[];
}

/** Draws what has to be drawn, one after the other; what is no image is told by name, before anything is made. */
export async function readyImages(
  { images, absent, title, report }: ReadFile,
  { into, signal }: { readonly into: MapId | null; readonly signal: AbortSignal },
): Promise<ReadyFile> {
  const known = into === null ? {} : await knownIn(into, absent);
  const ready: ReadyImage[] = [];
  const drawn: { name: string; from: ImageKind }[] = [];
  const troubles: ImageTrouble[] = absent.flatMap(({ name, of, why, source }) =>
    known[source] === undefined ? [{ name, of, why }] : [],
  );
  for (const { name, of, bytes, original } of images) {
    signal.throwIfAborted();
    const image = await drawnImage(bytes);
    if (image.kind === 'fault') {
      troubles.push({ name, of, why: image.why });
      continue;
    }
    ready.push({ name, of, blob: image.blob, original: image.from === null ? original : bytes });
    if (image.from !== null) drawn.push({ name, from: image.from });
  }
  return { file: { title, report }, images: ready, known, troubles, drawn };
}

/** A file that was made from this very map names images that it has. */
async function knownIn(map: MapId, absent: ReadFile['absent']): Promise<Readonly<Record<string, string>>> {
  const known: Record<string, string> = {};
  for (const { source } of absent) {
    const address = imageAddressIn(map)(source);
    if (address === null) continue;
    const answer = await fetch(address, { credentials: 'same-origin' }).catch(() => null);
    if (answer?.ok === true) known[source] = source;
  }
  return known;
}
