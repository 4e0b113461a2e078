export { ModelDocstore } from './model-docstore.ts';
export { DEFAULT_SETTINGS, type SimCounts, type SimSettings } from './sim-settings.ts';
export { type SimOutcome, SimWorld } from './sim-world.ts';
export { damaged } from './damaged-frame.ts';
export { CLIENT_FRAMES } from './samples.ts';
