import type { AbsentImage, DraftChanges, FileImage, Report } from '@bough/formats';

// What is said between the page and the thread that reads a file. The thread keeps what it read until the map is made of it.

/** To the thread: read a file; then, once its images are kept somewhere, make the changes. Or take an archive of files apart. */
export type ToReader =
  | { readonly kind: 'read'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'make'; readonly sources: Readonly<Record<string, string>> }
  | { readonly kind: 'unpack'; readonly bytes: Uint8Array };

export interface ReadFile {
  readonly kind: 'read';
  readonly title: string;
  readonly report: Report;
  /** Images that came inside the file. */
  readonly images: readonly FileImage[];
  /** Images that its items name, and it has not. */
  readonly absent: readonly AbsentImage[];
}
export interface MadeChanges extends DraftChanges {
  readonly kind: 'made';
}
/** A file of an archive; `bytes` is null where it could not be unpacked, for the reason that stands in `refusal`. */
export interface UnpackedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly refusal: string;
}
export interface Unpacked {
  readonly kind: 'unpacked';
  /** null: it is one file. */
  readonly files: readonly UnpackedFile[] | null;
  /** The names of what is no file that Bough reads. */
  readonly others: readonly string[];
}
/** From the thread; `message` is a sentence for the person. */
export type FromReader = ReadFile | MadeChanges | Unpacked | { readonly kind: 'refused'; readonly message: string };
