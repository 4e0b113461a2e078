export type {
  Colour,
  Command,
  FillPath,
  Font,
  Group,
  HitTag,
  ImageBox,
  Palette,
  PathData,
  PlacedGroup,
  Rect,
  Spot,
  StrokePath,
  TextRun,
} from './display-list.ts';
export type { GroupSource, Scene } from './scene.ts';
