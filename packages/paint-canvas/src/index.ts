export { createCanvasPainter, FAR_SCALE } from './paint-canvas.ts';
export type { Camera, PaintOptions } from './paint-options.ts';
export type { Surface } from './surface.ts';
