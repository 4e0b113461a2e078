import type { MapId, PersonId } from '@bough/base';
import { keep, readKept } from '../../shell/kept.ts';

/** The maps of which something is kept, the one that changed last first. */
const MAPS = 'bough.folds';
/** Of so many maps this device remembers it. */
const MOST_MAPS = 100;

/** What one person has folded for themself in one map, as this device keeps it until they sign out. */
export function keptFolds(person: PersonId, map: MapId): { read(): string | null; keep(text: string): void } {
  const name = `${person}.${map}`;
  return {
    read: () => readKept(`${MAPS}.${name}`),
    keep: (text) => {
      const before = (readKept(MAPS) ?? '').split(' ').filter((one) => one !== '' && one !== name);
      for (const one of before.slice(MOST_MAPS - 1)) keep(`${MAPS}.${one}`, null);
      keep(MAPS, [name, ...before.slice(0, MOST_MAPS - 1)].join(' '));
      keep(`${MAPS}.${name}`, text);
    },
  };
}
