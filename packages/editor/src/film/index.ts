// Painting the past of a map picture by picture, fetched only by who makes a film of it.

export { FilmStage, type FilmStageSettings } from './film-stage.ts';
export { type Caption, type TitleCard } from './film-words.ts';
export { type Camera, centreOn, fit, freeRect, type View } from '../core/camera/camera.ts';
export { grow, type Rect, union } from '@bough/scene';
