import type { Theme } from '@bough/editor';
import { keep, readKept } from './kept.ts';
import { Shared, useShared } from './shared.ts';

/** What a person chose: a theme, or whatever the device has. */
export type ThemeChoice = 'device' | Theme;

/** The choice and the theme that follows from it. */
interface Themed {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
}

const KEY = 'bough.theme';
const darkDevice = matchMedia('(prefers-color-scheme: dark)');
const kept = readKept(KEY);
const shared = new Shared<Themed>(apply(kept === 'light' || kept === 'dark' ? kept : 'device'));

/** Has the page drawn in it; answers what follows. */
function apply(choice: ThemeChoice): Themed {
  if (choice === 'device') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  return { choice, theme: choice === 'device' ? (darkDevice.matches ? 'dark' : 'light') : choice };
}

/** Takes the choice and remembers it on this device. */
export function chooseTheme(next: ThemeChoice): void {
  keep(KEY, next);
  shared.set(apply(next));
}

darkDevice.addEventListener('change', () => shared.set(apply(shared.value.choice)));

/** The theme in React. */
export function useTheme(): Themed {
  return useShared(shared);
}

/** The theme as it is now, for what lives outside React. */
export function themeNow(): Theme {
  return shared.value.theme;
}
