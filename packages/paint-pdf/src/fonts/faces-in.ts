import type { Scene } from '@bough/scene';
import { type Face, type Han, shippedFonts } from './font-shelf.ts';
import { piecesOf } from '../pieces.ts';

/** The faces that the words of the scene are drawn in, for other painters that need them as files. */
export function facesIn(scene: Scene, han: Han = 'sc'): Face[] {
  return [...textsIn(scene, han).keys()];
}

/** These faces, each with what is written in it. */
export function textsIn(scene: Scene, han: Han = 'sc'): ReadonlyMap<Face, ReadonlySet<string>> {
  const shelf = shippedFonts();
  const faces = new Map<Face, Set<string>>();
  const bounds = scene.bounds();
  const seen = new Set<string>();
  for (const { group } of bounds === null ? [] : scene.visible(bounds)) {
    for (const command of group.commands) {
      if (command.kind !== 'text') continue;
      const key = `${command.font.family} ${command.font.weight} ${command.font.italic} ${command.text}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const piece of piecesOf(command.text, command.font, { shelf, han })) {
        if (piece.kind !== 'letters') continue;
        const texts = faces.get(piece.face) ?? new Set();
        faces.set(piece.face, texts.add(piece.text));
      }
    }
  }
  return faces;
}
