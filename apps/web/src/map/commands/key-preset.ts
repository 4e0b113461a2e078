import { PRESETS, type PresetId } from '@bough/editor';
import { keep, readKept } from '../../shell/kept.ts';
import { Shared, useShared } from '../../shell/shared.ts';

// Whose keys this device's person is used to.

const KEY = 'bough.keys';
const chosen = new Shared<PresetId>(PRESETS.find(({ id }) => id === readKept(KEY))?.id ?? 'standard');

/** The preset as it is now. */
export function presetNow(): PresetId {
  return chosen.value;
}

/** Takes the preset and remembers it on this device. */
export function choosePreset(next: PresetId): void {
  keep(KEY, next);
  chosen.set(next);
}

/** The preset in React. */
export function usePreset(): PresetId {
  return useShared(chosen);
}
