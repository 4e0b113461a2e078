/** Copies of the project with a lie in them, for what looks whether the lie is noticed. */

export { runNode, seconds } from './program.ts';
export { scratchTree } from './scratch-tree.ts';
export { type Mutant, mutate, parseSuite } from './suite.ts';
