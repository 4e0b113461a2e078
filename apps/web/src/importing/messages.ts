import type { DraftChanges, Report } from '@bough/formats';

// What is said between the page and the thread that reads a file. The thread keeps what it read until the map is made of it.

/** To the thread: read a file; then, once its images are kept somewhere, make the changes. */
export type ToReader =
  | { readonly kind: 'read'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'make'; readonly sources: Readonly<Record<string, string>> };

export interface ReadFile {
  readonly kind: 'read';
  readonly title: string;
  readonly report: Report;
  /** Images that came inside the file. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}
export interface MadeChanges extends DraftChanges {
  readonly kind: 'made';
}
/** From the thread; `message` is a sentence for the person. */
export type FromReader = ReadFile | MadeChanges | { readonly kind: 'refused'; readonly message: string };
