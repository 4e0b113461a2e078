import type { MapId, PersonId } from '@bough/base';
import { keep, readKept } from './kept.ts';

/** Of so many maps this device remembers something: those that changed last. */
const MOST_MAPS = 100;

/** What this device keeps for one person of one map until they sign out, under a name that begins with `bough.`. */
export function keptByMap(kind: `bough.${string}`, person: PersonId, map: MapId) {
  const name = `${person}.${map}`;
  return {
    read: (): string | null => readKept(`${kind}.${name}`),
    keep: (text: string): void => {
      const before = (readKept(kind) ?? '').split(' ').filter((one) => one !== '' && one !== name);
      for (const one of before.slice(MOST_MAPS - 1)) keep(`${kind}.${one}`, null);
      keep(kind, [name, ...before.slice(0, MOST_MAPS - 1)].join(' '));
      keep(`${kind}.${name}`, text);
    },
  };
}
