/** Light or dark; the device's wish is read by the page, which passes one of these. */
export type Theme = 'light' | 'dark';

/** The colours of a theme that chrome and canvas share, as CSS colours; the page writes them into its custom properties. */
export interface ThemeTokens {
  readonly paper: string;
  readonly ink: string;
  readonly inkSoft: string;
  readonly accent: string;
  /** The eight branch hues in their order: coral, blue, amber, violet, green, pink, teal, olive. */
  readonly hues: readonly string[];
}

const LIGHT: ThemeTokens = {
  paper: 'oklch(0.985 0.004 95)',
  ink: 'oklch(0.25 0.02 260)',
  inkSoft: 'oklch(0.52 0.015 260)',
  accent: 'oklch(0.55 0.12 155)',
  hues: [25, 245, 70, 295, 145, 345, 195, 110].map((hue) => `oklch(0.72 0.135 ${hue})`),
};
const DARK: ThemeTokens = {
  paper: 'oklch(0.205 0.012 265)',
  ink: 'oklch(0.93 0.01 95)',
  inkSoft: 'oklch(0.68 0.012 95)',
  accent: 'oklch(0.72 0.12 155)',
  hues: [25, 245, 70, 295, 145, 345, 195, 110].map((hue) => `oklch(0.74 0.12 ${hue})`),
};

/** The one place where the themes' colours stand. */
export const THEMES: Readonly<Record<Theme, ThemeTokens>> = { light: LIGHT, dark: DARK };
