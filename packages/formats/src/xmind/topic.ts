// A topic as both of XMind's formats have it, before Bough's words are found for it.

import type { XmlElement } from '../shared/xml/xml.ts';

export interface Topic {
  readonly id: string | undefined;
  readonly title: string;
  readonly note: string;
  /** The note as a rich text, where that says more. */
  readonly richNote: XmlElement | null;
  /** Both of them as they go back; null when there is nothing that the note would lose. */
  readonly keptNotes: unknown;
  readonly href: string;
  readonly markers: readonly string[];
  readonly image: {
    readonly name: string;
    readonly width?: number | undefined;
    readonly height?: number | undefined;
  } | null;
  readonly isFolded: boolean;
  readonly position: { readonly x: number; readonly y: number } | null;
  /** Everything else, as it goes back. */
  readonly others: Readonly<Record<string, unknown>>;
  /** What Bough wrote of its own. */
  readonly own: Readonly<Record<string, unknown>>;
  readonly children: readonly TopicPlace[];
}

/** A topic that is still to be read, and how it hangs below the one above. */
export interface TopicPlace {
  readonly kind: 'attached' | 'detached' | 'other';
  readonly raw: unknown;
}

export interface Relationship {
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly own: Readonly<Record<string, unknown>>;
}

export interface Sheet {
  readonly title: string;
  readonly root: unknown;
  readonly relationships: readonly Relationship[];
  readonly others: Readonly<Record<string, unknown>>;
  readonly own: Readonly<Record<string, unknown>>;
}
