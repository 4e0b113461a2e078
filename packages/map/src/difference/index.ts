// How moments of a map differ, and what became of its items: fetched by pages when somebody looks at the past.

export { type Authorship, Chronicle, type Removed } from './chronicle.ts';
export { type Difference, differenceBetween, differenceBy, differencesInOrder } from './difference.ts';
export { applyPatch, copyToShow, type Patch, patchBetween } from './patch.ts';
export { addAgain, changedItem, itemsInOrder, linkOps, type NewNames, opsBetween } from './ops-between.ts';
export { type Share, Shares, type Sitting, sittingsOf } from '../ops/derived/sittings.ts';
export type { Done } from '../ops/parts/tally.ts';
