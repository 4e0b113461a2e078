import type { Colour, Contrast, Palette } from './display-list.ts';
import { type Oklch, oklchOfHex, oklchToHex } from './oklch.ts';

interface Theme {
  readonly paper: Oklch;
  readonly ink: Oklch;
  readonly accent: Oklch;
  readonly branchLightness: number;
  readonly branchChroma: number;
  /** How much ink is in `ink-soft`. */
  readonly softShare: number;
  /** Colours that somebody chose are no lighter (light theme) or darker (dark theme) than this. */
  readonly bound: number | null;
}

// In the order in which first-level branches get them: neighbours differ.
const HUES = [25, 245, 70, 295, 145, 345, 195, 110];
const LIGHT: Theme = {
  paper: { l: 0.985, c: 0.004, h: 95 },
  ink: { l: 0.25, c: 0.02, h: 260 },
  accent: { l: 0.55, c: 0.12, h: 155 },
  branchLightness: 0.72,
  branchChroma: 0.135,
  softShare: 0.62,
  bound: null,
};
const DARK: Theme = {
  paper: { l: 0.205, c: 0.012, h: 265 },
  ink: { l: 0.93, c: 0.01, h: 95 },
  accent: { l: 0.7, c: 0.12, h: 155 },
  branchLightness: 0.74,
  branchChroma: 0.12,
  softShare: 0.62,
  bound: null,
};
// Black and white, and hues that stand out from them 4.5 to 1.
const LIGHT_MORE: Theme = {
  paper: { l: 1, c: 0, h: 0 },
  ink: { l: 0, c: 0, h: 0 },
  accent: { l: 0.44, c: 0.12, h: 155 },
  branchLightness: 0.5,
  branchChroma: 0.15,
  softShare: 0.85,
  bound: 0.54,
};
const DARK_MORE: Theme = {
  paper: { l: 0, c: 0, h: 0 },
  ink: { l: 1, c: 0, h: 0 },
  accent: { l: 0.82, c: 0.14, h: 155 },
  branchLightness: 0.82,
  branchChroma: 0.12,
  softShare: 0.88,
  bound: 0.68,
};
const THEMES: Readonly<Record<Contrast, Readonly<Record<Palette['name'], Theme>>>> = {
  plain: { light: LIGHT, dark: DARK },
  more: { light: LIGHT_MORE, dark: DARK_MORE },
};
const BRANCH = /^branch:([0-7])$/;
const HEX = /^#[0-9a-f]{6}$/i;

/** A theme's colours as CSS writes them, for chrome that must match the canvas: paper, ink, and the branch hues in their order. */
export interface ThemeColours {
  readonly paper: string;
  readonly ink: string;
  readonly hues: readonly string[];
}

/** The colours that `createPalette` of that name paints with. */
export function themeColours(name: 'light' | 'dark'): ThemeColours {
  const { paper, ink, branchLightness: l, branchChroma: c } = name === 'light' ? LIGHT : DARK;
  return { paper: cssOf(paper), ink: cssOf(ink), hues: HUES.map((h) => cssOf({ l, c, h })) };
}

function cssOf({ l, c, h }: Oklch): string {
  return `oklch(${l} ${c} ${h})`;
}

/** The map's two themes. Names that it does not know are ink. Answers are kept, so asking again costs a look-up. */
export function createPalette(name: 'light' | 'dark', contrast: Contrast = 'plain'): Palette {
  const theme = THEMES[contrast][name];
  const known = new Map<Colour, string>();
  return {
    name,
    contrast,
    resolve(colour) {
      let hex = known.get(colour);
      if (hex === undefined) {
        hex = resolve(colour, theme);
        if (known.size > 100_000) known.clear();
        known.set(colour, hex);
      }
      return hex;
    },
  };
}

function resolve(colour: Colour, theme: Theme): string {
  const slash = colour.lastIndexOf('/');
  const pure = named(slash < 0 ? colour : colour.slice(0, slash), theme);
  const share = slash < 0 ? 100 : Number(colour.slice(slash + 1));
  return oklchToHex(share >= 0 && share < 100 ? mix(theme.paper, pure, share / 100) : pure);
}

function named(colour: string, theme: Theme): Oklch {
  if (colour === 'ink') return theme.ink;
  if (colour === 'ink-soft') return mix(theme.paper, theme.ink, theme.softShare);
  if (colour === 'paper') return theme.paper;
  if (colour === 'accent') return theme.accent;
  const parts = colour.split(':');
  const drift =
    parts.length >= 4 || (parts.length === 3 && colour.startsWith('#')) ? parts.splice(-2).map(Number) : [0, 0];
  const base = parts.join(':');
  const hue = BRANCH.exec(base)?.[1];
  let found: Oklch;
  if (hue !== undefined) found = { l: theme.branchLightness, c: theme.branchChroma, h: HUES[Number(hue)] ?? 0 };
  else if (HEX.test(base)) found = oklchOfHex(base);
  else return theme.ink;
  return { l: bounded(found.l + finite(drift[1]), theme), c: found.c, h: found.h + finite(drift[0]) };
}

/** As far from the paper as the theme wants lines to be. */
function bounded(l: number, { bound, paper }: Theme): number {
  if (bound === null) return l;
  return paper.l > 0.5 ? Math.min(l, bound) : Math.max(l, bound);
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}

/** In straight OKLab, so that no foreign hue appears between two colours. */
function mix(from: Oklch, to: Oklch, share: number): Oklch {
  const turn = Math.PI / 180;
  const a = from.c * Math.cos(from.h * turn) * (1 - share) + to.c * Math.cos(to.h * turn) * share;
  const b = from.c * Math.sin(from.h * turn) * (1 - share) + to.c * Math.sin(to.h * turn) * share;
  return { l: from.l * (1 - share) + to.l * share, c: Math.hypot(a, b), h: Math.atan2(b, a) / turn };
}
