import type { MindMap } from '@bough/map';
import { FACE_NAMES } from '@bough/scene';
import { type Script, scriptsIn } from '@bough/text';
import type { MapEvent, OpenMap } from '../ports/open-map.ts';

/** A face that a map may need, beside those that are always there. */
export type FaceName = Exclude<keyof typeof FACE_NAMES, 'inter' | 'mono'>;

const FACE_OF: Readonly<Record<Script, FaceName>> = {
  arabic: 'arabic',
  hebrew: 'hebrew',
  devanagari: 'devanagari',
  thai: 'thai',
  kana: 'jp',
  han: 'sc',
  hangul: 'kr',
  symbols: 'sc',
  emoji: 'emoji',
};

/** Tells each face that the map has letters for, once, as soon as one is in there, and the family that painters call it; returns what ends that. */
export function watchFaces(
  open: Pick<OpenMap, 'map' | 'subscribe'>,
  need: (face: FaceName, family: string) => void,
): () => void {
  const told = new Set<FaceName>();
  const look = (text: string): void => {
    for (const script of scriptsIn(text)) {
      const face = FACE_OF[script];
      if (told.has(face)) continue;
      told.add(face);
      need(face, FACE_NAMES[face]);
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
