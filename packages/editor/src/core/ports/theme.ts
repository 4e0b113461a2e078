import { type ThemeColours, themeColours } from '@bough/scene';

/** Light or dark; the device's wish is read by the page, which passes one of these. */
export type Theme = 'light' | 'dark';

/** What chrome shares with the canvas, as the canvas paints it. */
export const THEMES: Readonly<Record<Theme, ThemeColours>> = {
  light: themeColours('light'),
  dark: themeColours('dark'),
};
