import { err, ok, type Result } from '@bough/base';
import { createLayout } from '@bough/layout';
import { decodeMap } from '@bough/map';
import { paintSvg } from '@bough/paint-svg';
import { createPalette } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';
import { cardOf } from './card.ts';

/** One picture to make. */
export interface RenderJob {
  /** A document as packages/map writes it, UTF-8. */
  readonly document: Uint8Array;
  readonly theme: 'light' | 'dark';
  /** All of the map, or what a card of it shows. */
  readonly part: 'whole' | 'card';
}
export interface Rendered {
  readonly svg: Uint8Array;
  readonly title: string;
}

/** The document as an SVG, placed and drawn as the screen would; or one sentence on what is wrong with the document. */
export function render({ document, theme, part }: RenderJob): Result<Rendered, string> {
  const map = decodeMap(new TextDecoder().decode(document));
  if (!map.ok) return err(map.error);
  const { title } = map.value.settings;
  const layout = createLayout(map.value, createInterMeasurer());
  const region = part === 'card' ? { region: cardOf(map.value, layout) } : {};
  const options = { palette: createPalette(theme), title: title === '' ? 'Mind map' : title, ...region };
  const svg = paintSvg(layout.scene, options);
  return ok({ svg: new TextEncoder().encode(svg ?? ''), title });
}
