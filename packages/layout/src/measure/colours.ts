import type { Item } from '@bough/map';
import type { Colour } from '@bough/scene';

// Colours belong to branches: the first level gets a hue, each child drifts a little from its parent, seeded by its id.

/** A branch's colour before it becomes a name: what it started from, and how far it has drifted. */
export interface BranchColour {
  readonly base: string;
  /** Tenths of a degree. */
  readonly hue: number;
  /** Thousandths of lightness. */
  readonly light: number;
}

const HUE_DRIFT = 14;
const LIGHT_DRIFT = 9;
const MOST_HUE = 80;
const MOST_LIGHT = 40;
export const HUES = 8;

/** The colour of an item: its own, else its parent's with a drift, else the hue that its place among its siblings gives. */
export function branchColour(item: Item, parent: BranchColour | null, place: number): BranchColour {
  const own = item.colour === null ? null : parseColour(item.colour);
  if (own !== null) return { base: own, hue: 0, light: 0 };
  if (parent === null) return { base: `branch:${place % HUES}`, hue: 0, light: 0 };
  const seed = hash(item.id);
  return {
    base: parent.base,
    hue: within(parent.hue + Math.round((((seed & 0xffff) / 0xffff) * 2 - 1) * HUE_DRIFT), MOST_HUE),
    light: within(parent.light + Math.round(((seed >>> 16) / 0xffff) * 2 * LIGHT_DRIFT - LIGHT_DRIFT), MOST_LIGHT),
  };
}

/** The name that palettes resolve. */
export function colourName({ base, hue, light }: BranchColour): Colour {
  return hue === 0 && light === 0 ? base : `${base}:${hue / 10}:${light / 1000}`;
}

/** A colour as a person sets it (`0` to `7`, or `#rrggbb`) as a name; null when it is neither. */
export function parseColour(text: string): Colour | null {
  if (/^[0-7]$/.test(text)) return `branch:${text}`;
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : null;
}

export function sameColour(a: BranchColour | null, b: BranchColour | null): boolean {
  return a === b || (a !== null && b !== null && a.base === b.base && a.hue === b.hue && a.light === b.light);
}

function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

/** FNV-1a, with a last stir so that like ids differ. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}
