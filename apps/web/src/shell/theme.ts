import type { Theme } from '@bough/editor';
import { useSyncExternalStore } from 'react';

/** What a person chose: a theme, or whatever the device has. */
export type ThemeChoice = 'device' | Theme;

const KEY = 'bough.theme';
const darkDevice = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let choice: ThemeChoice = readChoice();

function readChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'device';
  } catch {
    return 'device';
  }
}

function apply(): void {
  if (choice === 'device') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  for (const listener of listeners) listener();
}

/** Takes the choice and remembers it on this device. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A browser that keeps nothing still shows the theme until it is closed.
  }
  apply();
}

darkDevice.addEventListener('change', apply);
apply();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice and the theme that follows from it. */
export function useTheme(): { readonly choice: ThemeChoice; readonly theme: Theme } {
  const chosen = useSyncExternalStore(subscribe, () => choice);
  const theme = useSyncExternalStore(subscribe, themeNow);
  return { choice: chosen, theme };
}

/** The theme as it is now, for what lives outside React. */
export function themeNow(): Theme {
  if (choice !== 'device') return choice;
  return darkDevice.matches ? 'dark' : 'light';
}
