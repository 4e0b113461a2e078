export type { CanvasPainter, Camera, PaintOptions } from './paint-canvas.ts';
