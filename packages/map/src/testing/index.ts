export { Dice } from './dice.ts';
export { Memory, randomOps, randomSplice } from './random-ops.ts';
