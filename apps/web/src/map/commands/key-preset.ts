import { PRESETS, type PresetId } from '@bough/editor';
import { useSyncExternalStore } from 'react';

// Whose keys this device's person is used to.

const KEY = 'bough.keys';
const listeners = new Set<() => void>();
let chosen: PresetId = read();

function read(): PresetId {
  try {
    const kept = localStorage.getItem(KEY);
    return PRESETS.find((preset) => preset.id === kept)?.id ?? 'standard';
  } catch {
    return 'standard';
  }
}

/** The preset as it is now. */
export function presetNow(): PresetId {
  return chosen;
}

/** Takes the preset and remembers it on this device. */
export function choosePreset(next: PresetId): void {
  chosen = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A browser that keeps nothing still has the keys until it is closed.
  }
  for (const listener of listeners) listener();
}

/** The preset in React. */
export function usePreset(): PresetId {
  return useSyncExternalStore(subscribe, presetNow);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
