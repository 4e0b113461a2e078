export { addDamage } from './damage.ts';
export type {
  Colour,
  ColourGlyph,
  Command,
  Contrast,
  FillPath,
  Font,
  Glide,
  Group,
  HitTag,
  Palette,
  PathData,
  Faded,
  PlacedGroup,
  Rect,
  Spot,
  TextRun,
} from './display-list.ts';
export { FACE_NAMES, fontStack } from './font-stack.ts';
export { createPalette, type ThemeColours, themeColours } from './palette.ts';
export { ellipse, PathBuilder, pathBounds, type PathSink, playPath, polyline, roundedRect } from './path.ts';
export { hitAmong } from './hit.ts';
export { grow, holds, shift, touches, union } from './rect.ts';
export { SceneTree } from './scene-tree.ts';
export type { GroupSource, Scene } from './scene.ts';
