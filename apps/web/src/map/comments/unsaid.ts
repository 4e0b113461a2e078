import { isRecord, type MapId, type PersonId, tryJson } from '@bough/base';
import { useState } from 'react';
import { keptByMap } from '../../shell/kept-by-map.ts';

/** The name under which a message of the chat is kept that was begun: no item's. */
export const OF_CHAT = 'chat';

/** Comments that were begun and not sent, by their item: they stay on this device until they are sent, or taken out of the field. */
type Unsaid = Readonly<Record<string, string>>;

/** What of this is text about an item. */
export function readUnsaid(text: string | null): Unsaid {
  const read = tryJson(text ?? '');
  if (!isRecord(read)) return {};
  return Object.fromEntries(
    Object.entries(read).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

export function withUnsaid(unsaid: Unsaid, item: string, text: string): Unsaid {
  const others = Object.entries(unsaid).filter(([about]) => about !== item);
  return Object.fromEntries(text === '' ? others : [...others, [item, text]]);
}

/** What was begun about each item of the map, and the way to write on in it. */
export function useUnsaid(person: PersonId, map: MapId) {
  const kept = keptByMap('bough.unsaid', person, map);
  const [unsaid, setUnsaid] = useState(() => readUnsaid(kept.read()));
  return {
    about: (item: string): string => unsaid[item] ?? '',
    write: (item: string, text: string): void => {
      // Another tab may have kept more since.
      const next = withUnsaid(readUnsaid(kept.read()), item, text);
      setUnsaid(next);
      kept.keep(JSON.stringify(next));
    },
  };
}
