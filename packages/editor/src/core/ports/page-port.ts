import type { Spot } from '@bough/scene';
import type { CommandId } from '../../commands/table.ts';

/** All that the editor needs of the page that it stands on. */
export interface PagePort {
  /** Does a command that is the page's to do (a panel, a picker, a dialog), about this place on the screen; null: nobody does. */
  readonly ask: ((command: CommandId, at: Spot | null) => void) | null;
  /** Where the pixels of an image are: the map's source to an address of our own origin; null when it cannot be shown. */
  readonly imageAddress: (source: string) => string | null;
  /** How images that are dropped or pasted are kept; null: they are not taken. */
  readonly keepImage: KeepImage | null;
  /** Reads a map of another program that is dropped, for branches below the focused item; null: none is taken. */
  readonly takeMapFile: ((file: File) => void) | null;
}

/** An image that the map's storage has taken. */
interface KeptImage {
  readonly source: string;
  readonly width: number;
  readonly height: number;
}

/** How the editor has an image kept; null when it could not be, which the page has told the person by then. */
export type KeepImage = (file: Blob) => Promise<KeptImage | null>;
