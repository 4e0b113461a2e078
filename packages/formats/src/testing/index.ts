export { canonical } from './canonical.ts';
export { fieldTable } from './field-table.ts';
export { commonmarkImages, commonmarkTree } from './commonmark-tree.ts';
