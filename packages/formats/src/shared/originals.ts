import { imageKindOf, TAKEN } from '../images/image-kinds.ts';
import type { Draft } from './draft.ts';
import type { ZipReader } from './zip.ts';

// What an image of a map was drawn from (SVG, ICO, AVIF, BMP) lies beside it in an archive: `<hash>.png`, `<hash>.original.svg`. Every program
// shows the picture; whoever wants the drawing has it; Bough takes both again.

/** An image that is available, and what it was drawn from where that is kept. */
export interface ImageFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly original?: Uint8Array | undefined;
}

/** The files of an image: itself, and its original where there is one. */
export function withOriginal({ name, bytes, original }: ImageFile): { name: string; bytes: Uint8Array }[] {
  const kind = original === undefined ? null : originalKindOf(original);
  if (original === undefined || kind === null) return [{ name, bytes }];
  return [
    { name, bytes },
    { name: `${stemOf(name)}.original.${kind}`, bytes: original },
  ];
}

/** The draft with the originals that lie beside its images in the archive. */
export function withOriginals(draft: Draft, zip: ZipReader): Draft {
  const paths = new Map<string, string>();
  for (const path of zip.names()) {
    const stem = /^(.+)\.original\.[a-z]+$/.exec(path)?.[1];
    if (stem !== undefined) paths.set(stem, path);
  }
  const originals = new Map<string, Uint8Array>();
  for (const name of draft.files.keys()) {
    const path = paths.get(stemOf(name));
    const bytes = path === undefined || path === name ? null : zip.read(path);
    if (bytes !== null && originalKindOf(bytes) !== null) originals.set(name, bytes);
  }
  return originals.size === 0 ? draft : { ...draft, originals };
}

function originalKindOf(bytes: Uint8Array): string | null {
  const kind = imageKindOf(bytes);
  return kind === null || TAKEN.has(kind) ? null : kind;
}

function stemOf(name: string): string {
  return name.replace(/\.[^./]+$/, '');
}
