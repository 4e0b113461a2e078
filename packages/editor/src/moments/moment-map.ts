import { type ClientId, err, ok } from '@bough/base';
import { decodeMap, emptyMap, type MindMap } from '@bough/map';
import type { MapEvent, MapFacts, OpenMap } from '../core/ports/open-map.ts';

/** A map that only shows: one moment after another, none of which can be changed. */
export interface MomentMap extends OpenMap {
  /** Shows another moment, as `encodeMap` wrote it, or read; false when the text is no map. */
  show(moment: string | MindMap): boolean;
}

/** A map of moments, empty until the first one is shown. */
export function openMoment(client: ClientId): MomentMap {
  let map: MindMap = emptyMap();
  const listeners = new Set<(event: MapEvent) => void>();
  const facts: MapFacts = {
    ...{ status: { kind: 'saved' }, role: 'view', client, people: [], refused: [] },
    ...{ canUndo: false, canRedo: false, isKept: true },
  };
  return {
    get map() {
      return map;
    },
    facts: () => facts,
    change: () => err({ reason: 'denied', op: 0, detail: 'what was cannot be changed' }),
    endStep: () => undefined,
    undo: () => undefined,
    redo: () => undefined,
    share: () => undefined,
    dismissRefused: () => undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
    show(moment) {
      const read = typeof moment === 'string' ? decodeMap(moment) : ok(moment);
      if (!read.ok) return false;
      map = read.value;
      for (const listener of listeners) listener({ kind: 'replaced' });
      return true;
    },
  };
}
