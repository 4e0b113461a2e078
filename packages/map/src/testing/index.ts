export { Dice } from './dice.ts';
export { randomMap } from './laws.ts';
export { Memory, randomOps } from './random-ops.ts';
export { wireShape } from './wire-shape.ts';
export { runStale, type StaleTally } from './stale-run.ts';
export { everyOp } from './every-op.ts';
export { parsed } from './scene.ts';
