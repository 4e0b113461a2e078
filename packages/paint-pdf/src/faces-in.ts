import type { Scene } from '@bough/scene';
import { type Face, type Han, shippedFonts } from './font-shelf.ts';
import { piecesOf } from './pieces.ts';

/** The faces that the words of the scene are drawn in, for other painters that need them as files. */
export function facesIn(scene: Scene, han: Han = 'sc'): Face[] {
  const shelf = shippedFonts();
  const faces = new Set<Face>();
  const bounds = scene.bounds();
  const seen = new Set<string>();
  for (const { group } of bounds === null ? [] : scene.visible(bounds)) {
    for (const command of group.commands) {
      if (command.kind !== 'text') continue;
      const key = `${command.font.family} ${command.font.weight} ${command.font.italic} ${command.text}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const piece of piecesOf(command.text, command.font, { shelf, han }))
        if (piece.kind === 'letters') faces.add(piece.face);
    }
  }
  return [...faces];
}
