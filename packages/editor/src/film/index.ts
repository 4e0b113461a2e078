// Painting the past of a map picture by picture, fetched only by who makes a film of it.

export { FilmStage } from './film-stage.ts';
export { type Camera, fit, type View } from '../core/camera/camera.ts';
export { grow, type Rect, union } from '@bough/scene';
