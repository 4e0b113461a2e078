import type { MindMap } from '@bough/map';
import { type Script, scriptsIn } from '@bough/text';
import type { MapEvent, OpenMap } from '../open-map.ts';

/** Tells each script that the map has letters of, once, as soon as it is in there; returns what ends that. */
export function watchScripts(open: Pick<OpenMap, 'map' | 'subscribe'>, need: (script: Script) => void): () => void {
  const told = new Set<Script>();
  const look = (text: string): void => {
    for (const script of scriptsIn(text)) {
      if (told.has(script)) continue;
      told.add(script);
      need(script);
    }
  };
  lookAtAll(open.map, look);
  return open.subscribe((event) => {
    if (event.kind === 'replaced') lookAtAll(open.map, look);
    else if (event.kind === 'touched') lookAtTouched(open.map, event, look);
  });
}

function lookAtAll(map: MindMap, look: (text: string) => void): void {
  for (const { text, icon } of map.items.values()) {
    look(text);
    if (icon !== null) look(icon);
  }
  for (const { label } of map.links.values()) look(label);
}

function lookAtTouched(
  map: MindMap,
  { touched }: Extract<MapEvent, { readonly kind: 'touched' }>,
  look: (text: string) => void,
): void {
  for (const id of touched.items) {
    const item = map.items.get(id);
    if (item === undefined) continue;
    look(item.text);
    if (item.icon !== null) look(item.icon);
  }
  for (const id of touched.links) look(map.links.get(id)?.label ?? '');
}
