import { Blob, Buffer as Letters, Face, Font, shape } from 'harfbuzzjs';
import type { Face as ShippedFace } from '../src/fonts/font-shelf.ts';

const fonts = new Map<ShippedFace, { readonly font: Font; readonly units: number }>();

/** How wide HarfBuzz, which browsers shape with too, sets the text in one face: in 1/2048 em. */
export function shapedWidth(text: string, face: ShippedFace): number {
  let known = fonts.get(face);
  if (known === undefined) {
    const bytes = Uint8Array.from(face.bytes());
    const opened = new Face(new Blob(bytes.buffer));
    known = { font: new Font(opened), units: opened.upem };
    fonts.set(face, known);
  }
  const letters = new Letters();
  letters.addText(text);
  letters.guessSegmentProperties();
  shape(known.font, letters);
  let width = 0;
  for (const { xAdvance = 0 } of letters.getGlyphPositions()) width += xAdvance;
  return (width * 2048) / known.units;
}
