import type { MapId } from '@bough/base';
import { newItemId } from '@bough/map';
import { platformIds } from '@bough/service';
import type { OldChange } from '../migration/old-place.ts';
import { add, ANN } from './test-maps.ts';

const LETTERS = 'thoughts that somebody had long before, one letter after the other ';
/** 9 November 2023. */
const BEGAN = 1_699_500_000_000;

/** Rows of a document in which somebody typed: an item, its letters, the next item. */
export function oldRows(count: number, begunAt = BEGAN): OldChange[] {
  const root = add('root', 'Rows', null);
  const rows: OldChange[] = [{ seq: 1, author: ANN, at: begunAt, ops: [root] }];
  let id = newItemId(platformIds);
  for (let seq = 2; seq <= count; seq++) {
    const at = (seq - 2) % (LETTERS.length + 1);
    if (at === 0) id = newItemId(platformIds);
    const op =
      at === 0
        ? { ...add('root', '', 'root', `a${seq}V`), id }
        : { kind: 'splice', id, field: 'text', at: at - 1, remove: 0, insert: LETTERS[at - 1] };
    rows.push({ seq, author: ANN, at: begunAt + seq * 700, ops: [op] });
  }
  return rows;
}

/** A new id of a map, as `npm run bough` has them. */
export function newMap(): MapId {
  return platformIds.long() as MapId;
}
