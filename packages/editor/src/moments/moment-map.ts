import { type ClientId, err } from '@bough/base';
import { decodeMap, emptyMap } from '@bough/map';
import { applyPatch, type Patch, patchBetween } from '@bough/map/difference';
import type { MapEvent, MapFacts, OpenMap } from '../core/ports/open-map.ts';

/** From so many items on, and where more than this part of a map is different, all of it is laid out anew. */
const MANY = 200;
const MOST_PART = 0.5;

/** A map that only shows: one moment after another, none of which can be changed. */
export interface MomentMap extends OpenMap {
  /** Makes what is shown another moment. */
  show(patch: Patch): void;
  /** Shows a whole map, as `encodeMap` wrote it; false when the text is none. */
  showText(text: string): boolean;
}

/** A map of moments, empty until the first one is shown. */
export function openMoment(client: ClientId): MomentMap {
  const map = emptyMap();
  const listeners = new Set<(event: MapEvent) => void>();
  const facts: MapFacts = {
    ...{ status: { kind: 'saved' }, role: 'view', client, people: [], self: null, refused: [] },
    ...{ canUndo: false, canRedo: false, isKept: true },
  };
  return {
    map,
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
    showText(text) {
      const read = decodeMap(text);
      if (read.ok) this.show(patchBetween(map, read.value));
      return read.ok;
    },
    show(patch) {
      const wasEmpty = map.items.size === 0;
      const touched = applyPatch(map, patch);
      const count = touched.items.size + touched.removed.size;
      const isAnother = wasEmpty || (count > MANY && count > map.items.size * MOST_PART);
      const event: MapEvent = isAnother ? { kind: 'replaced' } : { kind: 'touched', touched, isOwn: true };
      for (const listener of listeners) listener(event);
    },
  };
}
