import { type BellEntry } from '@bough/contracts';
import { mapAddress } from '../shell/screen.ts';

/** Where an entry leads: to the comment, the question, or the history that it is about. */
export function placeOf({ kind, map, place }: Pick<BellEntry, 'kind' | 'map' | 'place'>): string {
  if (map === null) return '/';
  switch (kind) {
    case 'mention':
    case 'answer': {
      if (place?.kind === 'chat') return `${mapAddress(map)}#chat=${place.message}`;
      const comment = place === null || place.comment === null ? '' : `&comment=${place.comment}`;
      return `${mapAddress(map, place?.item ?? null)}${comment}`;
    }
    case 'group':
      return mapAddress(map);
    case 'restored':
      return `${mapAddress(map)}#history`;
    case 'ask':
    case 'offer':
      return `${mapAddress(map)}#share`;
    case 'invitation':
      return '/';
  }
}
