/** A box on the screen, in its pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 6;
const MARGIN = 8;

/** Where a tip stands: below what it is about and in its middle, above it where there is no room, always inside the window. */
export function tipPlace(about: Box, tip: Size, view: Size): { readonly left: number; readonly top: number } {
  const middle = about.left + about.width / 2 - tip.width / 2;
  const left = Math.max(MARGIN, Math.min(middle, view.width - tip.width - MARGIN));
  const below = about.top + about.height + GAP;
  const hasRoom = below + tip.height + MARGIN <= view.height;
  return { left, top: hasRoom ? below : Math.max(MARGIN, about.top - GAP - tip.height) };
}
