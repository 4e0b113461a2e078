export type { MakePath } from './brush.ts';
export { type Camera, type CanvasPainter, createCanvasPainter, FAR_SCALE, type PaintOptions } from './paint-canvas.ts';
export type { Surface } from './surface.ts';
