export { canonical } from './canonical.ts';
export { fieldTable } from './field-table.ts';
export { type CommonmarkItem, commonmarkTree } from './commonmark-tree.ts';
