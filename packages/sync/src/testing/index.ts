export { SimWorld } from './sim-world.ts';
export { damaged } from './damaged-frame.ts';
export { CLIENT_FRAMES } from './samples.ts';
