export { canonical } from './canonical.ts';
export { fieldTable } from './field-table.ts';
export { commonmarkTree } from './commonmark-tree.ts';
