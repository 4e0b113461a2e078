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
  Rect,
  StrokePath,
  TextRun,
} from './display-list.ts';
