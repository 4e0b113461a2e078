// What a phone is, for the styles and for the editor alike. The style sheets say the same in their @media; a test holds them to it.

/** Narrow enough for a phone's two lines above and two bars below. */
export const NARROW = '(max-width: 640px)';
/** A phone that is held across: its bar is below too, in one row with the zoom (map.css). */
export const ACROSS = '(pointer: coarse) and (max-height: 640px)';
/** Held in the hand, either way. */
export const HANDHELD = `${NARROW}, ${ACROSS}`;
