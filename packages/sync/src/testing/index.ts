export { isVoid, outlineOf } from './sim/oracles.ts';
export { SimStore } from './sim/sim-store.ts';
export { SimWorld } from './sim/sim-world.ts';
export { damaged } from './damaged-frame.ts';
export { CLIENT_FRAMES } from './samples.ts';
