export { canonical } from './canonical.ts';
export { fieldTable } from './field-table.ts';
export { type XmlTree, xmlOf } from './other-parsers.ts';
export { commonmarkImages, commonmarkTree } from './commonmark-tree.ts';
